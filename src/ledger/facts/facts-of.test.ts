import { describe, expect, test } from "vitest";
import { exampleThoughts } from "../../example/bug-hunt.ts";
import { brief } from "../brief.ts";
import type { Session } from "../session.ts";
import type { Thought } from "../thought.ts";
import { factsOf } from "./facts-of.ts";

type Step = string | (Partial<Thought> & { readonly content: string });

/** Numbers thoughts within their branches. */
function chain(...steps: readonly Step[]): Thought[] {
  const last = new Map<string, number>();
  return steps.map((step, index) => {
    const own = typeof step === "string" ? { content: step } : step;
    const number = (last.get(own.branchId ?? "") ?? own.branchFrom ?? 0) + 1;
    last.set(own.branchId ?? "", number);
    return {
      id: `t${index + 1}`,
      sessionId: "s",
      seq: index + 1,
      number,
      total: number,
      isRevision: own.revises !== undefined,
      ...(own.revises === undefined ? {} : { revisesId: `t${own.revises}` }),
      nextThoughtNeeded: true,
      mode: "chain",
      source: "thoughtbox",
      metadata: {},
      createdAt: "2026-01-05T08:00:00.000Z",
      ...own,
    };
  });
}

const goal = "Find a place for the sessions of the shop.";
const kinds = async (...steps: readonly Step[]) => {
  const { goal: _, branches: __, ...facts } = await factsOf(chain(goal, ...steps, "The weather is fine."));
  return Object.fromEntries(
    Object.entries(facts)
      .map(([kind, found]) => [kind, found.map(({ text }) => text)] as const)
      .filter(([, texts]) => texts.length > 0),
  );
};

describe("factsOf", () => {
  test.each([
    "We went with Postgres for the sessions.",
    "Settled on Postgres after all.",
    "Postgres it is.",
    "From now on the sessions live in Postgres.",
    "Sessions will be kept in Postgres, one row each.",
  ])("[FI1] finds a decision: %s", async (text) => {
    expect(await kinds(text)).toMatchObject({ decisions: [text] });
  });

  test.each([
    "That rules out Redis for the sessions.",
    "There is no point in continuing with Redis.",
    "Redis was abandoned because it loses writes.",
    "Redis is out of the question here.",
    "Turns out Redis can't give us the guarantee.",
  ])("[FI1] finds a dead end: %s", async (text) => {
    expect(await kinds(text)).toMatchObject({ deadEnds: [text] });
  });

  test.each([
    "It is still unclear whether carts expire.",
    "Nobody knows who owns the cron job.",
    "I have not verified that the carts expire.",
    "Do the carts of guests expire?",
  ])("[FI1] finds an open question: %s", async (text) => {
    expect(await kinds(text)).toMatchObject({ open: [text] });
  });

  test.each([
    "If we used Redis, the sessions would be gone after a restart.",
    'The old document says "we decided to move to Redis" on page 3.',
    "> We decided to use Redis.\n\nThis is what they wrote.",
    "```\nwe decided to use redis\n```\nSo much for the code.",
    "We did not decide to use Redis.",
  ])("[FI2] does not take for a decision: %s", async (text) => {
    const { decisions = [] } = (await kinds(text)) as { decisions?: string[] };
    expect(decisions.filter((one) => /redis/i.test(one))).toEqual([]);
  });

  test("[FI3] joins two sentences and gives items the kind of their heading", async () => {
    const { deadEnds, open, next } = await factsOf(
      chain(
        goal,
        "I tried a file per session. It broke as soon as two processes wrote at once.",
        "Open questions:\n- who deletes old rows\n- the size of a cart",
        "Next steps:\n1. write the schema\n2. measure the inserts",
      ),
    );
    expect(deadEnds).toMatchObject([
      { text: "I tried a file per session.", reason: "It broke as soon as two processes wrote at once." },
    ]);
    expect(open.map(({ text }) => text)).toEqual(["who deletes old rows", "the size of a cart"]);
    expect(next.map(({ text }) => text)).toEqual(["write the schema", "measure the inserts"]);
  });

  test("[FI4] says what an option stands for", async () => {
    expect(
      await kinds("Two ways. Option A: poll every second. Option B: LISTEN/NOTIFY.", "We go with option B."),
    ).toMatchObject({ decisions: expect.arrayContaining(["We go with option B (LISTEN/NOTIFY)."]) });
    expect(await kinds("Paper or porcelain?", "We take the latter.")).toMatchObject({
      decisions: ["We take the latter (porcelain)."],
    });
  });

  test("[FI5] a branch changes its state only by a statement about it", async () => {
    const { branches } = await factsOf(
      chain(
        goal,
        { content: "Redis keeps sessions in memory.", branchId: "redis", branchFrom: 1 },
        { content: "It loses them on failover, so this is a dead end.", branchId: "redis" },
        { content: "Advisory locks of Postgres guard each row.", branchId: "postgres-locks", branchFrom: 1 },
        { content: "A cookie could carry the whole cart.", branchId: "cookie", branchFrom: 1 },
        "The day was long.",
        "Postgres locks carry the sessions now.",
      ),
    );
    expect(
      branches.map(({ branchId, fate, evidence }) => [branchId, fate, evidence.map(({ seq }) => seq)]),
    ).toEqual([
      ["cookie", "open", []],
      ["postgres-locks", "won", [7]],
      ["redis", "dropped", [3]],
    ]);
  });

  /** How the branch `tried` of a session ended: its own thoughts, then those of the main line. */
  async function fateOf(own: readonly string[], main: readonly string[] = []): Promise<string> {
    const { branches } = await factsOf(
      chain(goal, ...own.map((content) => ({ content, branchId: "drip-lines", branchFrom: 1 })), ...main),
    );
    return branches[0]!.fate;
  }

  test.each([
    "Clogged after three weeks. I pulled the hoses out again.",
    "Half of it came back, so it was taken off the menu.",
    "The company refunded our deposit and Paula closed the account.",
    "Went from 90 s to 140 s, rolled back.",
    "Accuracy fell to 74. Not shippable.",
    "That is a price we won't pay.",
    "We told the dealer no.",
  ])("[FI12] a branch is dropped: %s", async (text) => {
    expect(await fateOf(["Hoses along each row.", text])).toBe("dropped");
  });

  test.each([
    "All beds have their drip lines now.",
    "From March on the hoses run along each row.",
    "The drip lines went to all eight beds on Monday.",
    "Since the hoses run along each row, the beds stay moist.",
  ])("[FI13] a branch is won: %s", async (text) => {
    expect(
      await fateOf(["Hoses along each row.", "Each row gets two hoses."], ["The day was long.", text]),
    ).toBe("won");
  });

  test.each([
    [["Hoses along each row.", "The maker will name a price."], []],
    [["Hoses along each row.", "Asked the maker whether iron clogs them."], ["The day was long."]],
    [["Hoses along each row."], ["Would drip lines survive the winter?"]],
    [["Hoses along each row."], ["If we had drip lines, the beds would stay moist."]],
  ])("[FI14] a branch is open: %j, %j", async (own, main) => {
    expect(await fateOf(own, main)).toBe("open");
  });

  test("[FI5] a long branch that the main line never uses is not won", async () => {
    const work = Array.from(
      { length: 12 },
      (_, index) => `Hose ${index + 1} is laid and gives ${20 + index} litres.`,
    );
    const main = [
      "The shed needs paint.",
      "Two litres of green are left.",
      "The door is done.",
      "Shelves come next.",
    ];
    expect(await fateOf(work, main)).not.toBe("won");
  });

  test("[FI12] shows the sentence that says how a branch ended", async () => {
    const { branches } = await factsOf(
      chain(
        goal,
        ...[
          "Hoses along each row.",
          "Each row gets two.",
          "They clogged within a week. I pulled them out again.",
        ].map((content) => ({ content, branchId: "drip-lines", branchFrom: 1 })),
        "The day was long.",
      ),
    );
    expect(branches[0]).toMatchObject({ fate: "dropped", sign: { text: "I pulled them out again." } });
  });

  test("[FI15] an answer in other words settles a question; an unrelated one does not", async () => {
    const { open } = await factsOf(
      chain(
        goal,
        "What holds on to the page objects once a job is through? The view does not say.",
        "Does the parcel service take glass?",
        "Eleven pods were restarted.",
        "So it is the watermark timer: it keeps the whole page tree of a job for a day. That is who held them.",
      ),
    );
    expect(open.map(({ text }) => text)).toEqual(["Does the parcel service take glass?"]);
  });

  test.each([
    ["The oven is new.", "The dough is too wet.", "What I want: a whole crust on every loaf by 14 June."],
    ["Logs are large.", "The aim of this work is to halve the size of the logs."],
  ])("[FI16] the goal is what names an aim: %s", async (...thoughts) => {
    const { goal: found } = await factsOf(chain(...thoughts, "Measured for a while."));
    expect(found?.text).toContain(thoughts.at(-1));
    expect(found?.seq).toBe(thoughts.length);
  });

  test("[FI6] an answered question is not open", async () => {
    const { open, answered } = await factsOf(
      chain(
        goal,
        "It is unclear whether refunds reach the ledger.",
        "Who owns the nightly export?",
        "I checked: refunds reach the ledger within a minute.",
      ),
    );
    expect(open.map(({ text }) => text)).toEqual(["Who owns the nightly export?"]);
    expect(answered.map(({ seq }) => seq)).toEqual([4]);
  });

  test("[FI7] repeated statements are one fact, and early ones stay", async () => {
    const many = Array.from(
      { length: 300 },
      (_, index) => `Measured run ${index}: ${index % 7} ms. Decided to repeat run ${index}.`,
    );
    const { decisions } = await factsOf(
      chain(
        goal,
        "We decided to keep carts in Postgres.",
        ...many,
        "Decided again: keep the carts in Postgres.",
      ),
    );
    const about = decisions.filter(({ text }) => text.includes("carts"));
    expect(about).toMatchObject([{ seq: 303 }]);
  });

  test("[FI11] a tool call states nothing; a JSON answer states its text, and its question is the goal", async () => {
    const answer = JSON.stringify({ answer: "We went with Postgres.", reasoning: "It failed with Redis." });
    const call = 'Tool run with {}.\nIt answered after 3 ms: {"status":"Decision: we use MySQL."}';
    const { goal, decisions, outcome } = await factsOf(
      chain(
        { content: answer, metadata: { question: "Which store do we use?" } },
        { content: call, metadata: { role: "tool" }, nextThoughtNeeded: false },
      ),
    );
    expect(goal?.text).toBe("Which store do we use?");
    expect(decisions.map(({ text }) => text)).toEqual(["We went with Postgres."]);
    expect(outcome).toEqual([]);
  });

  test("[FI8] the bundled example comes out as its text says", async () => {
    const end = exampleThoughts.length - 1;
    const thoughts = chain(
      ...exampleThoughts.map(({ critique: _, marks: __, ...one }, index) => ({
        ...one,
        nextThoughtNeeded: index < end,
      })),
    );
    const { branches, deadEnds } = await factsOf(thoughts);
    expect(new Map(branches.map(({ branchId, fate }) => [branchId, fate]))).toEqual(
      new Map([
        ["price-cache", "dropped"],
        ["queue-reconnect", "won"],
      ]),
    );
    expect(deadEnds.map(({ text }) => text)).not.toContain("Fixed, with a test that fails without it.");
    const session = {
      id: "s",
      title: "Example",
      status: "completed",
      updatedAt: "2026-01-05T08:00:00.000Z",
    } as Session;
    const { lines } = await brief(
      session,
      (async function* () {
        yield* thoughts;
      })(),
    );
    const inSection = (name: string) =>
      lines
        .filter(({ section }) => section === name)
        .map(({ text }) => text)
        .join("\n");
    expect(inSection("decided")).toContain("take the `drain` listener off");
    expect(inSection("outcome")).toContain("Fixed, with a test");
    expect(inSection("next")).toContain("warn when an emitter");
    expect(inSection("dropped")).toContain("Branch price-cache");
  });

  test("[FI9] reads other languages by position and names", async () => {
    const thoughts = chain(
      "Wir suchen den Grund für die doppelten Buchungen im Juli.",
      "Die Zahlen von Montag sehen ähnlich aus.",
      "Der Dienst `buchung` schreibt 412 Zeilen zweimal.",
      "在七月，服务写了两次。",
      "Zuletzt wird der Index auf Beleg 7 neu gebaut.",
    );
    const session = {
      id: "s",
      title: "Buchungen",
      status: "active",
      updatedAt: "2026-01-05T08:00:00.000Z",
    } as Session;
    const { brief: text } = await brief(
      session,
      (async function* () {
        yield* thoughts;
      })(),
    );
    for (const part of ["doppelten Buchungen", "412 Zeilen", "neu gebaut"]) expect(text).toContain(part);
  });

  test("[FI20] a revision is quoted from its first statement, not from a question", async () => {
    const revision = { content: "Heap or not? The heap grows by 32 MB an hour.", revises: 2 };
    expect(await kinds("We went with Postgres for the sessions.", revision)).toMatchObject({
      decisions: ["Corrects #2: The heap grows by 32 MB an hour."],
    });
  });

  test("[FI19] takes no fact from a line that suppresses a finding of the linter", async () => {
    expect(await kinds("clew:ignore CL002 We decided to use Redis for the sessions.")).toEqual({});
    expect(
      await kinds(
        "The table is small.\n  CLEW:IGNORE CL001 Open: who runs it?\nWe went with Postgres for the sessions.",
      ),
    ).toEqual({ decisions: ["We went with Postgres for the sessions."] });
    expect(await kinds("We decided on Postgres; `clew:ignore` is for the linter.")).toMatchObject({
      decisions: [expect.stringContaining("Postgres")],
    });
  });

  test("[FI10] lets other work run while it reads", async () => {
    const thoughts = chain(
      ...Array.from({ length: 5000 }, (_, index) => `Request ${index} took ${index % 97} ms.`),
    );
    let turns = 0;
    const count = () => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await factsOf(thoughts);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(20);
  });
});
