import type { Thought } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";

/** Clients drop messages over 10 MiB, so a page ends well before. */
const PAGE_BYTES = 4 * 1024 * 1024;
const PAGE_THOUGHTS = 500;

/** A page of thoughts. */
export interface Page {
  readonly thoughts: readonly Thought[];
  /** The `seq` to go on after; absent on the last page. */
  readonly next?: number;
}

/** Reads as many thoughts as fit into one message. */
export async function readPage(store: Store, sessionId: string, after: number): Promise<Page> {
  const read = await store.thoughts(sessionId, { after, limit: PAGE_THOUGHTS });
  const thoughts = fitting(read);
  const isLast = thoughts.length === read.length && read.length < PAGE_THOUGHTS;
  return { thoughts, ...(!isLast && { next: thoughts.at(-1)?.seq ?? after }) };
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
