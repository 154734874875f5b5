import { basename, dirname } from "node:path";
import { dataHome, findDestination, shownPath } from "../files/destination.ts";
import { exportFailed } from "../files/export-failure.ts";
import { type Destination, writeInside } from "../files/write-inside.ts";
import { numbered, pace, slug } from "../ledger/index.ts";
import { documentPieces } from "./document.ts";
import { boundRoot, findNotebook } from "./find-notebook.ts";
import type { NotebookState, NotebookStore } from "./notebook-store.ts";
import type { NotebookFormat, NotebookSettings, Notebooks } from "./notebooks.ts";

/** Writes notebooks to files in the data home or the bound root. */
export function createExporting(store: NotebookStore, settings: NotebookSettings): Pick<Notebooks, "export"> {
  return {
    async export(caller, { notebookId, path: wanted, format: named, overwrite = false }) {
      const notebook = await findNotebook(store, caller, notebookId);
      const path = wanted?.trim() || undefined;
      const format = path === undefined ? (named ?? "src.md") : formatOf(path, named);
      const home = await dataHome(settings.home);
      const destination: Destination =
        path === undefined
          ? { home, root: home, folder: "exports", names: fileNames(notebook.title, format) }
          : {
              home,
              ...(await splitPlace(home, await boundRoot(store, caller), path)),
              replace: overwrite,
            };
      const written = await writeInside(destination, pieces(await textOf(store, notebook, format)));
      return {
        notebookId: notebook.id,
        path: shownPath(home, written.path),
        format,
        bytes: written.bytes,
      };
    },
  };
}

const ENDINGS: Readonly<Record<NotebookFormat, readonly string[]>> = {
  "src.md": [".src.md", ".md"],
  ipynb: [".ipynb"],
  html: [".html", ".htm"],
};

/** The format of a file extension; it must match the requested format, if any. */
function formatOf(path: string, named: NotebookFormat | undefined): NotebookFormat {
  const formats = Object.keys(ENDINGS) as NotebookFormat[];
  const byExtension = formats.find((format) =>
    ENDINGS[format].some((ending) => path.toLowerCase().endsWith(ending)),
  );
  if (named !== undefined && byExtension !== named)
    throw exportFailed(`the path of a ${named} file must end in ${ENDINGS[named].join(" or ")}`);
  if (byExtension === undefined) throw exportFailed("the path must end in .src.md, .ipynb or .html");
  return byExtension;
}

function* fileNames(title: string, format: NotebookFormat): Generator<string> {
  const base = slug(title) || "notebook";
  for (let attempt = 1; ; attempt++) yield `${numbered(base, attempt)}.${format}`;
}

async function splitPlace(home: string, bound: string | undefined, wanted: string) {
  const { root, path } = await findDestination(home, bound, wanted);
  return { root, folder: dirname(path), names: [basename(path)] };
}

async function textOf(
  store: NotebookStore,
  state: NotebookState,
  format: NotebookFormat,
): Promise<Iterable<string>> {
  const notebook = { ...state, cells: [...state.cells] };
  const runs = format === "src.md" ? [] : await store.cellRuns(state.id);
  const outputs = new Map([...runs].map(([id, run]) => [id, run.outputs]));
  return documentPieces(format, notebook, outputs);
}

async function* pieces(texts: Iterable<string>): AsyncGenerator<string> {
  for (const text of texts) {
    yield text;
    await pace();
  }
}
