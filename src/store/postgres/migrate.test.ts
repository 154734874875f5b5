import type pg from "pg";
import { describe, expect, it } from "vitest";
import { startPostgres } from "../../../test/support/postgres.ts";
import { usePostgres } from "../../../test/support/postgres-ledger.ts";
import { draftOf, open } from "../contract/fixture.ts";
import { openStore } from "../open.ts";
import { openDatabase } from "./database.ts";
import { MIGRATIONS, migrate, SCHEMA_VERSION } from "./migrate.ts";

const ground = usePostgres();
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("the schema", () => {
  it("[PG8] ten servers that open an empty database at the same time create its schema once, and all can write", async () => {
    const url = await ground.server.newDatabase();
    const stores = await Promise.all(numbers(10).map(() => ground.open(url)));
    await Promise.all(stores.map((store) => store.openSession(open)));
    expect(await stores[0]!.sessions({})).toHaveLength(10);
    expect(await stores[0]!.inspect()).toMatchObject({
      kind: "postgres",
      schemaVersion: SCHEMA_VERSION,
      sessions: 10,
      problems: [],
    });
    await Promise.all(stores.map((store) => store.close()));
    const client = await ground.connect(url);
    const { rows } = await client.query("SELECT version, name FROM clew.migration ORDER BY version");
    expect(rows).toEqual(MIGRATIONS.map(({ name }, index) => ({ version: index + 1, name })));
  });

  it("[PG8] applies each migration completely or not at all, and migrates an older schema", async () => {
    const url = await ground.server.newDatabase();
    const db = await openDatabase(url);
    await migrate(db, MIGRATIONS.slice(0, 3));
    const broken = { name: "0004-broken", sql: "CREATE TABLE clew.half (a int); SELECT 1 / 0" };
    await expect(migrate(db, [...MIGRATIONS.slice(0, 3), broken])).rejects.toThrow("division by zero");
    expect(await db.query("SELECT to_regclass('clew.half') AS half")).toEqual([{ half: null }]);
    await migrate(db);
    expect(await db.query("SELECT max(version) AS version FROM clew.migration")).toEqual([
      { version: SCHEMA_VERSION },
    ]);
    await db.close();
  });

  it("[PG8] refuses a ledger of a newer Clew, and a schema of that name that is not ours", async () => {
    const url = await ground.newLedger();
    const client = await ground.connect(url);
    await client.query("INSERT INTO clew.migration (version, name) VALUES (1000, 'of the future')");
    await expect(openStore({ databaseUrl: url })).rejects.toMatchObject({
      code: "STORE_TOO_NEW",
      data: { found: 1000, known: SCHEMA_VERSION },
    });
    const foreign = await ground.server.newDatabase();
    await (await ground.connect(foreign)).query("CREATE SCHEMA clew; CREATE TABLE clew.thread (id int)");
    await expect(openStore({ databaseUrl: foreign })).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  });

  it("[PG9] after restoring a ledger in a new cluster, the feed continues above all stored positions", async () => {
    const from = await ground.newLedger();
    const source = await ground.connect(from);
    // The old cluster has had more transactions than the new one will have.
    await source.query(
      "DO $$ BEGIN FOR i IN 1..2000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$",
    );
    const old = await ground.open(from);
    const { id } = await old.openSession(open);
    await old.append(draftOf({ sessionId: id }, "before"));
    const before = await old.changes(0, 10);
    await using fresh = await startPostgres();
    const databaseUrl = await restore(source, fresh.url);
    const store = await openStore({ databaseUrl });
    expect(await store.changes(0, 10)).toEqual(before);
    expect(await store.position()).toBe(before.at(-1)!.position);
    await store.append(draftOf({ sessionId: id }, "after"));
    const later = await store.changes(before.at(-1)!.position, 10);
    expect(later.map(({ seq }) => seq)).toEqual([2]);
    await store.close();
    const again = await openStore({ databaseUrl });
    expect(await again.changes(0, 10)).toEqual([...before, ...later]);
    await again.close();
  });
});

/** Copies the rows of a ledger into another cluster, as a dump would. */
async function restore(from: pg.Client, url: string): Promise<string> {
  await (await openStore({ databaseUrl: url })).close();
  const to = await ground.connect(url);
  for (const table of ["session", "thought", "change"]) {
    await to.query(`DELETE FROM clew.${table}`);
    const { rows } = await from.query(`SELECT to_json(t) AS row FROM clew.${table} t`);
    for (const { row } of rows)
      await to.query(
        `INSERT INTO clew.${table} SELECT * FROM json_populate_record(NULL::clew.${table}, $1)`,
        [JSON.stringify(row)],
      );
  }
  await to.end();
  return url;
}
