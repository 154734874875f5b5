import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import type { Draft } from "../../../ledger/index.ts";
import { draftOf } from "../../contract/fixture.ts";
import { openStore } from "../../open.ts";
import type { SearchQuery, Store } from "../../port.ts";

const SENTENCES = [
  "The cache invalidation misses deleted keys when two writers arrive",
  "Caching is not the cause; the résumé parser is",
  "Retry the flaky network tests with longer deadlines",
  "We decided against a generalization of the organizer's hierarchy",
  "Relational operators: a <= b && c != d || !e",
  "const total = items.reduce((sum, { price }) => sum + price, 0);",
  "SELECT count(*) FROM thought WHERE content LIKE '%it''s%' -- 100%",
  "p99 latency was 12.5 ms at 10,000 requests/s, 3.14159e-2 in all",
  "2026-11-15T14:33:07Z host-7 ERROR [E1234] disk full on /dev/sda1",
  "snake_case_name, camelCaseName, kebab-case-name and SCREAMING_CASE",
  "L'été dernier, l'œuvre fut achevée à Orléans",
  "Straße, STRASSE und Grüße aus Köln; fünf Äpfel",
  "El niño comió piñas en el camión de Ángel",
  "Příliš žluťoučký kůň úpěl ďábelské ódy",
  "Zażółć gęślą jaźń o świcie",
  "İstanbul'da ılık bir gün; IĞDIR ve iğdır",
  "Быстрая бурая лиса перепрыгнула; ЁЖИК и ёжик",
  "Γειά σου Κόσμε, ΣΊΣΥΦΟΣ και σίσυφος",
  "שלום עולם, חתול וכלב",
  "مرحبا بالعالم، القطة والكلب",
  "नमस्ते दुनिया और बिल्ली",
  "吾輩は猫である。名前はまだ無い。",
  "데이터베이스는 어디에 있습니까",
  "สวัสดีชาวโลก แมวและหมา",
  "decomposed: cafe\u0301 nai\u0308ve \u0041\u030angstro\u0308m",
  "ligatures ﬁnal ﬂow, ① ② Ⅷ ½ x² H₂O",
  "emoji 😀 👩‍👩‍👧 🫠 and ♥ between words",
  "private \ue000\ue001 and plane \u{20000}\u{2a6df} and \u{10400}\u{10428}",
  "NUL here\0and there\0\0end",
  "joined\u200dwords soft\u00adhyphen non\u00a0breaking zero\u200bwidth",
  `a very long word: ${"supercalifragilistic".repeat(30)}`,
  `another: ${"日本".repeat(120)}ing`,
  "running runs ran runner; happily happiness happy",
  "AND OR NOT NEAR content source thoughtbox think",
];

/** Queries besides those made of the thoughts' own words. */
const QUESTIONS = [
  "",
  " ",
  '"',
  "*",
  "AND",
  "cache AND writers",
  "cache OR NOT zebra",
  "NEAR(cache writers, 5)",
  "content : cache",
  "source : think",
  "thoughtbox",
  '"cache invalidation"',
  "cach*",
  "^cache",
  "-cache",
  "{cache}",
  "cache + keys",
  "zebra",
  "zebra giraffe cat",
  "why does the flaky deploy fail?",
  "resume",
  "RÉSUMÉ",
  "strasse",
  "straße",
  "grusse",
  "naive angstrom cafe",
  "cafe\u0301",
  "nino pina",
  "istanbul",
  "igdir",
  "ежик",
  "ёжик",
  "σισυφος",
  "猫",
  "吾輩は猫である",
  "😀",
  "🫠",
  "♥",
  "\ue000\ue001",
  "\u{10428}\u{10428}",
  "end",
  "here and there",
  "nonbreaking breaking",
  "supercalifragilistic".repeat(30),
  "supercalifragilistic".repeat(29),
  `${"日本".repeat(120)}ing`,
  "generalize organize hierarchical",
  "relate operate",
  "happy runner",
  "3.14159e-2",
  "E1234",
  "snake_case_name",
  "camelcasename",
  "x²",
  "x2",
  "final",
  "ﬁnal",
];

const FILTERS: Partial<SearchQuery>[] = [
  {},
  {},
  { project: "even" },
  { project: "nowhere" },
  { tags: ["third"] },
  { sessionId: "s4" },
  { source: "think" },
  { owner: "ann" },
  { owner: "ann", project: "even" },
  { source: "think", tags: ["third"] },
];

describe("search on both stores", () => {
  const postgres = usePostgres();
  let stores: readonly [sqlite: Store, postgres: Store];
  const thoughts: string[] = [];

  beforeAll(async () => {
    stores = [
      await openStore({ memory: true }),
      await openStore({ databaseUrl: await postgres.newLedger() }),
    ];
    const words = SENTENCES.flatMap((sentence) => sentence.split(" "));
    const mixed = fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 })
      .map((some) => some.join(" "));
    const odd = fc.string({ unit: "binary", maxLength: 40 });
    thoughts.push(
      ...SENTENCES,
      ...fc.sample(mixed, { numRuns: 160, seed: 7 }),
      ...fc.sample(odd, { numRuns: 100, seed: 8 }),
    );
    for (const store of stores)
      for (const [n, content] of thoughts.entries()) await store.append(draftAt(n, content));
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
  });

  async function found(store: Store, query: SearchQuery): Promise<string[]> {
    const hits = await store.search({ limit: 200, ...query });
    // With more, only the best would be compared, and weights may differ a little.
    return hits.length < 200 ? hits.map(({ thought }) => `${thought.sessionId}/${thought.seq}`).sort() : [];
  }

  async function expectSame(query: SearchQuery): Promise<string[]> {
    const [sqlite, other] = await Promise.all(stores.map((store) => found(store, query)));
    expect({ query, found: other }).toEqual({ query, found: sqlite });
    return other!;
  }

  it("[PG31] queries with words, phrases, prefixes, operators and punctuation find the same thoughts", async () => {
    for (const text of QUESTIONS) for (const filter of FILTERS) await expectSame({ text, ...filter });
    expect(await expectSame({ text: "CACHED invalidating" })).toContain("s0/1");
  });

  it("[PG31] queries made of a thought's own words find the same thoughts", async () => {
    const random = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: FILTERS.length - 1 })), {
      numRuns: 300,
      seed: 9,
    });
    for (const [at, [which, place, filter]] of random.entries()) {
      const parts = thoughts[which % thoughts.length]!.split(" ");
      const begin = place % parts.length;
      const text = parts.slice(begin, begin + 1 + (at % 3)).join(" ");
      const asked = [text, text.toUpperCase(), text.normalize("NFD"), text.slice(0, -1)][at % 4]!;
      await expectSame({ text: asked, ...FILTERS[filter] });
    }
  });

  it("[PG31] any query finds the same thoughts", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", maxLength: 30 }),
        fc.constantFrom(...FILTERS),
        async (text, filter) => {
          await expectSame({ text, ...filter });
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** The draft of the n-th thought, alternating between projects, tags, owners and sources. */
function draftAt(n: number, content: string): Draft {
  const session = n % 12;
  const create = () => ({
    title: `Session ${session}`,
    mode: "chain" as const,
    project: session % 2 === 0 ? "even" : "odd",
    tags: session % 3 === 0 ? ["third"] : [],
    ...(session % 4 === 1 && { owner: "ann" }),
  });
  return draftOf({ sessionId: `s${session}`, create }, content, {
    source: n % 5 === 0 ? "think" : "thoughtbox",
  });
}
