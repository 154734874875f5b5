import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import { draftOf, open } from "../../contract/fixture.ts";
import { checkTree } from "../../contract/tree.ts";
import { allThoughts, type Store } from "../../port.ts";

const ground = usePostgres();
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The code of a child process: appends thoughts to a session concurrently. */
const CHILD = `
  import { openStore } from "./src/store/open.ts";
  const [databaseUrl, sessionId, count] = process.argv.slice(1);
  const store = await openStore({ databaseUrl });
  const draft = { target: { sessionId }, content: "x", nextThoughtNeeded: true, mode: "chain", source: "think" };
  const results = await Promise.all(Array.from({ length: count }, () => store.append(draft)));
  console.log(JSON.stringify(results.map(({ thought }) => thought.seq)));
  await store.close();
`;

async function appendElsewhere(url: string, sessionId: string, count: number): Promise<number[]> {
  const args = ["--import", "./scripts/text-loader.js", "--input-type=module", "-e", CHILD];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, url, sessionId, `${count}`]);
  return JSON.parse(stdout);
}

describe("appending from many servers", () => {
  it("[PG1] thoughts that four servers append concurrently have consecutive seq, and no caller sees a conflict", async () => {
    const url = await ground.newLedger();
    const stores = await Promise.all(numbers(4).map(() => ground.open(url)));
    const { id } = await stores[0]!.openSession(open);
    const results = await Promise.all(
      stores.flatMap((store, server) =>
        numbers(50).map((turn) => store.append(draftOf({ sessionId: id }, `${server}/${turn}`))),
      ),
    );
    const thoughts = await Array.fromAsync(allThoughts(stores[1]!, id));
    expect(thoughts.map(({ seq }) => seq)).toEqual(numbers(200));
    expect(new Set(results.map(({ thought }) => thought.seq)).size).toBe(200);
    expect(thoughts.map(({ number }) => number)).toEqual(numbers(200));
    checkTree(thoughts);
    // The appends of one server keep their order.
    for (const server of numbers(4)) {
      const own = thoughts.filter(({ content }) => content.startsWith(`${server - 1}/`));
      expect(own.map(({ content }) => content)).toEqual(numbers(50).map((turn) => `${server - 1}/${turn}`));
    }
  });

  it("[PG1] separate processes can share a session", async () => {
    const url = await ground.newLedger();
    const store = await ground.open(url);
    const { id } = await store.openSession(open);
    const seqs = await Promise.all([
      ...numbers(2).map(() => appendElsewhere(url, id, 40)),
      Promise.all(numbers(40).map(() => store.append(draftOf({ sessionId: id }, "x")))).then((results) =>
        results.map(({ thought }) => thought.seq),
      ),
    ]);
    expect(seqs.flat().toSorted((a, b) => a - b)).toEqual(numbers(120));
    expect((await store.session(id))!.thoughtCount).toBe(120);
  });

  it("[PG1] sees changes of another server despite its cached session head", async () => {
    const url = await ground.newLedger();
    const [one, other] = [await ground.open(url), await ground.open(url)];
    const handle = { handle: "h", open: () => open };
    const { thought } = await one.append(draftOf(handle, "one"));
    const { sessionId } = thought;
    await other.append(draftOf(handle, "aside", { branchId: "b", branchFrom: 1 }));
    expect((await one.append(draftOf(handle, "two"))).branches).toEqual(["b"]);
    await other.changeSession(sessionId, { clearWindow: true });
    expect((await one.append(draftOf(handle, "three"))).windowStart).toBe(3);
    await other.append(draftOf({ sessionId }, "fourth", { number: 40 }));
    expect((await one.append(draftOf(handle, "better", { revises: 40 }))).thought.revises).toBe(40);
    await other.append(draftOf(handle, "done", { nextThoughtNeeded: false }));
    expect(await one.append(draftOf(handle, "a new question"))).toMatchObject({ opened: true });
    await other.moveHandle("h", { sessionId });
    expect(
      (await one.append(draftOf({ handle: "h", open: () => open, continues: true }, "back"))).thought,
    ).toMatchObject({ sessionId, seq: 8 });
  });

  it("[PG2] appending to one session does not wait for another session", async () => {
    const url = await ground.newLedger();
    const store = await ground.open(url);
    const ids = await Promise.all(numbers(20).map(async () => (await store.openSession(open)).id));
    const [held, ...free] = ids;
    const client = await ground.connect(url);
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(clew.lock_of($1))", [held]);
    const waiting = append(store, held!);
    const answered = await Promise.all(free.map((id) => append(store, id)));
    expect(answered).toEqual(free.map(() => 1));
    await client.query("COMMIT");
    expect(await waiting).toBe(1);
  });

  it("[PG2] opening a session does not wait for another of the same title", async () => {
    const url = await ground.newLedger();
    const [one, other] = [await ground.open(url), await ground.open(url)];
    const { id } = await one.openSession(open);
    const client = await ground.connect(url);
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(clew.lock_of($1))", [`${id}-2`]);
    expect((await other.openSession(open)).id).toBe(`${id}-3`);
    await client.query("ROLLBACK");
  });

  it("[PG1] distinguishes keys and names of any length", async () => {
    const store = await ground.open(await ground.newLedger());
    const long = (end: string) => `${"長い名前".repeat(3000)}${end}`;
    const target = { handle: long("h"), open: () => open };
    const idempotency = { scope: long("s"), key: long("k") };
    const first = await store.append(draftOf(target, "one", { idempotency }));
    expect((await store.append(draftOf(target, "one", { idempotency }))).thought).toEqual(first.thought);
    const other = await store.append(draftOf({ ...target, handle: long("i") }, "other"));
    expect(other.thought.sessionId).not.toBe(first.thought.sessionId);
    for (const branchId of [long("a"), long("b")])
      for (const content of ["1", "2"])
        await store.append(draftOf(target, content, { branchId, branchFrom: 1 }));
    const thoughts = await store.thoughts(first.thought.sessionId, {});
    checkTree(thoughts);
    expect(thoughts.map(({ branchId = "" }) => branchId.at(-1))).toEqual([undefined, "a", "a", "b", "b"]);
  });
});

async function append(store: Store, sessionId: string): Promise<number> {
  return (await store.append(draftOf({ sessionId }, "x"))).thought.seq;
}
