import type { Complete } from "../../mcp/define.ts";

/** Ids of notebooks with this prefix. */
export const completeNotebook: Complete = (prefix, { notebooks }) => notebooks.ids(prefix);

/** Ids of the cells that have run, once the notebook is known. */
export const completeCell: Complete = async (prefix, { notebooks }, { notebookId }) => {
  const ids = notebookId === undefined ? [] : await notebooks.ranCells(notebookId);
  return ids.filter((id) => id.startsWith(prefix));
};
