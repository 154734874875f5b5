import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import { draftOf } from "../../contract/fixture.ts";
import { openStore } from "../../open.ts";
import type { SearchQuery, Store } from "../../port.ts";
import { type Database, openDatabase } from "../database.ts";
import { createIndexFlush } from "./flush-index.ts";

const postgres = usePostgres();
let store: Store;
let db: Database;

beforeEach(async () => {
  const databaseUrl = await postgres.newLedger();
  store = await openStore({ databaseUrl });
  db = await openDatabase(databaseUrl, 1);
});
afterEach(async () => {
  await store.close();
  await db.close();
});

const add = (content: string, sessionId = "s") =>
  store.append(
    draftOf({ sessionId, create: () => ({ title: sessionId, mode: "chain", project: sessionId }) }, content),
  );
const found = async (text: string, more: Partial<SearchQuery> = {}) =>
  (await store.search({ text, limit: 200, ...more })).map(({ thought }) => thought.seq);

describe("words of any size", () => {
  it("[PG32] stores a thought of very many words and finds it by each", async () => {
    await add(Array.from({ length: 200_000 }, (_, i) => `word${i}`).join(" "));
    await add("word199999 alone");
    expect(await found("word0")).toEqual([1]);
    expect((await found("word123456 word77"))[0]).toBe(1);
    expect(await found("word199999")).toEqual([2, 1]);
    expect(await found("word200000")).toEqual([]);
  });

  it("[PG32] distinguishes words of any length as SQLite does", async () => {
    const long = "é".repeat(10_000);
    await add(`${long}a`);
    await add(`${long}b end`);
    await add(`${"z".repeat(40_000)}1 first`);
    expect(await found(`${long.slice(0, 1999)}a`)).toEqual([]);
    expect(await found("end")).toEqual([2]);
    expect(await found("first")).toEqual([3]);
    await add("x".repeat(1500));
    expect(await found("x".repeat(1500))).toEqual([4]);
    expect(await found("x".repeat(1499))).toEqual([]);
  });
});

describe("a large ledger", () => {
  const THOUGHTS = 34_000;

  /** Inserts thoughts as appends would, with positions far enough apart for many recency buckets. */
  beforeEach(async () => {
    await add("opens the session", "bulk");
    await add("opens the session", "other");
    await db.query(
      `INSERT INTO clew.thought (position, created_at, number, total, seq, next_needed, session_id, id, branch_id, mode, source,
         content, words)
       SELECT p.position, n * 1000, n, n, n, true, 'bulk', 'id' || n, '', 'chain', 'think', array_to_string(w.words, ' '),
         w.words || '!think'::text || clew.recency_buckets(p.position)
       FROM generate_series(2, $1::int) AS n
       CROSS JOIN LATERAL (SELECT (n::bigint + 1000000) * 4096 * 700 AS position) p
       CROSS JOIN LATERAL (SELECT ARRAY['each', CASE WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END]
         || CASE WHEN n % 1000 = 7 THEN ARRAY['seldom'] ELSE '{}' END
         || CASE WHEN n < 9000 AND n % 3 > 0 THEN ARRAY['old'] ELSE '{}' END
         || CASE WHEN n < 3000 THEN ARRAY['ancient'] ELSE '{}' END
         || CASE WHEN n = 5 THEN ARRAY['onc'] ELSE '{}' END AS words) w`,
      [THOUGHTS],
    );
  });

  it("[PG33] finds the newest matches of a frequent word and all matches of a rare one", async () => {
    for (const analysed of [false, true]) {
      if (analysed) await db.query("ANALYZE clew.thought");
      expect((await found("each")).toSorted((a, b) => b - a)).toEqual(range(THOUGHTS, 200, 1));
      expect((await found("even")).toSorted((a, b) => b - a)).toEqual(range(THOUGHTS, 200, 2));
      expect((await found("seldom")).toSorted((a, b) => b - a)).toEqual(range(33_007, 34, 1000));
      expect(await found("once")).toEqual([5]);
      expect((await found("once each odd"))[0]).toBe(5);
    }
  });

  it("[PG33] finds the newest matches of a word that only old thoughts contain", async () => {
    await db.query("ANALYZE clew.thought");
    const hits = await found("old");
    expect(Math.max(...hits)).toBe(8999);
    expect(Math.min(...hits)).toBeGreaterThan(8000);
  });

  it("[PG33] finds words that never occur together one by one, and rare co-occurrences anywhere", async () => {
    expect(await found("even odd")).toHaveLength(200);
    expect(await found("even odd seldom")).toContain(7);
    // All three have the same text, and the third copy of a text moves down.
    const both = await found("ancient seldom");
    expect(both).toEqual(expect.arrayContaining([7, 1007, 2007]));
    expect(both.slice(0, 2).every((seq) => [7, 1007, 2007].includes(seq))).toBe(true);
    expect(await found("once seldom")).toEqual(expect.arrayContaining([5, 7, 1007]));
  });

  it("[PG33] in a large project, finds the newest matches of a frequent word and all of a rare one", async () => {
    const inBulk = async (text: string) => (await found(text, { project: "bulk" })).toSorted((a, b) => b - a);
    for (const analysed of [false, true]) {
      if (analysed) await db.query("ANALYZE clew.thought");
      expect(await inBulk("each")).toEqual(range(THOUGHTS, 200, 1));
      expect(await inBulk("seldom")).toEqual(range(33_007, 34, 1000));
      const both = await found("seldom odd", { project: "bulk" });
      expect(both).toEqual(expect.arrayContaining(range(33_007, 34, 1000)));
      const ancient = await inBulk("ancient");
      expect([ancient.length, Math.max(...ancient) < 3000, Math.min(...ancient) > 2000]).toEqual([
        200,
        true,
        true,
      ]);
      expect(await inBulk("once nowhere")).toEqual([5]);
    }
    const until = new Date(2_000_000).toISOString();
    expect(Math.max(...(await found("each", { project: "bulk", until })))).toBe(2000);
  });

  it("[PG33] finds matches in a few sessions behind thousands of matches in others", async () => {
    await add("each and only", "other");
    expect(await found("each", { sessionId: "other" })).toEqual([2]);
    expect(await found("each even", { project: "other" })).toEqual([2]);
    expect((await found("each", { project: "bulk" })).length).toBe(200);
    expect(await found("once", { project: "bulk" })).toEqual([5]);
    expect(await found("once", { project: "other" })).toEqual([]);
  });
});

describe("the index flush", () => {
  it("[PG34] flushes new words in the background, and finds them before and after", async () => {
    for (let i = 0; i < 20; i++) await add(`tidy ${i}`);
    const indexFlush = createIndexFlush(db);
    for (let i = 0; i < 999; i++) indexFlush.appended();
    expect(await found("tidy")).toHaveLength(20);
    indexFlush.appended();
    await indexFlush.close();
    expect(await found("tidy")).toHaveLength(20);
    const [left] = await db.query("SELECT gin_clean_pending_list('clew.thought_words') AS pages");
    expect(left).toEqual({ pages: 0 });
  });
});

function range(first: number, count: number, step: number): number[] {
  return Array.from({ length: count }, (_, i) => first - i * step);
}
