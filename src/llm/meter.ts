import { BOUNDS, RefusedAnswer } from "./bounds.ts";
import { jsonWeigher } from "./json-weigher.ts";

/** Below this size no JSON is weighed: it cannot grow to much. */
const SMALL = 64 * 1024;

const LF = 10;
const CR = 13;

/**
 * Checks the bytes of one answer as they arrive, and throws RefusedAnswer at the first one too many. In a stream of events
 * the bound of an event holds from one blank line to the next, in any other answer for the whole.
 */
export function meter(isEventStream: boolean): (bytes: Uint8Array) => void {
  let total = 0;
  /** The event so far: its size, and its bytes while it is small. */
  let size = 0;
  let start: Uint8Array[] = [];
  let weigh: ((bytes: Uint8Array) => void) | undefined;
  /** The last byte of what came before, and the one before it. */
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
  function reset(): void {
    size = 0;
    start = [];
    weigh = undefined;
  }

  return (bytes) => {
    total += bytes.length;
    if (total > BOUNDS.turn) throw new RefusedAnswer("more than 64 MB in one turn");
    const begins = isEventStream ? lastEventIn(bytes, before, earlier) : -1;
    earlier = bytes.at(-2) ?? before;
    before = bytes.at(-1) ?? before;
    if (begins === -1) return add(bytes);
    // What ends here is whole, and small unless it was large before.
    if (size > SMALL) add(bytes.subarray(0, begins));
    reset();
    add(bytes.subarray(begins));
  };
}

/** Where the last event in these bytes begins, after a blank line; -1 when there is no blank line. */
function lastEventIn(bytes: Uint8Array, before: number, earlier: number): number {
  const at = (index: number) => (index >= 0 ? bytes[index] : index === -1 ? before : earlier);
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    const byte = bytes[index];
    if (byte !== LF && byte !== CR) continue;
    // A return and a line feed are one end of a line: a blank line has two.
    const previous = byte === LF && at(index - 1) === CR ? at(index - 2) : at(index - 1);
    if (previous === LF || previous === CR) return index + 1;
  }
  return -1;
}
