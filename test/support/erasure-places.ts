import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { DatabaseSync } from "../../src/files/sqlite.ts";
import { draftOf } from "../../src/store/contract/fixture.ts";
import { invocationOf } from "../../src/store/contract/invocation-fixture.ts";
import type { StoreLocation } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { usePostgres } from "./postgres-ledger.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A new ledger whose stored bytes a test can read. */
export interface Place {
  readonly home: string;
  readonly location: StoreLocation;
  /** Everything that is stored, as one text. */
  readonly everything: () => Promise<string>;
  /** Runs statements behind the store's back. */
  readonly execute: (sql: string) => Promise<void>;
}

/** A text that is erased; no other text has it. */
export const MARKER = "zebra-QX77-plover";

/** Stores a secret thought and quotes of it wherever a ledger has texts. */
export async function fillWithQuotes(store: Store, home: string) {
  await store.openSession({ id: "s", title: "Plan", mode: "chain" });
  await store.append(draftOf({ sessionId: "s" }, "First, we look at the logs of the service"));
  await store.append(
    draftOf({ sessionId: "s" }, `The key is ${MARKER} and it opens the door`, {
      metadata: { note: MARKER },
      idempotency: { scope: "x", key: "k" },
      marks: [{ kind: "decision", text: `Keep ${MARKER}`, reason: `because of ${MARKER}` }],
      evidence: [{ ref: `https://example.org/${MARKER}`, kind: "url" }],
      needsInput: `Is ${MARKER} right?`,
    }),
  );
  await store.append(draftOf({ sessionId: "s" }, "Third, we close the door"));
  await store.addNote("s", { author: "ann", text: `You wrote ${MARKER}` });
  await store.saveCritique("s", 2, { text: `Do not write ${MARKER} down` });
  await store.keepInvocations([
    invocationOf(1, { session_id: "s", input: { thought: `The key is ${MARKER}` } }),
    invocationOf(2, { input: { query: "key" }, output: { results: [{ snippet: `[key] is ${MARKER}` }] } }),
    invocationOf(3, { input: { query: "something else" } }),
  ]);
  await store.saveConversation({
    id: "c",
    record: { last: MARKER },
    messages: [
      { role: "user", content: `use ${MARKER}` },
      { role: "user", content: "hello" },
    ],
  });
  await store.createNotebook({
    id: "n",
    title: "N",
    language: "typescript",
    allowNet: [],
    cells: [
      {
        kind: "code",
        content: `console.log(1);
console.log("${MARKER}");`,
      },
    ],
  });
  const exports = join(home, "exports");
  mkdirSync(exports, { recursive: true });
  writeFileSync(
    join(exports, "s.json"),
    JSON.stringify({ nodes: [{ content: `is ${MARKER}` }, { content: "hello" }] }),
  );
  writeFileSync(join(exports, "s.md"), `# Plan\n\nThe key is ${MARKER}\n`);
  writeFileSync(join(exports, "other.md"), "# Other\n");
}

/** How often a text has the marker. */
export const seen = (text: string): number => text.toLowerCase().split(MARKER.toLowerCase()).length - 1;

/** Ledgers on both databases for tests that erase. */
export function useErasurePlaces() {
  const folder = temporaryFolder();
  afterAll(() => folder[Symbol.dispose]());
  const postgres = usePostgres();
  let homes = 0;

  function sqlitePlace(): Place {
    const home = join(folder.path, `${++homes}`);
    const everything = async () =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
        .join("\n");
    const execute = async (sql: string) => {
      const db = new DatabaseSync(join(home, "clew.db"));
      db.exec(sql);
      db.close();
    };
    return { home, location: { home }, everything, execute };
  }

  async function postgresPlace(): Promise<Place> {
    const home = join(folder.path, `${++homes}`);
    const databaseUrl = await postgres.server.newDatabase();
    const everything = async () => {
      const { default: pg } = await import("pg");
      const client = new pg.Client(databaseUrl);
      await client.connect();
      const { rows } = await client.query(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
         WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
      );
      const texts: string[] = [];
      for (const { name } of rows)
        texts.push(JSON.stringify((await client.query(`SELECT * FROM ${name}`)).rows));
      await client.end();
      return texts.join("\n");
    };
    const execute = async (sql: string) => {
      const { default: pg } = await import("pg");
      const client = new pg.Client(databaseUrl);
      await client.connect();
      await client.query(`SET search_path = clew; ${sql}`);
      await client.end();
    };
    return { home, location: { databaseUrl }, everything, execute };
  }

  const erasurePlaces = [
    ["SQLite", async () => sqlitePlace()],
    ["PostgreSQL", postgresPlace],
  ] as const;

  const newDatabase = () => postgres.server.newDatabase();
  return { erasurePlaces, sqlitePlace, postgresPlace, newDatabase };
}
