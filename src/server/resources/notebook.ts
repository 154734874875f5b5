import { type Complete, defineResource } from "../../mcp/define.ts";
import type { CellRun, CellState, NotebookState } from "../../notebook/notebook-store.ts";
import { isOptional } from "../notebook/arguments.ts";
import { cutMiddle } from "../notebook/cut.ts";
import { displayContents } from "../notebook/displays.ts";
import type { NotebookOperation } from "../notebook/operation.ts";
import { notebookOperations as operations } from "../notebook/operations.ts";
import { errorOf, outputOf } from "../notebook/run-result.ts";
import { outputUri } from "../notebook/uris.ts";
import { cellView, summaryView } from "../notebook/views.ts";

const MAX_OUTPUT = 4_000;
/** Clients drop messages over 10 MiB: the limit for all texts of a notebook as JSON. */
const MAX_TEXT = 6 * 1024 * 1024;

/** Ids of notebooks with this prefix. */
const completeNotebook: Complete = (prefix, { notebooks }) => notebooks.ids(prefix);

/** Ids of the cells that have run, once the notebook is known. */
export const completeCell: Complete = async (prefix, { notebooks }, { notebookId }) => {
  const ids = notebookId === undefined ? [] : await notebooks.ranCells(notebookId);
  return ids.filter((id) => id.startsWith(prefix));
};

/** One notebook with its cells and their last runs. */
export const notebook = defineResource({
  uri: "thoughtbox://notebooks/{notebookId}",
  name: "notebook",
  title: "Notebook",
  description: "Get notebook details",
  mimeType: "application/json",
  complete: { notebookId: completeNotebook },
  updatedBy: ({ notebookId }) => notebookId && `thoughtbox://notebooks/${notebookId}`,
  async read({ notebookId }, { notebooks }) {
    const found = await notebooks.read(notebookId!);
    return found && JSON.stringify(whole(found.notebook, found.runs));
  },
});

function whole(state: NotebookState, runs: ReadonlyMap<string, CellRun>) {
  let left = MAX_TEXT;
  /** The text if there is room for it, else null; get_cell returns it. */
  const within = (text: string | null): string | null => {
    const size = JSON.stringify(text).length;
    if (size > left) return null;
    left -= size;
    return text;
  };
  const cells = state.cells.map((cell) => ({ ...cellView(cell), content: within(cell.content) }));
  return {
    ...summaryView(state),
    cells: state.cells.map((cell, index) => {
      const run = runs.get(cell.id);
      return { ...cells[index], ...(run && { run: shownRun(state.id, cell, run, within) }) };
    }),
  };
}

function shownRun(
  notebookId: string,
  cell: CellState,
  run: CellRun,
  within: (text: string | null) => string | null,
) {
  const { status, exitCode, durationMs, startedAt, truncated } = run;
  const uri = outputUri(notebookId, cell.id);
  return {
    status,
    exitCode,
    durationMs: Math.round(durationMs),
    startedAt,
    truncated,
    output: within(cutMiddle(outputOf(run), MAX_OUTPUT, uri)),
    outputUri: uri,
    error: within(errorOf(run, cell, MAX_OUTPUT)),
  };
}

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

/** The notebook operations, with their arguments and examples. */
export const notebookOperations = defineResource({
  uri: "thoughtbox://notebook/operations",
  name: "notebook-operations",
  title: "Notebook operations",
  description: "Notebook operation catalog",
  mimeType: "text/markdown",
  read: async () => `# Notebook operations

Call the tool \`notebook\` with \`operation\` and \`args\`, or \`thoughtbox_gateway\` with the operation \`notebook\` and the operation's name as \`action\` among its \`args\`. Other names are accepted: \`type\` for \`cellType\`, \`code\` for \`content\`, \`name\` for \`title\`, \`deps\` or \`packages\` for \`dependencies\`, \`timeout\` for \`timeoutMs\`, and every name in snake_case.

${operations.map(section).join("\n")}`,
});

function section(operation: NotebookOperation): string {
  const rows = Object.entries(operation.input.shape).map(
    ([name, schema]) =>
      `- \`${name}\`${isOptional(schema) ? "" : " (required)"}${schema.description ? `: ${schema.description}` : ""}`,
  );
  const call = JSON.stringify({ operation: operation.name, args: operation.example });
  return `## ${operation.name}\n\n${operation.summary}.\n\n${rows.map((row) => `${row}\n`).join("")}${rows.length > 0 ? "\n" : ""}\`\`\`json\n${call}\n\`\`\`\n`;
}
