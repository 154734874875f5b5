import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { trimEnd } from "../ledger/trim-end.ts";
import { isInside } from "./inside.ts";

/** What Clew itself keeps in the data home. No path that a caller names may lead to one of these, or into it. */
export const RESERVED: readonly string[] = [
  "config.json",
  "chat.json",
  "tokens.json",
  "clew.db",
  "notebooks",
  "principals",
  "oauth",
];
/** Files that SQLite makes beside a database, whatever its name. */
const BESIDE_DATABASE = /-(wal|shm|journal)$/;

/** The reserved name that a real path in the data home has or lies below; undefined when it is free. */
export function reservedIn(home: string, path: string): string | undefined {
  if (!isInside(home, path)) return undefined;
  const [first = ""] = relative(home, path).split(sep);
  const name = folded(first);
  const found = RESERVED.find((one) => (one === "clew.db" ? name.startsWith(one) : name === one));
  return found ?? (BESIDE_DATABASE.test(name) ? "a file of the database" : undefined);
}

/** The same for a file that may not exist yet, named by the person at the command line. */
export function reservedOutput(home: string, file: string): string | undefined {
  const folder = existingPath(dirname(resolve(file)));
  return reservedIn(existingPath(resolve(home)), join(folder, basename(file)));
}

/** The real path as far as it exists. */
function existingPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(existingPath(dirname(path)), basename(path));
  }
}

/** A name as the most tolerant file system compares it: no case, one Unicode form, no trailing dots and spaces. */
function folded(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC");
  return trimEnd(plain, ". ").split(":", 1)[0]!;
}
