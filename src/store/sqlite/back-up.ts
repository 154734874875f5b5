import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "../../files/sqlite.ts";
import { Failure } from "../../ledger/index.ts";
import { translate } from "./failures.ts";
import { refuse } from "./migrate.ts";

/**
 * Writes the current state of a ledger to a new file, while others may write to the ledger. The file appears when it is
 * complete and on disk; an existing file is never overwritten.
 */
export function backUp(file: string, to: string): { readonly bytes: number } {
  if (!existsSync(file)) throw new Failure("COPY_REFUSED", { reason: `there is no ledger at ${file}` });
  refuseExisting(to);
  const part = `${to}.${process.pid}.part`;
  try {
    write(file, part);
    check(part);
    sync(part);
    refuseExisting(to);
    renameSync(part, to);
    sync(dirname(to));
    return { bytes: statSync(to).size };
  } catch (error) {
    throw translate(error);
  } finally {
    for (const end of ["", "-journal"]) rmSync(`${part}${end}`, { force: true });
  }
}

function write(file: string, part: string): void {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    refuse(db);
    db.prepare("VACUUM INTO ?").run(part);
  } finally {
    db.close();
  }
}

function check(part: string): void {
  const db = new DatabaseSync(part, { readOnly: true });
  try {
    const found = db.prepare("PRAGMA quick_check(1)").get()!.quick_check;
    if (found !== "ok") throw new Failure("STORE_CORRUPT", { problem: String(found) });
  } finally {
    db.close();
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function refuseExisting(to: string): void {
  if (existsSync(to))
    throw new Failure("COPY_REFUSED", { reason: `${to} already exists; choose the name of a new file` });
}
