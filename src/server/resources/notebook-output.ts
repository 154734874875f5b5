import { defineResource } from "../../mcp/define.ts";
import { completeCell, completeNotebook } from "../notebook/complete.ts";
import { outputUri } from "../notebook/uris.ts";

/** Clients drop messages over 10 MiB, and a character may take six in JSON. */
const PAGE_CHARACTERS = 1024 * 1024;

/** The complete output of a cell's last run, in pages. */
export const notebookOutput = defineResource({
  uri: "thoughtbox://notebooks/{notebookId}/cells/{cellId}/output",
  name: "notebook-output",
  title: "Output of a cell",
  description: "The complete output of a cell's last run, 1 MiB per page; the last line names the next page",
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
      : `${page}\n… continues at ${outputUri(notebookId!, cellId!)}?after=${end}`;
  },
});

/** Where a page ends: never inside a surrogate pair. */
function pageEnd(output: string, after: number): number {
  const end = after + PAGE_CHARACTERS;
  const last = output.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}
