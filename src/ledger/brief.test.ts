import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brief } from "./brief.ts";
import { type Fact, FactKind } from "./facts/fact.ts";
import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";
import { estimateTokens } from "./tokens.ts";

const session: Session = {
  id: "slow-checkout-2026-11-15",
  title: "Slow checkout",
  project: "_default",
  tags: [],
  mode: "chain",
  status: "active",
  stage: 0,
  createdAt: "2026-11-15T10:00:00.000Z",
  updatedAt: "2026-11-15T11:30:00.000Z",
  metadata: {},
};

/** Builds a session thought by thought, numbering each within its branch. */
class Chain {
  readonly thoughts: Thought[] = [];
  add(content: string, more: Partial<Thought> = {}): Thought {
    const seq = this.thoughts.length + 1;
    const lane = this.thoughts.filter(({ branchId }) => branchId === more.branchId);
    const number = (lane.at(-1)?.number ?? more.branchFrom ?? 0) + 1;
    const base = { id: `t${seq}`, sessionId: session.id, seq, number, total: number, content };
    const rest = { isRevision: more.revises !== undefined, nextThoughtNeeded: true, metadata: {} };
    const thought: Thought = {
      ...base,
      ...rest,
      mode: "chain",
      source: "thoughtbox",
      createdAt: session.updatedAt,
      ...more,
    };
    this.thoughts.push(thought);
    return thought;
  }
  fill(to: number): void {
    while (this.thoughts.length < to) {
      const n = this.thoughts.length;
      this.add(`Measured request ${n}: the handler took ${n % 97} ms. The trace shows ${n % 13} queries.`);
    }
  }
  async *read(): AsyncGenerator<Thought> {
    yield* this.thoughts;
  }
  brief(maxTokens?: number, more: Partial<Session> = {}) {
    return brief({ ...session, ...more }, this.read(), maxTokens);
  }
}

function section(text: string, name: string): string[] {
  const [, body = ""] = text.split(`**${name}**\n`);
  return body
    .split("\n\n")[0]!
    .split("\n")
    .filter((line) => line !== "");
}

/** A long session with a decision, a dropped branch, an open question and a next step somewhere in it. */
function planted(length: number): Chain {
  const chain = new Chain();
  chain.add("Find out why the checkout is slow at noon.");
  chain.fill(Math.floor(length * 0.2));
  chain.add("We decided to batch the price lookups in one query.");
  chain.fill(Math.floor(length * 0.3));
  const fork = chain.thoughts.at(-1)!.number;
  chain.add("Try a cache in front of the prices.", { branchId: "price-cache", branchFrom: fork });
  chain.add("That rules the cache out, invalidation needs a message bus.", { branchId: "price-cache" });
  chain.fill(Math.floor(length * 0.5));
  chain.add("The pool has 10 connections. Does the pool starve when the nightly job overlaps?");
  chain.fill(length - 1);
  chain.add("The batch is in place. Next step: load-test the batch with 500 users.");
  return chain;
}

describe.each([200, 5000])("the brief of %i thoughts", (length) => {
  const chain = planted(length);

  test("[Y1] has goal, decision, dropped branch, open question and next step, each with its number", async () => {
    const { brief: text } = await chain.brief();
    const numberOf = (words: string) => chain.thoughts.find(({ content }) => content.includes(words))!.number;
    expect(text).toMatch(
      new RegExp(
        `^# Slow checkout\n\nactive, ${length} thoughts, 1 branch, last activity 2026-11-15 11:30 UTC\n`,
      ),
    );
    expect(section(text, "Goal")).toEqual(["- Find out why the checkout is slow at noon. (#1)"]);
    expect(section(text, "Decided")).toEqual([
      `- We decided to batch the price lookups in one query. (#${numberOf("decided")})`,
    ]);
    expect(section(text, "Tried and dropped")).toEqual([
      `- Branch price-cache, from #${Math.floor(length * 0.3)}: That rules the cache out, invalidation needs a message bus. (#${numberOf("rules")} price-cache)`,
    ]);
    expect(section(text, "Open questions")).toEqual([
      `- The pool has 10 connections. Does the pool starve when the nightly job overlaps? (#${numberOf("starve")})`,
    ]);
    expect(section(text, "Next step")).toEqual([
      `- The batch is in place. Next step: load-test the batch with 500 users. (#${numberOf("load-test")})`,
    ]);
  });

  test("[Y2] keeps to its budget and counts its tokens", async () => {
    for (const budget of [50, 80, 120, 200, 600]) {
      const { brief: text, tokens } = await chain.brief(budget);
      expect(tokens).toBe(estimateTokens(text));
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(section(text, "Goal")).toHaveLength(1);
      expect(section(text, "Next step")).toHaveLength(1);
    }
  });

  test("[Y3] is the same text for the same session", async () => {
    expect(await chain.brief()).toEqual(await planted(length).brief());
  });
});

describe("the lines of a brief", () => {
  test("[Y1] a revised thought no longer counts: the correction is decided, the old text is dropped", async () => {
    const chain = new Chain();
    chain.add("Why does the import stop?");
    const { number } = chain.add("Decision: raise the timeout to 60 s.");
    chain.add("Decision: stream the file, the timeout was a symptom.", { revises: number, revisesId: "t2" });
    chain.add("Streaming it is.");
    const { brief: text } = await chain.brief();
    expect(section(text, "Decided")).toEqual([
      "- Corrects #2: Decision: stream the file, the timeout was a symptom. (#3)",
      "- Streaming it is. (#4)",
    ]);
    expect(section(text, "Tried and dropped")).toEqual([
      "- Decision: raise the timeout to 60 s. — revised in #3 (#2)",
    ]);
  });

  test("[Y1] a question is open until a later thought of its branch cites or revises it", async () => {
    const chain = new Chain();
    chain.add("Make the build faster.");
    chain.add("Is the cache warm?");
    chain.add("Is the disk slow?");
    chain.add("It is unclear who owns the runner.");
    chain.add("As to #2: yes, it is warm.");
    chain.add("On a branch, #3 is asked again.", { branchId: "side", branchFrom: 3 });
    expect(section((await chain.brief()).brief, "Open questions")).toEqual([
      "- Is the disk slow? (#3)",
      "- It is unclear who owns the runner. (#4)",
    ]);
  });

  test("[Y1] a branch is open, won or dropped", async () => {
    const chain = new Chain();
    chain.add("Choose a queue.");
    chain.add("Redis streams look simple.", { branchId: "redis", branchFrom: 1 });
    chain.add("Postgres is there already.", { branchId: "postgres", branchFrom: 1 });
    chain.add("A file would do.", { branchId: "plain-file", branchFrom: 1 });
    chain.add("We go with postgres instead of redis.");
    chain.add("A table per topic?", { branchId: "per-topic", branchFrom: 2 });
    const { brief: text } = await chain.brief();
    expect(section(text, "Branches")).toEqual([
      "- plain-file, from #1, open: A file would do. (#2 plain-file)",
      "- postgres, from #1, won: We go with postgres instead of redis. (#2)",
      "- per-topic, from #2, open: A table per topic? (#3 per-topic)",
    ]);
    expect(section(text, "Tried and dropped")).toEqual([
      "- Branch redis, from #1: We go with postgres instead of redis. (#2)",
    ]);
  });

  test("[Y1] a session that counts down has its goal at the highest number, and a complete one says so", async () => {
    const chain = new Chain();
    for (const number of [5, 4, 3, 2, 1])
      chain.add(`State ${number} holds.`, { number, nextThoughtNeeded: number > 1 });
    const { brief: text } = await chain.brief(600, { status: "completed" });
    expect(section(text, "Goal")).toEqual(["- State 5 holds. (#5)"]);
    expect(section(text, "Outcome")).toEqual(["- State 1 holds. (#1)"]);
    expect(section(text, "Next step")).toEqual(["- None: the session is complete (#1)"]);
  });

  test("[Y1] a session without thoughts has a title and nothing else", async () => {
    expect((await new Chain().brief()).brief).toBe(
      "# Slow checkout\n\nactive, 0 thoughts, last activity 2026-11-15 11:30 UTC\n",
    );
  });

  test("[Y2] with many decisions the budget holds, whole lines are dropped, and every section stays", async () => {
    const chain = planted(200);
    for (let i = 0; i < 300; i++) {
      chain.add(`Decision: ${`rule ${i} holds for a long list of reasons `.repeat(3)}.`);
      chain.add(`Approach ${i} was rejected. Is limit ${i} enough?`);
    }
    chain.add("Next: write it down.");
    const full = await chain.brief(100_000);
    const { brief: text, tokens } = await chain.brief();
    expect(tokens).toBeLessThanOrEqual(600);
    expect(text.match(/^\*\*.*\*\*$/gm)).toEqual(full.brief.match(/^\*\*.*\*\*$/gm));
    for (const line of text.split("\n")) if (line.startsWith("- ")) expect(line).toMatch(/\(#\d+( \S+)?\)$/);
  });

  test("[Y5] a larger budget keeps every line that a smaller one has", async () => {
    const chain = planted(200);
    for (let i = 0; i < 40; i++)
      chain.add(
        `We settled on rule ${i}${i}: files of kind ${i * 7} go to shelf ${i * 3}, because the other shelves are full of files that nobody reads.`,
      );
    let before: readonly string[] = [];
    for (let budget = 50; budget <= 2450; budget += 150) {
      const { lines } = await chain.brief(budget);
      const cited = lines.map(({ section: part, seq }) => `${part} ${seq}`);
      expect(cited).toEqual(expect.arrayContaining([...before]));
      before = cited;
    }
    // All forty rules.
    expect(before.length).toBeGreaterThanOrEqual(40);
  });

  test("[Y10] a line of a larger budget has every word of substance that it has with a smaller one", async () => {
    const substance = "queue worker lease `retry.max` oslo hours broker rejected table".split(" ");
    const words = [...substance, ..."because of the in a is was not we 40 ms never only two".split(" ")];
    const sentence = fc
      .array(fc.constantFrom(...words), { minLength: 3, maxLength: 14 })
      .map((own) => `${own.join(" ")}.`);
    const thought = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((own) => own.join(" "));
    await fc.assert(
      fc.asyncProperty(fc.array(thought, { minLength: 5, maxLength: 40 }), async (thoughts) => {
        const chain = new Chain();
        for (const [index, text] of thoughts.entries()) chain.add(`Rule ${index + 100}: ${text}`);
        let before = new Map<number, ReadonlySet<string>>();
        for (const budget of [60, 150, 300, 600, 1000, 1500, 3000]) {
          const found = new Map<number, Set<string>>();
          for (const { seq, text } of (await chain.brief(budget)).lines)
            for (const word of substance)
              if (text.toLowerCase().includes(word)) found.set(seq, (found.get(seq) ?? new Set()).add(word));
          for (const [seq, own] of before)
            expect([...(found.get(seq) ?? [])]).toEqual(expect.arrayContaining([...own]));
          before = found;
        }
      }),
      { numRuns: 30 },
    );
  });

  test("[Y6] a long line is cut around its fact, not after the beginning of its sentence", async () => {
    const chain = new Chain();
    chain.add("Choose a store for the sessions.");
    chain.add(
      `After a long afternoon of reading manuals, with tea and biscuits, and several interruptions by colleagues who wanted to talk about lunch, we decided to keep sessions in SQLite.`,
    );
    chain.add("Next: write the schema.");
    const { brief: text } = await chain.brief(90);
    expect(section(text, "Decided")[0]).toContain("we decided to keep sessions in SQLite");
  });

  test("[Y6] a shortened line has clauses as they were written, and … where words are left out", async () => {
    const clause = fc
      .array(
        fc.constantFrom(
          ..."queue worker lease oslo hours broker table is was kept dropped in the of".split(" "),
        ),
        {
          minLength: 2,
          maxLength: 12,
        },
      )
      .map((own) => own.join(" "));
    const sentence = fc.array(clause, { minLength: 1, maxLength: 6 }).map((own) => `${own.join(", ")}.`);
    const thought = fc.array(sentence, { minLength: 1, maxLength: 3 }).map((own) => own.join(" "));
    await fc.assert(
      fc.asyncProperty(fc.array(thought, { minLength: 4, maxLength: 30 }), async (thoughts) => {
        const chain = new Chain();
        for (const [index, text] of thoughts.entries()) chain.add(`Rule ${index + 100}, ${text}`);
        for (const { seq, text } of (await chain.brief(300)).lines) {
          const whole = ` ${chain.thoughts[seq - 1]!.content.toLowerCase().replace(/[.,;]/g, "")} `;
          const shown = text.replace(/ \(#\d+\)$/, "").split("…");
          for (const part of shown) expect(whole).toContain(part.toLowerCase().replace(/[.,;]/g, "").trim());
        }
      }),
      { numRuns: 50 },
    );
  });

  test("[Y7] a declared fact comes first and says so; what the text of its thought says again is left out", async () => {
    const chain = new Chain();
    chain.add("Choose a store for the sessions.");
    const { seq, number } = chain.add("We decided to keep the sessions in SQLite for now.");
    chain.add("Next: write the schema.");
    const declared = [
      { kind: "decision", text: "Keep sessions in SQLite", seq, thoughtNumber: number, origin: "declared" },
    ] as const;
    const { lines } = await brief(session, chain.read(), 600, declared);
    expect(lines.filter((line) => line.section === "decided")).toEqual([
      {
        section: "decided",
        text: "Keep sessions in SQLite (#2)",
        seq,
        thoughtNumber: number,
        origin: "declared",
      },
    ]);
  });

  test("[Y8] all declared facts are in a brief of 600 tokens, in their newest wording, however much else there is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.constantFrom(...FactKind.options), fc.integer({ min: 1, max: 30 }), fc.boolean()),
          {
            minLength: 1,
            maxLength: 30,
          },
        ),
        async (marks) => {
          const chain = planted(200);
          const declared = marks.map(([kind, words, isReplaced], index): Fact => {
            const text = `fact${index} ${"word ".repeat(words)}end${index}`;
            const at = { seq: index + 2, thoughtNumber: index + 2, origin: "declared" } as const;
            return { kind, text, ...at, ...(isReplaced ? { replacedBy: 190 } : {}) };
          });
          const { lines, tokens } = await brief(session, chain.read(), 600, declared);
          expect(tokens).toBeLessThanOrEqual(600);
          const found = lines.filter(({ origin }) => origin === "declared").map(({ seq }) => seq);
          expect(found.toSorted((a, b) => a - b)).toEqual(
            declared.filter(({ replacedBy }) => replacedBy === undefined).map(({ seq }) => seq),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  test("[Y9] a fact that replaces another says what was before", async () => {
    const chain = planted(200);
    const at = { kind: "decision", seq: 9, thoughtNumber: 9, origin: "declared" } as const;
    const { lines } = await brief(session, chain.read(), 600, [
      { ...at, text: "Keep 9 days", was: "Keep 3 days" },
    ]);
    expect(lines.find(({ seq }) => seq === 9)?.text).toBe("Keep 9 days; was: Keep 3 days (#9)");
  });

  test("[Y2] hostile text stays one safe line", async () => {
    const hostile = [
      "# Decision\n\n```js\nprocess.exit()\n```\n- decided: **drop** `it",
      "```\nall of it is code that was decided",
      "We decided <script>alert(1)</script> ![x](http://x/y.png) \u202e\0\u0007 \u2028> quote\r\n> # heading?",
      `Decided: ${"a".repeat(1_000_000)}`,
      "?".repeat(10_000),
      `${"Is it? ".repeat(5000)}`,
      "| a | b |\n|---|---|\n1. decided\n2) decided",
      "\ud800 decided",
    ];
    const chain = new Chain();
    for (const content of hostile)
      chain.add(content, {
        branchId: chain.thoughts.length % 2 === 0 ? undefined! : "``` \n# x",
        branchFrom: 1,
      });
    const { brief: text, tokens } = await chain.brief(600, { title: "# T\n```\n- x <b>" });
    expect(tokens).toBeLessThanOrEqual(600);
    expect(text).not.toMatch(/```|<|\]\(|[\0\u0007\u202e\u2028\r]/);
    expect(text.isWellFormed()).toBe(true);
    const lines = text.split("\n").filter((line) => line !== "");
    for (const line of lines.slice(2)) expect(line).toMatch(/^(\*\*[A-Z][a-z ]+\*\*|- [^\s#>|-].*\))$/u);
  });
});
