import { readFileSync, realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { decode } from "../../notebook/decode.ts";
import { NotebookFileError } from "../../notebook/file-error.ts";
import type { Notebook } from "../../notebook/notebook.ts";
import { CommandFailure } from "../command.ts";
import { line } from "../table.ts";

/** Reads a `.src.md` file; a file that cannot be read is a usage error that names the line. */
export function readNotebook(file: string): Notebook {
  const text = readText(file);
  try {
    return decode(text, { linked: (path) => readLinked(dirname(file), path) });
  } catch (error) {
    if (!(error instanceof NotebookFileError)) throw error;
    throw new CommandFailure(`${line(file)}: ${line(error.message)}`, 2);
  }
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new CommandFailure(`${line(file)}: ${reason}`, 2);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandFailure(`${line(file)}: it is not UTF-8 text`, 2);
  }
}

/** Reads a code file that a notebook links to, only from its own folder, even through symbolic links. */
function readLinked(folder: string, path: string): string | undefined {
  if (!/\.([mc]?[jt]sx?|json)$/.test(path)) return undefined;
  try {
    const root = realpathSync(folder);
    const found = realpathSync(resolve(root, path));
    return found.startsWith(root + sep) ? readFileSync(found, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
