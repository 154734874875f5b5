import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Random } from "../random.ts";

const FILES = ["clew.db", "clew.db-wal", "clew.db-shm"] as const;

/** A ledger whose files were taken away under running servers. */
export interface Removal {
  /** What was done, in words. */
  readonly what: string;
  /** Whether what a server still writes to the old file can be found by nobody. */
  readonly isGone: boolean;
  /** Puts the ledger back as the servers left it; nobody may write any more. */
  restore(): void;
}

/** Takes the ledger of a home away in one of several ways. */
export function removeLedger(home: string, aside: string, random: Random): Removal {
  const at = (name: string) => join(home, name);
  const away = (name: string) => join(aside, name);
  const names = random.chance(0.6) ? FILES : FILES.slice(0, 1);
  const said = names.length === 1 ? "the database file" : "the database file and its log";
  const way = random.pick([
    "deleted",
    "moved",
    "replaced by an empty file",
    "replaced by an empty database",
  ] as const);
  if (way === "moved") {
    // All files or none: a database without its log is another database.
    for (const name of FILES) if (existsSync(at(name))) renameSync(at(name), away(name));
    return {
      what: "the database file was moved away",
      isGone: false,
      restore() {
        for (const name of FILES) rmSync(at(name), { force: true });
        for (const name of FILES) if (existsSync(away(name))) renameSync(away(name), at(name));
      },
    };
  }
  // A file that is open stays, though nobody else can find it.
  const held = new Map(
    FILES.slice(0, 2)
      .filter((name) => existsSync(at(name)))
      .map((name) => [name, openSync(at(name), "r")] as const),
  );
  if (way === "deleted") for (const name of names) rmSync(at(name), { force: true });
  else {
    const other = away("other.db");
    writeFileSync(other, "");
    if (way === "replaced by an empty database") {
      const db = new DatabaseSync(other);
      db.exec("CREATE TABLE other (x)");
      db.close();
    }
    renameSync(other, at("clew.db"));
    // The log belongs to the old file.
    for (const name of FILES.slice(1)) rmSync(at(name), { force: true });
  }
  return {
    what: `${way === "deleted" ? said : "the database file"} was ${way}`,
    isGone: true,
    restore() {
      for (const [name, file] of held) writeFileSync(away(name), readFileSync(file));
      for (const file of held.values()) closeSync(file);
      for (const name of FILES) rmSync(at(name), { force: true });
      for (const name of held.keys()) renameSync(away(name), at(name));
    },
  };
}
