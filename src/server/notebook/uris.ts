/** Resource with everything that a cell printed, in pages. */
export function outputUri(notebookId: string, cellId: string): string {
  return `${cellUri(notebookId, cellId)}/output`;
}

/** Resource with one display of a cell's last run, by position from 1. */
export function displayUri(notebookId: string, cellId: string, position: number): string {
  return `${cellUri(notebookId, cellId)}/display/${position}`;
}

function cellUri(notebookId: string, cellId: string): string {
  return `thoughtbox://notebooks/${encodeURIComponent(notebookId)}/cells/${encodeURIComponent(cellId)}`;
}
