import { expect, it, vi } from "vitest";
import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import { draftOf, open } from "../../contract/fixture.ts";
import type { Store } from "../../port.ts";

const ground = usePostgres();
const handle = "shared";
const throughHandle = { handle, open: () => ({ ...open, id: handle }), continues: true };

/** The `seq` of each session's thoughts, in the order of the feed. */
async function seqsInFeed(store: Store): Promise<Readonly<Record<string, readonly number[]>>> {
  const seqs: Record<string, number[]> = {};
  let after = 0;
  for (;;) {
    const changes = await store.changes(after, 1000);
    if (changes.length === 0) return seqs;
    for (const change of changes) {
      after = change.position;
      if (change.kind === "thought" && change.seq !== undefined)
        seqs[change.sessionId] = [...(seqs[change.sessionId] ?? []), change.seq];
    }
  }
}

const countTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it("[PG27] a server that waited for a handle appends after the thoughts written in the meantime", async () => {
  const url = await ground.newLedger();
  const [one, other] = [await ground.open(url), await ground.open(url)];
  await one.openSession({ ...open, id: handle });
  const holder = await ground.connect(url);
  await holder.query("BEGIN");
  await holder.query("SELECT pg_advisory_xact_lock(clew.lock_of('@' || $1))", [handle]);
  const late = one.append(draftOf(throughHandle, "late"));
  const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'";
  await vi.waitFor(async () => expect((await holder.query(waiting)).rows).toHaveLength(1));
  for (const turn of [1, 2]) await other.append(draftOf({ sessionId: handle }, `early ${turn}`));
  await holder.query("COMMIT");
  expect((await late).thought).toMatchObject({ sessionId: handle, seq: 3 });
  expect(await seqsInFeed(one)).toEqual({ [handle]: [1, 2, 3] });
});

it("[PG27] the feed has each session in order, for writes by session and by handle through several servers", async () => {
  const url = await ground.newLedger();
  const stores = await Promise.all(countTo(4).map(() => ground.open(url)));
  await stores[0]!.openSession({ ...open, id: handle });
  const sending = stores.flatMap((store, at) => [
    ...countTo(40).map((turn) => store.append(draftOf(throughHandle, `${at} handle ${turn}`))),
    ...countTo(20).map((turn) => store.append(draftOf({ sessionId: handle }, `${at} session ${turn}`))),
    // A moving handle: its chain is completed, and the next thought opens another.
    ...countTo(20).map((turn) =>
      store.append({
        ...draftOf({ handle: "moving", open: () => open }, `${at} moving ${turn}`),
        nextThoughtNeeded: turn % 5 !== 0,
      }),
    ),
  ]);
  const results = await Promise.all(sending);
  const highest = new Map<string, number>();
  for (const { thought } of results)
    highest.set(thought.sessionId, Math.max(thought.seq, highest.get(thought.sessionId) ?? 0));
  expect(await seqsInFeed(stores[0]!)).toEqual(
    Object.fromEntries([...highest].map(([sessionId, count]) => [sessionId, countTo(count)])),
  );
});
