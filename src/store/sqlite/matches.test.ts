import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { DatabaseSync } from "../../files/sqlite.ts";
import { createMatches } from "./matches.ts";
import { createScope } from "./search-scope.ts";
import { openSqliteStore } from "./store.ts";

const BOUNDS = { newest: 50, newestHeld: 50, enough: 40, enoughOfOne: 40, read: 200, lookups: 60 };
const OTHERS = 20;

/** A ledger in which the sessions of a project go on among many others; `text` gives the text of each thought. */
async function openLedger(
  sessions: number,
  thoughts: number,
  text: (isOwn: boolean, round: number) => string,
) {
  const folder = temporaryFolder();
  const file = join(folder.path, "clew.db");
  const store = await openSqliteStore(file);
  const add = (id: string, project: string, content: string) =>
    store.append({
      target: { sessionId: id, create: () => ({ id, title: id, mode: "chain", project }) },
      content,
      nextThoughtNeeded: true,
      mode: "chain",
      source: "thoughtbox",
    });
  const added: Promise<unknown>[] = [];
  for (let round = 0; round < thoughts; round++)
    for (let session = 0; session < sessions; session++) {
      added.push(add(`own${session}`, "own", text(true, round)));
      for (let other = 0; other < OTHERS; other++) added.push(add("other", "other", text(false, round)));
    }
  await Promise.all(added);
  await store.close();
  const db = new DatabaseSync(file, { readOnly: true });
  return {
    db,
    [Symbol.dispose]() {
      db.close();
      folder[Symbol.dispose]();
    },
  };
}

/** The matches of words in the project, and how many thoughts were looked up one by one. */
function search(db: DatabaseSync, words: string) {
  let lookups = 0;
  const counting = {
    prepare(sql: string) {
      const statement = db.prepare(sql);
      if (!sql.startsWith("SELECT 1 FROM thought_text")) return statement;
      const get = (...given: string[]) => {
        lookups += 1;
        return statement.get(...given);
      };
      return { get };
    },
  } as unknown as DatabaseSync;
  const { positions, isAll } = createMatches(counting, BOUNDS)(createScope(db)({ text: "", project: "own" }))(
    words,
  );
  return { found: positions.length, isAll, lookups };
}

test("[PG33] looks up a bounded number of thoughts of many sessions that are scattered among others", async () => {
  using ledger = await openLedger(30, 5, (isOwn, round) => (isOwn && round > 1 ? "rare" : "common"));
  expect(search(ledger.db, '"common"')).toMatchObject({ isAll: false, lookups: 60 });
  expect(search(ledger.db, '"rare"')).toMatchObject({ found: 50, lookups: 0 });
  const misspelled = Array.from({ length: 240 }, (_, index) => `"common${index}"`).join(" OR ");
  expect(search(ledger.db, `"common" OR ${misspelled}`)).toMatchObject({ isAll: false, lookups: 1 });
});

test("[PG33] finds every thought of a few scattered sessions", async () => {
  using ledger = await openLedger(2, 100, (isOwn, round) => (isOwn && round > 1 ? "rare" : "common"));
  expect(search(ledger.db, '"common"')).toMatchObject({ found: 4, isAll: true });
});
