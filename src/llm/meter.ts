import { BOUNDS, RefusedAnswer } from "./bounds.ts";

/** Smaller JSON is not weighed: it cannot grow much in memory. */
const SMALL = 64 * 1024;

const LF = 10;
const CR = 13;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Checks the bytes of one response as they arrive and throws RefusedAnswer at the first byte too many. In an event stream
 * the event limit applies between blank lines, in any other response to the whole.
 */
export function meter(isEventStream: boolean): (bytes: Uint8Array) => void {
  let total = 0;
  /** The current event: its size, and its bytes while it is small. */
  let size = 0;
  let start: Uint8Array[] = [];
  let weigh: ((bytes: Uint8Array) => void) | undefined;
  /** The last two bytes of the previous packet. */
  let before = 0;
  let earlier = 0;

  function add(bytes: Uint8Array): void {
    size += bytes.length;
    if (size > BOUNDS.event) throw new RefusedAnswer("a line or an event of more than 16 MB");
    if (size <= SMALL) {
      if (bytes.length > 0) start.push(bytes);
      return;
    }
    if (weigh === undefined) {
      weigh = jsonWeigher();
      for (const piece of start) weigh(piece);
      start = [];
    }
    weigh(bytes);
  }

  return (bytes) => {
    total += bytes.length;
    if (total > BOUNDS.turn) throw new RefusedAnswer("more than 64 MB in one turn");
    const begins = isEventStream ? lastEventIn(bytes, before, earlier) : -1;
    earlier = bytes.at(-2) ?? before;
    before = bytes.at(-1) ?? before;
    if (begins === -1) return add(bytes);
    // The event that ends here is complete, and small unless it was large already.
    if (size > SMALL) add(bytes.subarray(0, begins));
    size = 0;
    start = [];
    weigh = undefined;
    add(bytes.subarray(begins));
  };
}

/** Offset of the last event in these bytes, after a blank line; -1 without a blank line. */
function lastEventIn(bytes: Uint8Array, before: number, earlier: number): number {
  const at = (index: number) => (index >= 0 ? bytes[index] : index === -1 ? before : earlier);
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    const byte = bytes[index];
    if (byte !== LF && byte !== CR) continue;
    // CRLF is one line end.
    const previous = byte === LF && at(index - 1) === CR ? at(index - 2) : at(index - 1);
    if (previous === LF || previous === CR) return index + 1;
  }
  return -1;
}

/**
 * Counts the levels and values of JSON before it is parsed: a few megabytes of `{},{},` become hundreds in memory.
 * Accepts bytes as they arrive, also the lines of server-sent events. Throws RefusedAnswer.
 */
function jsonWeigher(): (bytes: Uint8Array) => void {
  let levels = 0;
  let values = 0;
  let inString = false;
  let isEscaped = false;
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (byte === LF || byte === CR) {
        // A JSON string cannot span lines. Each line of an event becomes a string, so it counts as a value.
        inString = isEscaped = false;
        values += 1;
      } else if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === COMMA) values += 1;
      else if (byte === 0x5b || byte === 0x7b) {
        values += 1;
        levels += 1;
        if (levels > BOUNDS.levels) throw new RefusedAnswer("JSON of more than 1,000 levels");
      } else if (byte === 0x5d || byte === 0x7d) levels -= 1;
    }
    if (values > BOUNDS.values)
      throw new RefusedAnswer("more than 250,000 lines or JSON values in one event");
  };
}
