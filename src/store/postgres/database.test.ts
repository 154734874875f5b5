import { describe, expect, it } from "vitest";
import { takenPort } from "../../../test/support/ports.ts";
import { usePostgres } from "../../../test/support/postgres-ledger.ts";
import { Failure } from "../../ledger/index.ts";
import { draftOf, open } from "../contract/fixture.ts";
import { openStore } from "../open.ts";
import { openDatabase } from "./database.ts";

const ground = usePostgres();

/** The failure to open a ledger. */
async function refusal(databaseUrl: string): Promise<Failure> {
  const error = await openStore({ databaseUrl }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe("connecting to the database", () => {
  it("[PG45] a query after closing says that the process is stopping", async () => {
    const db = await openDatabase(ground.server.url);
    await db.close();
    await expect(db.query("SELECT 1")).rejects.toMatchObject({
      code: "STORE_UNREADABLE",
      message: expect.stringContaining("this process is stopping"),
    });
  });

  it("[PG10] names a wrong password, user, database or host without revealing secrets", async () => {
    const { server } = ground;
    const free = await takenPort();
    await free[Symbol.asyncDispose]();
    const refusals = {
      "the user or the password": server.guardedUrl("hunter2"),
      "no database of that name": server.url.replace(/clew$/, "nothing-there"),
      "no PostgreSQL server answers": server
        .guardedUrl("hunter2")
        .replace(`:${server.port}/`, `:${free.port}/`),
      "DATABASE_URL is not a valid URL": "postgresql://clew:hunter2@[not-an-address]:x/clew",
    };
    for (const [words, url] of Object.entries(refusals)) {
      const failure = await refusal(url);
      expect(failure).toMatchObject({ code: "STORE_UNREADABLE", message: expect.stringContaining(words) });
      const all = [failure.message, JSON.stringify(failure), failure.stack, String(failure.cause)].join("\n");
      expect(all).not.toContain("hunter2");
      expect(failure.message).not.toContain("127.0.0.1");
    }
  });

  it("[PG10] reports a user without write access", async () => {
    const url = await ground.server.newDatabase();
    const client = await ground.connect(url);
    await client.query("CREATE ROLE reader LOGIN");
    expect((await refusal(url.replace("clew@", "reader@"))).code).toBe("STORE_READ_ONLY");
    await client.query("DROP ROLE reader");
  });

  it("[PG10] a ledger's location contains neither user nor password", async () => {
    const store = await openStore({ databaseUrl: ground.server.url.replace("clew@", "clew:hunter2@") });
    expect((await store.inspect()).location).toBe(`127.0.0.1:${ground.server.port}/clew`);
    await store.close();
  });

  it("[PG11] acknowledged writes are on disk, regardless of the role's defaults", async () => {
    const url = await ground.newLedger();
    const client = await ground.connect(url);
    await client.query(`CREATE ROLE hasty LOGIN SUPERUSER;
      ALTER ROLE hasty SET synchronous_commit = off;
      ALTER ROLE hasty SET default_transaction_isolation = 'serializable'`);
    const db = await openDatabase(url.replace("clew@", "hasty@"));
    expect(await db.query("SHOW synchronous_commit")).toEqual([{ synchronous_commit: "on" }]);
    expect(await db.query("SHOW transaction_isolation")).toEqual([
      { transaction_isolation: "read committed" },
    ]);
    await db.close();
    await client.query("ALTER ROLE hasty SET synchronous_commit = 'remote_apply'");
    const careful = await openDatabase(url.replace("clew@", "hasty@"));
    expect(await careful.query("SHOW synchronous_commit")).toEqual([{ synchronous_commit: "remote_apply" }]);
    await careful.close();
    await client.query("DROP ROLE hasty");
  });

  it("[PG7] stores NUL and unusual characters in every field", async () => {
    const store = await ground.open(await ground.newLedger());
    const odd = "a\0b\u{fdd0}c\u{fdd1}\0\u{fdd2}\u{ffff}\u{10ffff}\u{feff}🧵";
    const session = await store.openSession({
      title: odd,
      description: odd,
      project: odd,
      tags: [odd, 'x"{},\\', ""],
      mode: "chain",
      metadata: { [odd]: odd },
    });
    expect(await store.session(session.id)).toMatchObject({
      title: odd,
      project: odd,
      tags: [odd, 'x"{},\\', ""],
    });
    expect(await store.sessions({ project: odd, tags: [odd], text: odd.toUpperCase() })).toHaveLength(1);
    const { thought } = await store.append(
      draftOf({ sessionId: session.id, bind: odd }, odd, {
        author: odd,
        metadata: { odd },
        idempotency: { scope: odd, key: odd },
      }),
    );
    await store.append(draftOf({ handle: odd, open: () => open }, odd, { branchId: odd, branchFrom: 1 }));
    expect((await store.thoughts(session.id, {}))[0]).toEqual(thought);
    expect((await store.outline(session.id, {})).map(({ beginning }) => beginning)).toEqual([odd, odd]);
    expect((await store.appendResult({ scope: odd, key: odd }))!.thought).toEqual(thought);
  });

  it("[PG10] repeats a transaction after a serialization failure; a failed one leaves nothing", async () => {
    const url = await ground.newLedger();
    const db = await openDatabase(url);
    await db.query("CREATE TABLE clew.counter (id int PRIMARY KEY, n int)");
    await db.query("INSERT INTO clew.counter VALUES (1, 0), (2, 0)");
    const add = (first: number, second: number) =>
      db.transaction(async (tx) => {
        for (const id of [first, second])
          await tx.query("UPDATE clew.counter SET n = n + 1 WHERE id = $1", [id]);
      });
    await Promise.all([add(1, 2), add(2, 1), add(1, 2), add(2, 1)]);
    const failing = db.transaction(async (tx) => {
      await tx.query("UPDATE clew.counter SET n = 100");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await db.query("SELECT sum(n) AS sum FROM clew.counter")).toEqual([{ sum: 8 }]);
    await db.close();
  });
});
