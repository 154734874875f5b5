import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { usePostgres } from "../../../test/support/postgres-ledger.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { Failure } from "../../ledger/index.ts";
import { systemClock } from "../clock.ts";
import { draftOf, open } from "../contract/fixture.ts";
import { openStore } from "../open.ts";
import { databaseClock } from "./clock.ts";
import { openConnection, openDatabase } from "./database.ts";

const ground = usePostgres();
const as = (role: string, url: string) => url.replace("clew@", `${role}@`);

async function refusal(databaseUrl: string): Promise<Failure> {
  const error = await openStore({ databaseUrl }).then(
    (store) => store.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe("other roles in the database", () => {
  it("[PG41] never calls a function that another role created in public", async () => {
    const url = await ground.newLedger();
    const admin = await ground.connect(url);
    // Exact argument types win over pg_catalog if public is in the search path.
    await admin.query(`CREATE TABLE public.called (name text); GRANT INSERT ON public.called TO PUBLIC;
      CREATE FUNCTION public.hashtextextended(text, integer) RETURNS bigint LANGUAGE sql AS $$
        INSERT INTO public.called VALUES ('hash'); SELECT 1::bigint $$;
      CREATE FUNCTION public.string_to_array(character varying, text) RETURNS text[] LANGUAGE sql AS $$
        INSERT INTO public.called VALUES ('array'); SELECT '{}'::text[] $$;
      CREATE FUNCTION public.never(bigint, integer) RETURNS boolean LANGUAGE sql AS $$
        INSERT INTO public.called VALUES ('operator'); SELECT true $$;
      CREATE OPERATOR public.> (LEFTARG = bigint, RIGHTARG = integer, FUNCTION = public.never);
      ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = public, pg_catalog`);
    const store = await ground.open(url);
    await store.openSession({ ...open, id: "s" });
    await store.append(draftOf({ sessionId: "s" }, "A needle"));
    await store.search({ text: "needle" });
    await store.sessions({});
    expect((await admin.query("SELECT name FROM public.called")).rows).toEqual([]);
  });

  it("[PG41] every connection resolves names in PostgreSQL's own schema", async () => {
    const url = await ground.newLedger();
    const db = await openDatabase(url);
    expect(await db.query("SHOW search_path")).toEqual([{ search_path: "pg_catalog, pg_temp" }]);
    await db.close();
    const connection = await openConnection(
      url,
      () => {},
      () => {},
    );
    expect(await connection.query("SHOW search_path")).toEqual([{ search_path: "pg_catalog, pg_temp" }]);
    await connection.close();
  });

  it("[PG42] refuses a role with too few rights at start, with the statements that grant them", async () => {
    const url = await ground.server.newDatabase();
    const admin = await ground.connect(url);
    await admin.query('CREATE ROLE "clew app" LOGIN');
    const own = as("clew%20app", url);
    const first = await refusal(own);
    expect(first).toMatchObject({ code: "STORE_READ_ONLY" });
    expect(first.message).toContain("GRANT CREATE ON DATABASE");
    expect(first.message).toContain("database");
    expect(first.message).not.toMatch(/file|folder/);

    // The schema exists, created by another role.
    await (await openStore({ databaseUrl: url })).close();
    await admin.query("CREATE SCHEMA graphile_worker");
    const second = await refusal(own);
    expect(second.message).toContain('GRANT USAGE ON SCHEMA clew TO "clew app"');
    await admin.query(second.message.slice(second.message.indexOf("GRANT")));
    const store = await ground.open(own);
    await store.openSession({ ...open, id: "s" });
    expect(await store.append(draftOf({ sessionId: "s" }, "A thought"))).toMatchObject({
      thought: { seq: 1 },
    });

    // A single revoked table is detected, too.
    await admin.query('REVOKE INSERT ON clew.thought FROM "clew app"');
    expect((await refusal(own)).message).toContain("ON ALL TABLES IN SCHEMA clew");
    await expect(store.append(draftOf({ sessionId: "s" }, "A thought"))).rejects.toMatchObject({
      code: "STORE_READ_ONLY",
      message: expect.stringMatching(/database.*rights/),
    });
    await store.close();
    await admin.query('DROP OWNED BY "clew app"; DROP ROLE "clew app"');
  });

  it("[PG42] the role of the scale-out guide suffices, and other roles cannot connect", async () => {
    const guide = readFileSync("docs/guide/scale-out.md", "utf8");
    const statements = /```sql\n([\s\S]*?)```/.exec(guide)![1]!.replaceAll("clew", "guided");
    const admin = await ground.connect(ground.server.url);
    for (const statement of statements.split(";\n").filter(Boolean)) await admin.query(statement);
    const own = ground.server.url.replace("clew@", "guided@").replace(/clew$/, "guided");
    const store = await openStore({ databaseUrl: own });
    await store.openSession({ ...open, id: "s" });
    await store.close();
    await admin.query("CREATE ROLE stranger LOGIN");
    expect((await refusal(own.replace("guided@", "stranger@"))).message).toContain("too few rights");
    await admin.query("DROP ROLE stranger");
  });

  it("[PG43] reports a read-only database and a missing certificate in one line", async () => {
    const url = await ground.newLedger();
    const admin = await ground.connect(url);
    const store = await ground.open(url);
    await store.openSession({ ...open, id: "s" });
    const name = new URL(url).pathname.slice(1);
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const later = await ground.open(url);
    await expect(later.append(draftOf({ sessionId: "s" }, "A thought"))).rejects.toMatchObject({
      code: "STORE_READ_ONLY",
      message: expect.stringMatching(/^The ledger's database cannot be written: it is read-only now/),
    });
    using folder = temporaryFolder();
    const bad = `${url}?sslmode=verify-full&sslcert=${join(folder.path, "client.crt")}`;
    const failure = await refusal(bad);
    expect(failure.message).toMatch(/certificate or key file in DATABASE_URL/);
    expect(failure.message).not.toContain("\n");
    expect(failure.message).not.toContain(folder.path);
  });

  it("[PG44] dates thoughts by the database's clock, not by this machine's", async () => {
    const url = await ground.newLedger();
    const admin = await ground.connect(url);
    const wrong = vi.spyOn(systemClock, "now").mockImplementation(() => Date.now() + 3_600_000);
    onTestFinished(() => wrong.mockRestore());
    const store = await ground.open(url);
    await store.openSession({ ...open, id: "s" });
    await store.append(draftOf({ sessionId: "s" }, "A thought"));
    const [row] = (
      await admin.query(
        "SELECT abs(created_at - extract(epoch FROM clock_timestamp()) * 1000)::int AS off FROM clew.thought",
      )
    ).rows;
    expect(row.off).toBeLessThan(30_000);
  });

  it("[PG44] the clock never goes backwards, and is measured repeatedly", async () => {
    let database = 1_000_000;
    let asked = 0;
    const clock = await databaseClock({
      query: async () => {
        asked += 1;
        return [{ now: database }];
      },
    });
    const first = clock.now();
    expect(Math.abs(first - database)).toBeLessThan(1_000);
    database -= 500_000;
    const real = performance.now;
    try {
      performance.now = () => real.call(performance) + 61_000;
      const second = clock.now();
      expect(second).toBeGreaterThanOrEqual(first + 60_000);
      await expect.poll(() => asked).toBe(2);
      expect(clock.now()).toBeGreaterThanOrEqual(second);
    } finally {
      performance.now = real;
    }
  });
});
