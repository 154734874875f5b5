import {
  type Batch,
  CopyRefusal,
  type CopyRow,
  type CopySource,
  type CopyTable,
  type Cursor,
} from "../copy/port.ts";
import { batchStatement } from "./copy-reads.ts";
import { type DatabaseConnection, openConnection, type Queryable } from "./database.ts";
import { translate } from "./failures.ts";
import { SCHEMA_VERSION } from "./migrate.ts";

/** Opens the ledger in a PostgreSQL database for copying: its current state, whatever is written meanwhile. */
export async function openPostgresCopySource(url: string): Promise<CopySource> {
  const connection = await openConnection(
    url,
    () => {},
    () => {},
  );
  try {
    return await readCopy(connection);
  } catch (error) {
    await connection.close();
    throw translate(error);
  }
}

/** Reads a snapshot through a connection, which is closed with the source. */
export async function readCopy(connection: DatabaseConnection): Promise<CopySource> {
  await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
  await connection.query("SELECT set_config('idle_in_transaction_session_timeout', '0', true)");
  await checkVersion(connection);
  return {
    batches: (table, after) => batches(connection, table, after),
    close: () => connection.close(),
  };
}

async function checkVersion(rows: Queryable): Promise<void> {
  const [state] = await rows.query("SELECT to_regclass('clew.migration') IS NOT NULL AS ours");
  if (!state!.ours) throw new CopyRefusal("there is no ledger in the PostgreSQL database");
  const [row] = await rows.query("SELECT coalesce(max(version), 0) AS version FROM clew.migration");
  const version = row!.version as number;
  if (version !== SCHEMA_VERSION)
    throw new CopyRefusal(
      `the ledger in the PostgreSQL database has schema version ${version}, and this Clew knows ${SCHEMA_VERSION}: ` +
        (version < SCHEMA_VERSION ? "`clew doctor` brings it up to date" : "take the newer one to copy it"),
    );
}

async function* batches(rows: Queryable, table: CopyTable, after?: Cursor): AsyncGenerator<Batch> {
  for (let cursor = after; ; ) {
    const { text, key, isInFeed } = batchStatement(table, cursor !== undefined);
    let place = isInFeed ? ((cursor?.at(-1) as number | undefined) ?? 0) : 0;
    const found = await sent(rows, text, (cursor ?? []).slice(0, key.length));
    const last = found.at(-1);
    if (!last) return;
    const read = isInFeed
      ? found.map((row) => {
          place += row.passed as number;
          return { ...row, position: place };
        })
      : found;
    cursor = [...key.map((column) => last[column] as string | number), ...(isInFeed ? [place] : [])];
    yield { rows: read as readonly CopyRow[], cursor };
  }
}

async function sent(rows: Queryable, text: string, values: Cursor) {
  try {
    return await rows.query(text, values);
  } catch (error) {
    throw translate(error);
  }
}
