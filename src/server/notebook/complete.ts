import type { Complete } from "../../mcp/define.ts";

/** Ids of notebooks that begin with what was typed. */
export const completeNotebook: Complete = (typed, { notebooks }) => notebooks.ids(typed);

/** Ids of the cells that ran, when the notebook is known already. */
export const completeCell: Complete = async (typed, { notebooks }, { notebookId }) => {
  const found = notebookId === undefined ? undefined : await notebooks.read(notebookId);
  return [...(found?.runs.keys() ?? [])].filter((id) => id.startsWith(typed));
};
