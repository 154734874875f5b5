import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { unescapeNul } from "../../src/store/postgres/nul.ts";
import type { StoredCell, StoredLedger, StoredThought } from "./checker.ts";

/** Where the servers of a round keep their ledger. */
export interface Place {
  readonly home: string;
  readonly databaseUrl?: string | undefined;
}

/** Reads a whole ledger without the product. A missing file contains nothing. */
export function readLedger({ home, databaseUrl }: Place): Promise<StoredLedger> | StoredLedger {
  return databaseUrl === undefined ? readFile(join(home, "clew.db")) : readDatabase(databaseUrl);
}

/** Reads a ledger file; a damaged one is an error. */
export function readFile(file: string): StoredLedger {
  if (!existsSync(file)) return { thoughts: [], cells: [] };
  const db = new DatabaseSync(file, { timeout: 5_000 });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE name IN ('thought', 'cell')").all();
    if (tables.length < 2) return { thoughts: [], cells: [] };
    const [verdict] = db.prepare("PRAGMA integrity_check").all();
    if (verdict?.integrity_check !== "ok")
      throw new Error(`the ledger is damaged: ${JSON.stringify(verdict)}`);
    return {
      thoughts: db.prepare(`SELECT ${THOUGHT} FROM thought`).all() as unknown as StoredThought[],
      cells: db.prepare(`SELECT ${CELL} FROM cell`).all() as unknown as StoredCell[],
    };
  } finally {
    db.close();
  }
}

const THOUGHT = 'session_id AS "sessionId", seq, number, content';
const CELL = 'notebook_id AS "notebookId", id AS "cellId", content';

async function readDatabase(url: string): Promise<StoredLedger> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows: found } = await client.query("SELECT to_regclass('clew.thought') AS table");
    if (found[0].table === null) return { thoughts: [], cells: [] };
    const thoughts = await client.query(`SELECT ${THOUGHT} FROM clew.thought`);
    const cells = await client.query(`SELECT ${CELL} FROM clew.cell`);
    return {
      thoughts: thoughts.rows.map((row) => ({
        ...row,
        seq: Number(row.seq),
        number: Number(row.number),
        content: unescapeNul(row.content),
      })),
      cells: cells.rows.map((row) => ({ ...row, content: unescapeNul(row.content) })),
    };
  } finally {
    await client.end();
  }
}
