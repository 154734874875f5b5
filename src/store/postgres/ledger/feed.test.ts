import { describe, expect, it } from "vitest";
import { follower } from "../../../../test/support/follower.ts";
import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import type { Change } from "../../../ledger/index.ts";
import { draftOf, open } from "../../contract/fixture.ts";

const ground = usePostgres();
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const sessionsOf = (changes: readonly Change[]) =>
  changes.map((change) => (change.kind === "notebook" ? change.notebookId : change.sessionId));

/** An open transaction that has a position in the feed. */
async function lateWrite(url: string, sessionId: string) {
  const client = await ground.connect(url);
  await client.query("BEGIN");
  await client.query("INSERT INTO clew.change (position, session_id) VALUES (clew.next_position(0), $1)", [
    sessionId,
  ]);
  return client;
}

describe("the feed of many servers", () => {
  it("[PG3] a late commit keeps its position: the feed shows nothing after it before it", async () => {
    const url = await ground.newLedger();
    const store = await ground.open(url);
    const { id } = await store.openSession({ ...open, id: "early" });
    const before = await store.position();
    const late = await lateWrite(url, "late");
    const reader = follower(store);
    await reader.until((seen) => seen.length === 1);
    for (const turn of numbers(3)) await store.append(draftOf({ sessionId: id }, `${turn}`));
    expect(await store.position()).toBe(before);
    expect(await store.changes(before, 10)).toEqual([]);
    await late.query("COMMIT");
    await reader.until((seen) => seen.length === 5);
    expect(sessionsOf(reader.seen)).toEqual(["early", "late", "early", "early", "early"]);
    await reader.stop();
  });

  it("[PG3] a rolled-back transaction no longer blocks the feed", async () => {
    const url = await ground.newLedger();
    const store = await ground.open(url);
    const late = await lateWrite(url, "never");
    const reader = follower(store);
    const { id } = await store.openSession(open);
    await late.query("ROLLBACK");
    await reader.until((seen) => seen.length === 1);
    expect(sessionsOf(reader.seen)).toEqual([id]);
    await reader.stop();
  });

  it("[PG3] followers on every server see all changes of many writers once and in order, whatever the order of commits", async () => {
    const url = await ground.newLedger();
    const stores = await Promise.all(numbers(3).map(() => ground.open(url)));
    const readers = stores.map((store) => follower(store));
    const ids = await Promise.all(numbers(5).map(async () => (await stores[0]!.openSession(open)).id));
    const late = await Promise.all(numbers(6).map((turn) => lateWrite(url, `late-${turn}`)));
    const writing = numbers(150).map(async (turn) => {
      await stores[turn % 3]!.append(draftOf({ sessionId: ids[turn % 5]! }, `${turn}`));
      if (turn % 25 === 0) await late[(turn * 5) % 6]!.query("COMMIT");
    });
    await Promise.all(writing);
    for (const client of late) await client.query("COMMIT");
    const total = 5 + 6 + 150;
    await Promise.all(readers.map((reader) => reader.until((seen) => seen.length >= total)));
    const rows = await late[0]!.query(
      "SELECT position FROM clew.thought UNION ALL SELECT position FROM clew.change ORDER BY 1",
    );
    for (const reader of readers) {
      await reader.stop();
      expect(reader.seen.map(({ position }) => position)).toEqual(
        rows.rows.map((row) => Number(row.position)),
      );
    }
  });

  it("[PG4] a server whose listening connection is cut still learns of writes by others", async () => {
    const url = await ground.newLedger();
    const [one, other] = [await ground.open(url), await ground.open(url)];
    const { id } = await one.openSession(open);
    const reader = follower(one, await one.position());
    const client = await ground.connect(url);
    for (const turn of numbers(5)) {
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
      );
      await other.append(draftOf({ sessionId: id }, `${turn}`));
      await reader.until((seen) => seen.length === turn);
    }
    expect(reader.seen.map(({ seq }) => seq)).toEqual(numbers(5));
    await reader.stop();
  });
});
