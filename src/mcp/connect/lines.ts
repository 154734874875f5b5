import { END_BYTES, type LongMessage } from "./too-long.ts";

/** Who is told of lines. */
export interface LineListener {
  readonly onLine: (line: string) => void;
  /** Called instead for a line that is too long; nothing of it but its ends was kept. */
  readonly onLong: (line: LongMessage) => void;
  /** Called once when a line is so long that it seems to have no end; nothing is read after that. */
  readonly onEndless?: (bytes: number) => void;
  /** Called for a line without anything. */
  readonly onEmpty?: () => void;
}

/** A line of so many times the limit has no end. */
const ENDLESS = 4;

/** Cuts bytes into lines; of a line over the limit only its ends are kept, however long it gets. */
export function splitLines(
  limit: number,
  { onLine, onLong, onEndless, onEmpty }: LineListener,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let isOver = false;
  let head = "";
  let tail: Buffer = Buffer.alloc(0);

  function add(part: Buffer): void {
    if (size <= limit) parts.push(part);
    size += part.length;
    if (size > limit * ENDLESS && !isOver && onEndless) {
      isOver = true;
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
    if (isOver) return;
    let start = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, at));
      end();
      start = at + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  };
}
