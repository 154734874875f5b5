import pg from "pg";
import { loadTextImports } from "../ledger.ts";
import { timed } from "../measure.ts";
import { copyIn } from "./copy-in.ts";
import type { LoadedSession } from "./copy-rows.ts";

/** The time to load a ledger, and its size. */
export interface Filled {
  readonly copySeconds: number;
  readonly indexSeconds: Readonly<Record<string, number>>;
  readonly restSeconds: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
}

/**
 * Loads thoughts into an empty ledger: one COPY with FREEZE into the truncated table without indexes, which is not logged
 * if `wal_level` is minimal; then the indexes of the schema.
 */
export async function fillDatabase(url: string, thoughts: number): Promise<Filled> {
  // Required before importing our source.
  await loadTextImports();
  const { COLUMNS, copyChunks, loadedSessions } = await import("./copy-rows.ts");
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 2");
    const indexes = await readIndexes(client);
    const copyMs = await timed(async () => {
      await client.query(`BEGIN; ${indexes.map(({ drop }) => drop).join("; ")}; TRUNCATE clew.thought`);
      const copy = `COPY clew.thought (${COLUMNS}) FROM STDIN (FORMAT binary, FREEZE)`;
      await copyIn(client, copy, copyChunks(thoughts));
      await client.query("COMMIT");
    });
    const indexSeconds: Record<string, number> = {};
    for (const { name, make } of indexes)
      indexSeconds[name] = (await timed(() => client.query(make))) / 1_000;
    const restMs = await timed(async () => {
      await writeSessions(client, [...loadedSessions(thoughts)]);
      await client.query("VACUUM ANALYZE clew.thought");
      await client.query("VACUUM ANALYZE clew.session");
      await client.query("CHECKPOINT");
    });
    const { rows } = await client.query(
      "SELECT pg_table_size('clew.thought')::float8 AS heap, pg_indexes_size('clew.thought')::float8 AS indexes",
    );
    return {
      copySeconds: copyMs / 1_000,
      indexSeconds,
      restSeconds: restMs / 1_000,
      tableBytes: rows[0].heap,
      indexBytes: rows[0].indexes,
    };
  } finally {
    await client.end();
  }
}

interface Index {
  readonly name: string;
  readonly drop: string;
  readonly make: string;
}

async function readIndexes(client: pg.Client): Promise<readonly Index[]> {
  const { rows } = await client.query(
    `SELECT c.relname AS name, coalesce('ALTER TABLE clew.thought DROP CONSTRAINT ' || quote_ident(k.conname),
         'DROP INDEX clew.' || quote_ident(c.relname)) AS drop,
       coalesce('ALTER TABLE clew.thought ADD ' || pg_get_constraintdef(k.oid), pg_get_indexdef(c.oid)) AS make
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid LEFT JOIN pg_constraint k ON k.conindid = c.oid AND k.contype = 'p'
     WHERE i.indrelid = 'clew.thought'::regclass ORDER BY c.relname`,
  );
  return rows as Index[];
}

async function writeSessions(client: pg.Client, sessions: readonly LoadedSession[]): Promise<void> {
  for (let first = 0; first < sessions.length; first += 10_000) {
    const batch = sessions.slice(first, first + 10_000);
    await client.query(
      `INSERT INTO clew.session (id, title, title_small, project, tags, mode, status, metadata, created_at, source, touched_at)
       SELECT s.id, 'Case ' || s.id, 'case ' || s.id, s.project, ARRAY[s.tag], 'chain', 'completed', '{}', s.first_at,
         'thoughtbox', s.last_at
       FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS s (id, project, tag, first_at, last_at)`,
      [
        batch.map(({ id }) => id),
        batch.map(({ project }) => project),
        batch.map(({ tag }) => tag),
        batch.map(({ firstAt }) => firstAt),
        batch.map(({ lastAt }) => lastAt),
      ],
    );
  }
}
