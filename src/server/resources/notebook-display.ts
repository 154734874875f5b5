import { defineResource } from "../../mcp/define.ts";
import { completeCell, completeNotebook } from "../notebook/complete.ts";
import { displayContents } from "../notebook/displays.ts";

/** One display of a cell's last run, by its position. */
export const notebookDisplay = defineResource({
  uri: "thoughtbox://notebooks/{notebookId}/cells/{cellId}/display/{place}",
  name: "notebook-display",
  title: "Display of a cell",
  description: "An image, table or text that a cell displayed in its last run, by its position from 1",
  complete: { notebookId: completeNotebook, cellId: completeCell },
  async read({ notebookId, cellId, place }, { notebooks }) {
    const run = await notebooks.run(notebookId!, cellId!);
    return run && displayContents(run.outputs, Number(place));
  },
});
