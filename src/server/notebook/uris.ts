/** Where everything that a cell printed can be read, in pages. */
export function outputUri(notebookId: string, cellId: string): string {
  return `${cellUri(notebookId, cellId)}/output`;
}

/** Where the display with this place, from 1, among those of a cell's last run can be read. */
export function displayUri(notebookId: string, cellId: string, place: number): string {
  return `${cellUri(notebookId, cellId)}/display/${place}`;
}

function cellUri(notebookId: string, cellId: string): string {
  return `thoughtbox://notebooks/${encodeURIComponent(notebookId)}/cells/${encodeURIComponent(cellId)}`;
}
