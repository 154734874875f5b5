import type { Thought } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";

/**
 * A message is serialized at once and contains its text up to four times, so a larger page would block the process.
 */
const PAGE_BYTES = 1024 * 1024;
const PAGE_THOUGHTS = 500;

/** A page of thoughts. */
export interface Page {
  readonly thoughts: readonly Thought[];
  /** The `seq` to continue after; absent on the last page. */
  readonly next?: number;
}

/** Reads as many thoughts as fit into one message. */
export async function readPage(store: Store, sessionId: string, after: number): Promise<Page> {
  const read = await store.thoughts(sessionId, { after, limit: PAGE_THOUGHTS });
  const thoughts = fitting(read);
  const isLast = thoughts.length === read.length && read.length < PAGE_THOUGHTS;
  return { thoughts, ...(!isLast && { next: thoughts.at(-1)?.seq ?? after }) };
}

/**
 * Reads at most this many of the newest thoughts, as far as they fit into one message; the last one is always included.
 */
export async function readNewest(
  store: Store,
  sessionId: string,
  count: number,
  most: number,
): Promise<readonly Thought[]> {
  const read = await store.thoughts(sessionId, { after: Math.max(0, count - most), limit: most });
  return fitting(read.toReversed()).toReversed();
}

function fitting(thoughts: readonly Thought[]): readonly Thought[] {
  let bytes = 0;
  const end = thoughts.findIndex((thought, index) => {
    // A control character takes six bytes in JSON, so the text's length is no bound.
    bytes += Buffer.byteLength(JSON.stringify(thought));
    return index > 0 && bytes > PAGE_BYTES;
  });
  return end < 0 ? thoughts : thoughts.slice(0, end);
}
