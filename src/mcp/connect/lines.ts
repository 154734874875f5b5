import type { JSONRPCErrorResponse } from "@modelcontextprotocol/client";

/** How much of each end of an oversized message is kept. */
export const END_BYTES = 256;
/** A line longer than this multiple of the limit counts as endless. */
const ENDLESS_FACTOR = 4;

/** The two ends of an oversized message. */
export interface LongMessage {
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
}

export interface LineListener {
  readonly onLine: (line: string) => void;
  /** Called instead of `onLine` for an oversized line, of which only the ends were kept. */
  readonly onLong: (line: LongMessage) => void;
  /** Called once for a line that seems to have no end; nothing is read after it. */
  readonly onEndless?: (bytes: number) => void;
  readonly onEmpty?: () => void;
}

/** Splits bytes into lines. Of a line over the limit only the ends are kept in memory. */
export function splitLines(
  limit: number,
  { onLine, onLong, onEndless, onEmpty }: LineListener,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let isEndless = false;
  let head = "";
  let tail: Buffer = Buffer.alloc(0);

  function add(part: Buffer): void {
    if (size <= limit) parts.push(part);
    size += part.length;
    if (size > limit * ENDLESS_FACTOR && !isEndless && onEndless) {
      isEndless = true;
      onEndless(size);
    }
    if (size <= limit) return;
    if (parts.length > 0) {
      const kept = Buffer.concat(parts);
      head = kept.toString("utf8", 0, END_BYTES);
      tail = kept.subarray(-END_BYTES);
      parts = [];
    } else {
      tail = Buffer.concat([tail, part.subarray(-END_BYTES)]).subarray(-END_BYTES);
    }
  }

  function end(): void {
    if (size > limit) onLong({ head, tail: tail.toString("utf8"), bytes: size });
    else if (size > 0) onLine(parts.length === 1 ? parts[0]!.toString() : Buffer.concat(parts).toString());
    else onEmpty?.();
    parts = [];
    size = 0;
  }

  return (chunk) => {
    if (isEndless) return;
    let start = 0;
    for (let index = chunk.indexOf(10); index >= 0; index = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, index));
      end();
      start = index + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  };
}

/**
 * The error that replaces an oversized answer, so that the caller learns why. Its id is read from one of the message's
 * ends; undefined when neither has it.
 */
export function refuseLong(message: LongMessage, limit: number): JSONRPCErrorResponse | undefined {
  const id = idOf(message);
  return id === undefined ? undefined : longAnswer(id, message.bytes, limit);
}

/** The error for a request whose answer was oversized. */
export function longAnswer(id: string | number, bytes: number, limit: number): JSONRPCErrorResponse {
  const message = `The answer has ${bytes} bytes or more; at most ${limit} are read. Ask for less at once.`;
  return { jsonrpc: "2.0", id, error: { code: -32603, message } };
}

/** The members of the message itself are at its very ends, before or after the long result. */
function idOf({ head, tail }: LongMessage): string | number | undefined {
  const first =
    /^\s{0,9}\{(?:\s{0,9}"jsonrpc"\s{0,9}:\s{0,9}"2\.0"\s{0,9},)?\s{0,9}"id"\s{0,9}:\s{0,9}(\d{1,20}|"[^"\\]{1,100}")\s{0,9},/.exec(
      head,
    );
  const last =
    /,\s{0,9}"id"\s{0,9}:\s{0,9}(\d{1,20}|"[^"\\]{1,100}")\s{0,9}(?:,\s{0,9}"jsonrpc"\s{0,9}:\s{0,9}"2\.0"\s{0,9})?\}\s{0,9}$/.exec(
      tail,
    );
  const found = first?.[1] ?? last?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}
