import { describe, expect, it } from "vitest";
import type { Change } from "../../ledger/index.ts";
import { follow, type Store } from "../port.ts";
import { draftOf, open } from "./fixture.ts";
import { notebookOf } from "./notebook-fixture.ts";
import { checkTree } from "./tree.ts";
import { byTurns, refusals, type TwoStores, wonBy } from "./two-stores-fixture.ts";

const TIMES = 40;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The contract for sessions and the feed that several servers share. */
export function describeTwoLedgers(on: TwoStores): void {
  const handle = { handle: "h", open: () => open };

  describe("sessions and the feed", () => {
    it("[PG24] thoughts that both record in one session have consecutive seq, and branches form a tree", async () => {
      const { id } = await on.one.openSession(open);
      await on.one.append(draftOf({ sessionId: id }, "root"));
      const settled = await byTurns(on, TIMES, (store, turn) =>
        store.append(
          draftOf({ sessionId: id }, `${turn}`, turn % 4 === 3 ? { branchId: "b", branchFrom: 1 } : {}),
        ),
      );
      expect(refusals(settled)).toEqual([]);
      const thoughts = await on.other.thoughts(id, {});
      expect(thoughts.map(({ seq }) => seq)).toEqual(numbers(TIMES + 1));
      checkTree(thoughts);
      const results = wonBy(settled).map(({ thought }) => thought);
      expect(results.toSorted((a, b) => a.seq - b.seq)).toEqual(thoughts.slice(1));
      for (const store of [on.one, on.other])
        expect(await store.session(id)).toMatchObject({ thoughtCount: TIMES + 1, branchCount: 1 });
    });

    it("[PG24] first thoughts through both on one handle open one session", async () => {
      const settled = await byTurns(on, 12, (store, turn) => store.append(draftOf(handle, `${turn}`)));
      const results = wonBy(settled);
      expect(results.filter(({ opened }) => opened)).toHaveLength(1);
      expect(results.map(({ thought }) => thought.seq).sort((a, b) => a - b)).toEqual(numbers(12));
      expect(await on.other.sessions({})).toHaveLength(1);
    });

    it("[PG24] sessions of one title that both open at once have different ids", async () => {
      const settled = await byTurns(on, 12, (store) => store.openSession(open));
      expect(refusals(settled)).toEqual([]);
      expect(new Set(wonBy(settled).map(({ id }) => id)).size).toBe(12);
    });

    it("[PG24] a critique that both write to one thought is written once, and both get it", async () => {
      const { thought } = await on.one.append(draftOf(handle, "one"));
      const settled = await byTurns(on, 8, (store, turn) =>
        store.saveCritique(thought.sessionId, 1, { text: `${turn}` }),
      );
      expect(new Set(wonBy(settled).map(({ text }) => text)).size).toBe(1);
      expect(wonBy(settled)).toHaveLength(8);
      expect(await on.other.thoughts(thought.sessionId, {})).toMatchObject([{ critique: wonBy(settled)[0] }]);
    });

    it("[PG22] an idempotency key of a thought or a session that both get at once is used once", async () => {
      const idempotency = { scope: "s", key: "k" };
      const thoughts = await byTurns(on, 8, (store) => store.append(draftOf(handle, "one", { idempotency })));
      expect(refusals(thoughts)).toEqual([]);
      expect(new Set(wonBy(thoughts).map(({ thought }) => thought.id)).size).toBe(1);
      expect(wonBy(thoughts).filter(({ replayed }) => !replayed)).toHaveLength(1);
      const sessions = await byTurns(on, 8, (store) => store.openSession(open, idempotency));
      expect(new Set(wonBy(sessions).map(({ id }) => id)).size).toBe(1);
      expect(await on.one.sessions({})).toHaveLength(2);
    });

    it("[PG25] followers of both get every write of both, once and in the same order", async () => {
      const { id } = await on.one.openSession(open);
      await on.one.createNotebook(notebookOf("n"));
      const from = await on.one.position();
      const wanted = 2 * TIMES;
      const following = Promise.all([on.one, on.other].map((store) => take(store, from, wanted)));
      const settled = await byTurns<unknown>(on, wanted, (store, turn) =>
        turn % 4 < 2
          ? store.append(draftOf({ sessionId: id }, `${turn}`))
          : store.addCell("n", { kind: "markdown", content: `${turn}` }),
      );
      expect(refusals(settled)).toEqual([]);
      const [seen, alsoSeen] = await following;
      expect(alsoSeen).toEqual(seen);
      const positions = seen!.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      const seqs = seen!.flatMap(({ kind, seq }) => (kind === "thought" ? [seq] : []));
      expect(seqs.toSorted((a, b) => a! - b!)).toEqual(numbers(TIMES));
      expect(seen!.filter(({ notebookId }) => notebookId === "n")).toHaveLength(TIMES);
    });

    it("[PG25] what one store has acknowledged the other reads", async () => {
      for (const turn of numbers(10)) {
        const [writer, reader] = turn % 2 === 0 ? [on.one, on.other] : [on.other, on.one];
        const { thought } = await writer.append(draftOf(handle, `${turn}`));
        expect((await reader.thoughts(thought.sessionId, { after: turn - 1 }))[0]).toEqual(thought);
        expect(await reader.handle("h")).toMatchObject({ sessionId: thought.sessionId });
        const made = await writer.createNotebook(notebookOf(`n-${turn}`));
        expect(await reader.notebook(made.id)).toEqual(made);
        expect((await reader.notebooks({ limit: 1 }))[0]!.id).toBe(made.id);
      }
    });
  });
}

/** The next changes after a position, as a follower gets them. */
async function take(store: Store, from: number, count: number): Promise<readonly Change[]> {
  const stop = new AbortController();
  const seen: Change[] = [];
  for await (const changes of follow(store, from, stop.signal)) {
    seen.push(...changes);
    if (seen.length >= count) stop.abort();
  }
  return seen;
}
