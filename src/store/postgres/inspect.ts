import type { StoreFacts } from "../port.ts";
import type { Queryable } from "./database.ts";
import { SCHEMA_VERSION } from "./migrate.ts";

/** What the ledger says about itself. */
export async function inspect(db: Queryable, url: string): Promise<StoreFacts> {
  const [row] = await db.query(FACTS);
  return {
    kind: "postgres",
    location: shown(url, row!.name as string),
    schemaVersion: SCHEMA_VERSION,
    sessions: row!.sessions as number,
    thoughts: row!.thoughts as number,
    invocations: row!.invocations as number,
    bytes: row!.bytes as number,
    problems: [],
  };
}

const FACTS = `SELECT current_database()::text AS name, (SELECT count(*) FROM clew.session) AS sessions,
    (SELECT count(*) FROM clew.thought) AS thoughts, (SELECT count(*) FROM clew.invocation) AS invocations,
    (SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class
      WHERE relnamespace = 'clew'::regnamespace AND relkind = 'r') AS bytes`;

/** Where the database is, without the user and what else an address may hold. */
function shown(url: string, database: string): string {
  const address = url.split("?", 1)[0]!;
  const host = address
    .slice(address.lastIndexOf("@") + 1)
    .split("/")
    .at(-2);
  return host ? `${host}/${database}` : database;
}
