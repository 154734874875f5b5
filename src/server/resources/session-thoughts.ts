import type { Thought } from "../../ledger/index.ts";
import { defineResource } from "../../mcp/define.ts";

/** Clients drop messages over 10 MiB, so a page ends well before. */
const PAGE_BYTES = 4 * 1024 * 1024;
const PAGE_THOUGHTS = 500;

/** The thoughts of one session, in pages: `next` is the URI of the following page. */
export const sessionThoughts = defineResource({
  uri: "thoughtbox://sessions/{sessionId}/thoughts",
  name: "session-thoughts",
  title: "Thoughts of a session",
  description: "Get all thoughts from session, 500 a page; follow `next`",
  mimeType: "application/json",
  complete: { sessionId: (typed, { reasoning }) => reasoning.sessionIds(typed) },
  updatedBy: (sessionId) => `thoughtbox://sessions/${sessionId}/thoughts`,
  async read({ sessionId }, { reasoning }, query) {
    if (!(await reasoning.session(sessionId!))) return undefined;
    const after = Number(query.get("after") ?? 0);
    if (!Number.isSafeInteger(after) || after < 0) return undefined;
    const read = await reasoning.thoughts(sessionId!, { after, limit: PAGE_THOUGHTS });
    const thoughts = firstPage(read);
    const isLast = thoughts.length === read.length && read.length < PAGE_THOUGHTS;
    const next = isLast
      ? {}
      : { next: `thoughtbox://sessions/${sessionId}/thoughts?after=${thoughts.at(-1)?.seq ?? after}` };
    return JSON.stringify({ sessionId, thoughts, ...next });
  },
});

function firstPage(thoughts: readonly Thought[]): readonly Thought[] {
  let bytes = 0;
  const end = thoughts.findIndex((thought, index) => {
    // A control character takes six bytes in JSON, so the text's length is no bound.
    bytes += Buffer.byteLength(JSON.stringify(thought));
    return index > 0 && bytes > PAGE_BYTES;
  });
  return end < 0 ? thoughts : thoughts.slice(0, end);
}
