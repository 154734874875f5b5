import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { trimEnd } from "../ledger/trim-end.ts";
import { isInside } from "./resolve-inside.ts";

/** Names that Clew uses in the data home. A path from a caller must not lead to or into one of these. */
export const RESERVED: readonly string[] = [
  "config.json",
  "chat.json",
  "tokens.json",
  "clew.db",
  "erasures.jsonl",
  "notebooks",
  "principals",
  "oauth",
];
/** Files that SQLite creates beside a database of any name. */
const BESIDE_DATABASE = /-(wal|shm|journal)$/;

/** The reserved name that a real path in the data home has or is inside of; undefined if there is none. */
export function reservedIn(home: string, path: string): string | undefined {
  if (!isInside(home, path)) return undefined;
  const [first = ""] = relative(home, path).split(sep);
  const name = folded(first);
  const found = RESERVED.find((one) => (one === "clew.db" ? name.startsWith(one) : name === one));
  return found ?? (BESIDE_DATABASE.test(name) ? "a file of the database" : undefined);
}

/** The same for a file that may not exist yet, named on the command line. */
export function reservedOutput(home: string, file: string): string | undefined {
  const folder = existingPath(dirname(resolve(file)));
  return reservedIn(existingPath(resolve(home)), join(folder, basename(file)));
}

/** The real path, as far as it exists. */
function existingPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(existingPath(dirname(path)), basename(path));
  }
}

/**
 * A name as the most tolerant file system compares it: without case, in one Unicode form, without trailing dots and
 * spaces.
 */
function folded(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC");
  return trimEnd(plain, ". ").split(":", 1)[0]!;
}
