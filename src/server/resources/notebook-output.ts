import { defineResource } from "../../mcp/define.ts";
import { completeCell, completeNotebook } from "../notebook/complete.ts";
import { outputUri } from "../notebook/uris.ts";

/** Clients drop messages over 10 MiB, and a letter may cost six in JSON. */
const PAGE_LETTERS = 1024 * 1024;

/** Everything that a cell printed when it ran last, in pages. */
export const notebookOutput = defineResource({
  uri: "thoughtbox://notebooks/{notebookId}/cells/{cellId}/output",
  name: "notebook-output",
  title: "Output of a cell",
  description: "All that a cell printed in its last run, 1 MiB a page; the last line names the next page",
  mimeType: "text/plain",
  complete: { notebookId: completeNotebook, cellId: completeCell },
  async read({ notebookId, cellId }, { notebooks }, query) {
    const after = Number(query.get("after") ?? 0);
    if (!Number.isSafeInteger(after) || after < 0) return undefined;
    const output = await notebooks.output(notebookId!, cellId!);
    if (output === undefined) return undefined;
    const end = pageEnd(output, after);
    const page = output.slice(after, end);
    return end >= output.length
      ? page
      : `${page}\n… goes on at ${outputUri(notebookId!, cellId!)}?after=${end}`;
  },
});

/** Where a page ends: never between the two halves of a letter. */
function pageEnd(output: string, after: number): number {
  const end = after + PAGE_LETTERS;
  const last = output.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}
