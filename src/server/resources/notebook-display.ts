import { defineResource } from "../../mcp/define.ts";
import { completeCell, completeNotebook } from "../notebook/complete.ts";
import { displayContents } from "../notebook/displays.ts";

/** One thing that a cell displayed when it ran last, by its place. */
export const notebookDisplay = defineResource({
  uri: "thoughtbox://notebooks/{notebookId}/cells/{cellId}/display/{place}",
  name: "notebook-display",
  title: "Display of a cell",
  description: "A picture, table or text that a cell displayed in its last run, by its place from 1",
  complete: { notebookId: completeNotebook, cellId: completeCell },
  async read({ notebookId, cellId, place }, { notebooks }) {
    const run = await notebooks.run(notebookId!, cellId!);
    return run && displayContents(run.outputs, Number(place));
  },
});
