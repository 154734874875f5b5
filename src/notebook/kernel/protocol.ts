/** What is asked of the boot program, one line of JSON each. */
export interface Request {
  /**
   * Random for each run: what a cell prints, or left behind for later, is not taken for a frame. No secret to rely
   * on: a cell that finds it out can lie about the results of its own notebook, and about nothing else.
   */
  readonly token: string;
  readonly url: string;
  readonly code: string;
  readonly typescript: boolean;
}

/** Texts by media type; `application/json` is JSON text, so that no nested value of a cell enters the host. */
export type Bundle = Readonly<Record<string, string>>;

/** How a cell failed, in its own words. */
export interface CellError {
  readonly name: string;
  readonly message: string;
  /** The line in the cell, from 1. */
  readonly line?: number;
  /** The column in that line, from 1, where it is known. */
  readonly column?: number;
  readonly stack?: string;
}

/** What the boot program, or a cell that pretends to be it, says. */
export type Frame =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "display"; readonly data: Bundle }
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "done"; readonly value?: Bundle; readonly error?: CellError };

/** A frame that is longer is taken for output. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** Splits what a process writes into frames with the run's token and everything else, which is output. */
export function createReader(
  token: string,
  onOutput: (bytes: Buffer) => void,
  onFrame: (frame: Frame) => void,
) {
  const marker = Buffer.from(`\x1e${token} `);
  let held: Buffer = Buffer.alloc(0);

  return {
    push(chunk: Buffer): void {
      let data = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      for (;;) {
        const start = data.indexOf(marker);
        if (start < 0) {
          const end = data.length - beginningOf(marker, data);
          onOutput(data.subarray(0, end));
          held = data.subarray(end);
          return;
        }
        onOutput(data.subarray(0, start));
        const end = data.indexOf(10, start);
        if (end < 0 && data.length - start <= MAX_FRAME_BYTES) {
          held = data.subarray(start);
          return;
        }
        const bodyStart = start + marker.length;
        const frame = end < 0 ? undefined : parseFrame(data.subarray(bodyStart, end));
        if (frame === undefined) onOutput(data.subarray(start, bodyStart));
        else onFrame(frame);
        data = data.subarray(frame === undefined ? bodyStart : end + 1);
      }
    },
    /** Gives out what was held back for the rest of a frame. */
    flush(): void {
      onOutput(held);
      held = Buffer.alloc(0);
    },
  };
}

/** How many bytes at the end of the data may be the beginning of a marker. */
function beginningOf(marker: Buffer, data: Buffer): number {
  const at = data.lastIndexOf(marker[0]!);
  return at >= 0 && data.length - at < marker.length ? data.length - at : 0;
}

function parseFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length > MAX_FRAME_BYTES) return undefined;
  let said: unknown;
  try {
    said = JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
  if (!isRecord(said)) return undefined;
  if (said.kind === "text" && typeof said.text === "string") return { kind: "text", text: said.text };
  if (said.kind === "display") return { kind: "display", data: bundleOf(said.data) ?? {} };
  if (said.kind === "exit")
    return { kind: "exit", code: Number.isInteger(said.code) ? Number(said.code) & 255 : 1 };
  if (said.kind !== "done") return undefined;
  if (said.ok !== true) return { kind: "done", error: errorOf(said) };
  const value = bundleOf(said.data);
  return { kind: "done", ...(value && { value }) };
}

function bundleOf(data: unknown): Bundle | undefined {
  if (!isRecord(data)) return undefined;
  const texts = Object.entries(data).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

function errorOf({ name, message, line, column, stack }: Record<string, unknown>): CellError {
  return {
    name: typeof name === "string" ? name : "Error",
    message: typeof message === "string" ? message : "",
    ...(isCount(line) && { line }),
    ...(isCount(line) && isCount(column) && { column }),
    ...(typeof stack === "string" && { stack }),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
