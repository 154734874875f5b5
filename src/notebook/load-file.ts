import { dirname, isAbsolute } from "node:path";
import { checkBound, dataHome, findDestination, fromHome } from "../files/destination.ts";
import { type FileRead, readInside, toReadFailure } from "../files/read-inside.ts";
import { Failure } from "../ledger/index.ts";
import { decode } from "./decode.ts";
import type { ReadLinked } from "./decode-cells.ts";
import { NotebookFileError } from "./file-error.ts";
import type { Notebook } from "./notebook.ts";
import { MAX_CELL_BYTES, MAX_CELLS, MAX_FILE_BYTES } from "./size.ts";

const MAX_TITLE_CHARACTERS = 1_000;
const ENDINGS = [".src.md", ".md"];
/** A notebook must not read files other than code, such as a file with secrets. */
const LINKED_ENDINGS = [".ts", ".js", ".mts", ".mjs", ".cts", ".cjs", ".tsx", ".jsx", ".json"];

/** Reads the notebook of a `.src.md` file in the data home or the bound root, or of a file's text. */
export async function loadFile(
  from: { readonly path?: string; readonly content?: string },
  home: string,
  bound: string | undefined,
): Promise<Notebook> {
  const path = from.path?.trim() || undefined;
  if ((path === undefined) === (from.content === undefined))
    throw refused("Send the path of a .src.md file, or its text as content: one of the two.");
  const notebook =
    path === undefined ? decodeContent(from.content!) : await decodeFile(await find(path, home, bound), home);
  if (notebook.title.length > MAX_TITLE_CHARACTERS)
    throw refused(`The title has more than ${MAX_TITLE_CHARACTERS} characters. Shorten it.`);
  return notebook;
}

/** A relative path may start at either folder, because exports return paths relative to the data home. */
async function find(wanted: string, home: string, bound: string | undefined): Promise<FileRead> {
  const path = fromHome(wanted);
  const own = await dataHome(home);
  const roots = isAbsolute(path)
    ? [await rootOf(path, own, bound)]
    : bound === undefined
      ? [own]
      : [bound, own];
  let refusal: unknown;
  for (const root of roots) {
    try {
      if (root === bound)
        await checkBound(root, own).catch((error: unknown) => Promise.reject(toReadFailure(error)));
      const file = await readInside({ home: own, root, path, endings: ENDINGS, mostBytes: MAX_FILE_BYTES });
      if (file) return file;
    } catch (error) {
      refusal ??= error;
    }
  }
  const shown = JSON.stringify(wanted.slice(0, 200).toWellFormed());
  throw refusal ?? refused(`There is no file ${shown} in the data home or in the bound root.`);
}

async function rootOf(path: string, home: string, bound: string | undefined): Promise<string> {
  try {
    return (await findDestination(home, bound, path)).root;
  } catch (error) {
    throw toReadFailure(error);
  }
}

function decodeContent(content: string): Notebook {
  if (Buffer.byteLength(content) > MAX_FILE_BYTES)
    throw refused(`content has more than ${MAX_FILE_BYTES} bytes. Split the notebook.`);
  return read(content.toWellFormed());
}

/** Srcbook's notebooks may have their code in separate files. */
async function decodeFile({ path, text }: FileRead, home: string): Promise<Notebook> {
  const linked = new Map<string, string>();
  const notebook = read(text, (link) => {
    linked.set(link, "");
    return "";
  });
  if (linked.size === 0) return notebook;
  if (linked.size > MAX_CELLS) throw refused(`A notebook has at most ${MAX_CELLS} cells.`);
  const around = { home: await dataHome(home), root: dirname(path) };
  let total = 0;
  for (const link of linked.keys()) {
    const file = await readInside({
      ...around,
      path: link,
      endings: LINKED_ENDINGS,
      mostBytes: MAX_CELL_BYTES,
    });
    total += file?.text.length ?? 0;
    if (total > MAX_FILE_BYTES) throw refused("The files of this notebook are too large together. Split it.");
    if (file) linked.set(link, file.text);
    else linked.delete(link);
  }
  return read(text, (link) => linked.get(link));
}

function read(text: string, linked?: ReadLinked): Notebook {
  try {
    return decode(text, linked && { linked });
  } catch (error) {
    if (error instanceof NotebookFileError) throw refused(error.message, error);
    throw error;
  }
}

const refused = (problem: string, cause?: unknown) => new Failure("INVALID_ARGUMENT", { problem }, { cause });
