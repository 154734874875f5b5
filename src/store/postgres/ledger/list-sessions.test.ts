import fc from "fast-check";
import { expect, it } from "vitest";
import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import type { SessionSummary } from "../../../ledger/index.ts";
import { draftOf } from "../../contract/fixture.ts";
import { openPostgresStore } from "../store.ts";

const ground = usePostgres();

it("[PG12] lists sessions in the exact order of activity, although the index is up to a minute behind", async () => {
  let now = Date.parse("2026-11-15T10:00:00Z");
  let id = 0;
  const clock = { now: () => now, newId: () => `id-${id++}` };
  const store = await openPostgresStore(await ground.newLedger(), {}, clock);
  const sessions = Array.from({ length: 60 }, (_, index) => `s${index}`);
  for (const session of sessions) await store.openSession({ id: session, title: "t", mode: "chain" });
  const step = fc.record({
    session: fc.constantFrom(...sessions),
    seconds: fc.constantFrom(0, 0, 1, 20, 59, 61, 300),
  });
  const byActivity = (a: SessionSummary, b: SessionSummary) =>
    a.updatedAt === b.updatedAt ? (a.id < b.id ? -1 : 1) : a.updatedAt < b.updatedAt ? 1 : -1;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.constantFrom(3, 20, 50),
      async (steps, limit) => {
        for (const { session, seconds } of steps) {
          now += seconds * 1000;
          await store.append(draftOf({ sessionId: session }, "x"));
        }
        const whole = await store.sessions({ limit: 1000 });
        expect(whole).toEqual(whole.toSorted(byActivity));
        const first = await store.sessions({ limit });
        expect(first).toEqual(whole.slice(0, limit));
        expect(await store.sessions({ limit, behind: first.at(-1)! })).toEqual(whole.slice(limit, 2 * limit));
        expect(whole).toHaveLength(60);
      },
    ),
    { numRuns: 25 },
  );
  await store.close();
});

it("[PG12] lists a session whose last activity is not in the index yet before those active earlier", async () => {
  let now = Date.parse("2026-11-15T10:00:00Z");
  let id = 0;
  const clock = { now: () => now, newId: () => `id-${id++}` };
  const store = await openPostgresStore(await ground.newLedger(), {}, clock);
  const openOne = (session: string) => store.openSession({ id: session, title: "t", mode: "chain" });
  await openOne("early");
  await store.append(draftOf({ sessionId: "early" }, "x"));
  now += 30_000;
  for (let i = 0; i < 25; i++) await openOne(`s${i}`);
  now += 29_000;
  await store.append(draftOf({ sessionId: "early" }, "y"));
  const first = await store.sessions({ limit: 20 });
  expect(first).toHaveLength(20);
  expect(first[0]).toMatchObject({ id: "early", thoughtCount: 2, updatedAt: new Date(now).toISOString() });
  await store.close();
});
