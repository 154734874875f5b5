/** A request to the boot program, one line of JSON each. */
export interface Request {
  /**
   * Marks the frames of this process. It is sent with the first request only, before any code of a cell runs, so that
   * no cell can read it from the pipe. Output without it never counts as a frame. A cell that guesses it can only
   * falsify the results of its own notebook.
   */
  readonly secret?: string;
  /** Counts the runs of a process: a frame belongs to one of them. */
  readonly run: number;
  /** Names the cell in errors. */
  readonly filename: string;
  readonly code: string;
  readonly typescript: boolean;
}

/** Texts by media type; `application/json` is JSON text, so that no nested value of a cell enters the host. */
export type Bundle = Readonly<Record<string, string>>;

/** The error of a cell, with the cell's own texts. */
export interface CellError {
  readonly name: string;
  readonly message: string;
  /** The line in the cell, from 1. */
  readonly line?: number;
  /** The column in that line, from 1, if known. */
  readonly column?: number;
  readonly stack?: string;
}

/** A message of the boot program, or of a cell that imitates it. */
export type Frame =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "display"; readonly data: Bundle }
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "done"; readonly value?: Bundle; readonly error?: CellError };

/** The maximum total length of the texts in a frame. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;
/** The maximum length of a header, without its marker. */
export const MAX_HEADER_BYTES = 32 * 1024;
/** The boot program sends none, so a few show that a cell forges frames. */
export const MOST_BAD_FRAMES = 8;
const MOST_PARTS = 20;
const MEDIA_TYPE =
  /^[a-z0-9][\w!#$&^.+-]{0,99}\/[a-z0-9][\w!#$&^.+-]{0,99}(?:; ?[\w-]{1,40}=[\w.+-]{1,60}){0,3}$/i;

interface Header {
  readonly said: Readonly<Record<string, unknown>>;
  readonly parts: readonly (readonly [name: string, bytes: number])[];
  /** The total length of the parts. */
  readonly bytes: number;
}

/** The text that begins a frame of one run. */
export function markerOf(secret: string, run: number): string {
  return `\x1e${secret}.${run} `;
}

/**
 * Splits the output of a process into the frames of a run and other output. A frame is the marker, a header of JSON on
 * one line with the names and lengths of its parts, and the bytes of the parts. Every byte is read a fixed number of
 * times, whatever arrives: only the header is parsed, and an invalid one is output and counted.
 */
export function createReader(
  marker: string,
  onOutput: (bytes: Buffer) => void,
  onFrame: (frame: Frame) => void,
) {
  const mark = Buffer.from(marker);
  let held: Buffer[] = [];
  let heldBytes = 0;
  let header: Header | undefined;
  let body: Buffer = Buffer.alloc(0);
  let bodyBytes = 0;
  let inHeader = false;
  let bad = 0;

  const hold = (bytes: Buffer) => {
    held.push(bytes);
    heldBytes += bytes.length;
  };
  const release = (): Buffer => {
    const all = held.length === 1 ? held[0]! : Buffer.concat(held);
    held = [];
    heldBytes = 0;
    return all;
  };
  const give = (bytes: Buffer) => {
    if (bytes.length > 0) onOutput(bytes);
  };
  /** Each of these takes bytes from the front and returns the rest. */
  const takeOutput = (data: Buffer): Buffer | undefined => {
    // Holds at most a part of the marker here.
    const all = heldBytes === 0 ? data : Buffer.concat([release(), data]);
    const start = placeOf(mark, all);
    if (start >= 0) {
      give(all.subarray(0, start));
      inHeader = true;
      return all.subarray(start + mark.length);
    }
    const end = all.length - beginningOf(mark, all);
    give(all.subarray(0, end));
    if (end < all.length) hold(all.subarray(end));
    return undefined;
  };
  const takeHeader = (data: Buffer): Buffer | undefined => {
    const end = data.indexOf(10);
    const length = heldBytes + (end < 0 ? data.length : end);
    if (end < 0 && length <= MAX_HEADER_BYTES) {
      hold(data);
      return undefined;
    }
    inHeader = false;
    hold(data.subarray(0, end < 0 ? data.length : end + 1));
    const line = release();
    header = length > MAX_HEADER_BYTES ? undefined : headerOf(line.toString("utf8"));
    if (header === undefined) {
      bad += 1;
      give(mark);
      give(line);
    } else body = Buffer.allocUnsafe(header.bytes);
    return end < 0 ? undefined : data.subarray(end + 1);
  };
  const takeBody = (data: Buffer, of: Header): Buffer | undefined => {
    const taken = data.copy(body, bodyBytes);
    bodyBytes += taken;
    if (bodyBytes < of.bytes) return undefined;
    header = undefined;
    bodyBytes = 0;
    onFrame(frameOf(of, body));
    return data.subarray(taken);
  };

  return {
    push(chunk: Buffer): void {
      let rest: Buffer | undefined = chunk;
      // Output of a process that forges frames is ignored.
      while (bad <= MOST_BAD_FRAMES && rest !== undefined && (rest.length > 0 || header?.bytes === bodyBytes))
        rest = header ? takeBody(rest, header) : inHeader ? takeHeader(rest) : takeOutput(rest);
    },
    /** How many headers were invalid: above a few, a cell forges them. */
    get forged(): boolean {
      return bad > MOST_BAD_FRAMES;
    },
    /** Releases what was held back for the rest of a frame. */
    flush(): void {
      if (inHeader) give(mark);
      give(release());
      give(body.subarray(0, bodyBytes));
      inHeader = false;
      bodyBytes = 0;
      header = undefined;
    },
  };
}

/** The position of the marker, or -1. A search for several bytes is slow if the first of them is frequent. */
function placeOf(marker: Buffer, data: Buffer): number {
  const last = data.length - marker.length;
  for (let at = data.indexOf(marker[0]!); at >= 0 && at <= last; at += 1) {
    let same = 0;
    while (same < marker.length && data[at + same] === marker[same]) same += 1;
    if (same === marker.length) return at;
  }
  return -1;
}

/** How many bytes at the end of the data may be the beginning of a marker. */
function beginningOf(marker: Buffer, data: Buffer): number {
  const at = data.lastIndexOf(marker[0]!);
  const length = data.length - at;
  return at >= 0 && length < marker.length && marker.subarray(0, length).equals(data.subarray(at))
    ? length
    : 0;
}

function headerOf(line: string): Header | undefined {
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(said) || !KINDS.has(said.kind)) return undefined;
  const parts: [string, number][] = [];
  let bytes = 0;
  for (const part of Array.isArray(said.parts) ? said.parts : []) {
    const [name, length] = Array.isArray(part) ? part : [];
    if (typeof name !== "string" || !Number.isSafeInteger(length) || length < 0) return undefined;
    bytes += length;
    parts.push([name, length]);
    if (parts.length > MOST_PARTS || bytes > MAX_FRAME_BYTES) return undefined;
  }
  return { said, parts, bytes };
}

const KINDS: ReadonlySet<unknown> = new Set(["text", "display", "exit", "done"]);

function frameOf({ said, parts }: Header, body: Buffer): Frame {
  const texts = new Map<string, string>();
  let at = 0;
  for (const [name, length] of parts) {
    texts.set(name, body.toString("utf8", at, at + length));
    at += length;
  }
  if (said.kind === "text") return { kind: "text", text: texts.get("text") ?? "" };
  if (said.kind === "display") return { kind: "display", data: bundleOf(texts) };
  if (said.kind === "exit")
    return { kind: "exit", code: Number.isInteger(said.code) ? Number(said.code) & 255 : 1 };
  if (said.ok !== true) return { kind: "done", error: errorOf(said, texts) };
  return { kind: "done", ...(parts.length > 0 && { value: bundleOf(texts) }) };
}

/** Drops parts whose names are not media types, because the names reach documents and other programs. */
function bundleOf(texts: ReadonlyMap<string, string>): Bundle {
  return Object.fromEntries([...texts].filter(([name]) => MEDIA_TYPE.test(name)));
}

function errorOf(
  { line, column }: Readonly<Record<string, unknown>>,
  texts: ReadonlyMap<string, string>,
): CellError {
  const stack = texts.get("stack");
  return {
    name: texts.get("name") ?? "Error",
    message: texts.get("message") ?? "",
    ...(isCount(line) && { line }),
    ...(isCount(line) && isCount(column) && { column }),
    stack,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
