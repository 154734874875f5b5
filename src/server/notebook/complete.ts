import type { Complete } from "../../mcp/define.ts";

/** Ids of notebooks that begin with what was typed. */
export const completeNotebook: Complete = (typed, { notebooks }) => notebooks.ids(typed);

/** Ids of the cells that ran, when the notebook is known already. */
export const completeCell: Complete = async (typed, { notebooks }, { notebookId }) => {
  const ids = notebookId === undefined ? [] : await notebooks.ranCells(notebookId);
  return ids.filter((id) => id.startsWith(typed));
};
