import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { DatabaseSync } from "../../src/files/sqlite.ts";
import type { StoreLocation } from "../../src/store/open.ts";
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
const MARKER = "zebra-QX77-plover";

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

  const seen = (text: string): number => text.toLowerCase().split(MARKER.toLowerCase()).length - 1;
  const newDatabase = () => postgres.server.newDatabase();
  return { MARKER, seen, erasurePlaces, sqlitePlace, postgresPlace, newDatabase };
}
