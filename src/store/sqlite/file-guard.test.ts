import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { DatabaseSync } from "../../files/sqlite.ts";
import { createFileGuard } from "./file-guard.ts";

const moved = expect.objectContaining({ code: "STORE_MOVED" });

test.each(["-wal", "-shm"])(
  "[S16] a %s file that was deleted while the database was opened is noticed",
  (suffix) => {
    using folder = temporaryFolder();
    const file = join(folder.path, "clew.db");
    const db = new DatabaseSync(file);
    db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)");
    rmSync(`${file}${suffix}`);
    const guard = createFileGuard(db, file);
    expect(() => guard.check()).toThrow(moved);
    // Another process creates such a file again: this connection still has the old one.
    writeFileSync(`${file}${suffix}`, "");
    expect(() => guard.check()).toThrow(moved);
    db.close();
  },
);

test("[S16] accepts a database with all its files, and one without a log", () => {
  using folder = temporaryFolder();
  for (const mode of ["WAL", "DELETE"]) {
    const file = join(folder.path, `${mode}.db`);
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA journal_mode = ${mode}; CREATE TABLE t (x); INSERT INTO t VALUES (1)`);
    createFileGuard(db, file).check();
    db.close();
  }
});
