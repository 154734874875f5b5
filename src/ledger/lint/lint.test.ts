import { describe, expect, it } from "vitest";
import { type Step, thoughtsOf } from "../../../bench/worth/lint-case.ts";
import { measureSessions } from "../../../bench/worth/lint-measure.ts";
import { lintSessions } from "../../../bench/worth/lint-sessions.ts";
import { factsOf } from "../facts/facts-of.ts";
import { lintSession } from "./lint.ts";
import { RULES } from "./rules.ts";

async function lint(
  steps: readonly (Step | string)[],
  options = {},
  status: "active" | "completed" = "active",
) {
  const thoughts = thoughtsOf(steps);
  const session = { id: "s", title: "Checkout times out", status };
  return lintSession({ session, thoughts, facts: await factsOf(thoughts) }, options);
}

const rulesIn = async (...steps: readonly (Step | string)[]) =>
  (await lint(steps)).findings.map(({ rule, seq }) => `${rule} ${seq}`);

/** Faults found and wrong findings, by rule, in sessions of an author who did not know the rules. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, readonly [found: number, wrong: number]>>>> = {
  "seventh author": {
    CL001: [13, 1],
    CL002: [7, 1],
    CL003: [6, 3],
    CL004: [11, 0],
    CL005: [8, 0],
    CL006: [11, 0],
    CL007: [15, 0],
    CL008: [12, 0],
    CL009: [0, 0],
    CL010: [16, 0],
    CL011: [15, 0],
    CL012: [16, 0],
  },
  "eighth author": {
    CL001: [22, 0],
    CL002: [19, 2],
    CL003: [24, 1],
    CL004: [20, 1],
    CL005: [23, 2],
    CL006: [24, 0],
    CL007: [21, 0],
    CL008: [18, 0],
    CL009: [0, 0],
    CL010: [24, 0],
    CL011: [24, 0],
    CL012: [23, 0],
  },
  "second author, unseen": {
    CL001: [8, 0],
    CL002: [8, 0],
    CL003: [8, 0],
    CL004: [8, 0],
    CL005: [8, 0],
    CL006: [7, 0],
    CL007: [8, 2],
    CL008: [3, 2],
    CL009: [8, 0],
    CL010: [8, 0],
    CL011: [8, 0],
    CL012: [8, 0],
  },
  "fourth author": {
    CL001: [16, 0],
    CL002: [9, 0],
    CL003: [10, 0],
    CL004: [14, 0],
    CL005: [9, 0],
    CL006: [10, 0],
    CL007: [16, 0],
    CL008: [8, 1],
    CL009: [0, 0],
    CL010: [13, 0],
    CL011: [9, 0],
    CL012: [9, 2],
  },
  "second author, tuning": {
    CL001: [8, 0],
    CL002: [8, 0],
    CL003: [8, 0],
    CL004: [8, 0],
    CL005: [8, 0],
    CL006: [7, 0],
    CL007: [8, 0],
    CL008: [3, 0],
    CL009: [8, 0],
    CL010: [8, 0],
    CL011: [8, 0],
    CL012: [8, 0],
  },
  "ninth author": {
    CL001: [19, 4],
    CL002: [14, 1],
    CL003: [18, 0],
    CL004: [19, 1],
    CL005: [23, 0],
    CL006: [20, 0],
    CL007: [16, 1],
    CL008: [7, 1],
    CL009: [0, 0],
    CL010: [18, 0],
    CL011: [24, 0],
    CL012: [23, 0],
  },
  "tenth author": {
    CL001: [14, 3],
    CL002: [7, 3],
    CL003: [14, 0],
    CL004: [14, 0],
    CL005: [15, 1],
    CL006: [11, 1],
    CL007: [13, 0],
    CL008: [9, 4],
    CL009: [0, 0],
    CL010: [15, 0],
    CL011: [16, 0],
    CL012: [10, 0],
  },
  "fifth author": {
    CL001: [16, 0],
    CL002: [11, 0],
    CL003: [15, 0],
    CL004: [16, 1],
    CL005: [7, 0],
    CL006: [13, 0],
    CL007: [15, 0],
    CL008: [7, 1],
    CL009: [0, 0],
    CL010: [16, 0],
    CL011: [8, 0],
    CL012: [8, 0],
  },
  "sixth author": {
    CL001: [16, 0],
    CL002: [7, 0],
    CL003: [9, 1],
    CL004: [15, 0],
    CL005: [7, 0],
    CL006: [8, 0],
    CL007: [15, 3],
    CL008: [11, 0],
    CL009: [0, 0],
    CL010: [14, 0],
    CL011: [8, 0],
    CL012: [10, 0],
  },
};

describe("[LT16] sessions of another author", () => {
  it.each(Object.entries(OTHERS))("%s: no rule is worse than its recorded score", async (half, recorded) => {
    const { scores } = await measureSessions(lintSessions().filter((one) => one.half === half));
    const worse = scores.filter(
      ({ rule, found, wrong }) => found < recorded[rule]![0] || wrong > recorded[rule]![1],
    );
    expect(worse).toEqual([]);
  });
});

describe("[LT1] sessions with faults and with traps that look like faults", () => {
  it.each([...Map.groupBy(lintSessions(), ({ half }) => half)].filter(([half]) => !(half in OTHERS)))(
    "%s: every rule finds at least 80 % of its faults, and at least 90 % of its findings are right",
    async (_half, sessions) => {
      const { scores, wrong, missed } = await measureSessions(sessions);
      const low = scores.filter(
        ({ faults, precision, recall }) => faults < 6 || precision < 0.9 || recall < 0.8,
      );
      expect({ low, wrong: low.length > 0 ? wrong : [], missed: low.length > 0 ? missed : [] }).toEqual({
        low: [],
        wrong: [],
        missed: [],
      });
    },
  );
});

describe("[LT2] negations, quotations, conditions and code are not findings", () => {
  it.each([
    "The fix is no longer verified.",
    "It has not been confirmed yet.",
    "Nobody has verified this.",
    "The tests did not pass.",
    "Once the tests pass we can merge.",
    "If the lab has confirmed it, we go on.",
    "We should check that all tests pass.",
    "It remains to be confirmed.",
    'He wrote "all tests pass" in the ticket.',
    "> all tests pass",
    "The flag `verified` is set, and `tests pass` is its label.",
    "```\nexpect(verified).toBe(true) // all tests pass\n```",
    "Has the fix been verified?",
    "The mail says that orders are confirmed by e-mail.",
  ])("%s", async (text) => {
    expect(await rulesIn("Start.", text)).not.toContain("CL004 2");
  });
});

describe("[LT3] clew:ignore", () => {
  const claim = "I rolled it out and all tests pass.";
  const found = async (...steps: string[]) => {
    const { findings, ignored } = await lint(["Start.", ...steps]);
    return { seqs: findings.filter(({ rule }) => rule === "CL004").map(({ seq }) => seq), ignored };
  };

  it("suppresses the newest earlier finding of its rule, once", async () => {
    const two = [claim, "The cause has been confirmed."];
    expect(await found(...two)).toEqual({ seqs: [2, 3], ignored: 0 });
    expect(await found(...two, "clew:ignore CL004 seen on the screen")).toEqual({ seqs: [2], ignored: 1 });
    expect(await found(...two, "clew:ignore CL004 #2 seen on the screen")).toEqual({ seqs: [3], ignored: 1 });
  });

  it("needs a reason, the right rule and a later thought, and does nothing in code", async () => {
    for (const text of ["clew:ignore CL004", "clew:ignore CL005 no", "`clew:ignore CL004 because`"])
      expect(await found(claim, text)).toEqual({ seqs: [2], ignored: 0 });
    expect(await found("clew:ignore CL004 in advance", claim)).toEqual({ seqs: [3], ignored: 0 });
  });
});

it("[LT4] findings say where they are and what they are about; the result says what was checked", async () => {
  const { checked, findings } = await lint(
    [
      "The THF has 180 ppm of water.",
      { text: "No: it has 60 ppm.", revises: 1 },
      "Given #1, the THF is wet.",
    ],
    { levels: { CL003: "warning", CL001: "off" } },
  );
  expect(checked).toEqual({ thoughts: 3, rules: RULES.length - 1 });
  expect(findings).toEqual([
    {
      rule: "CL003",
      level: "warning",
      sessionId: "s",
      thoughtNumber: 3,
      seq: 3,
      message: "Relies on thought 1, which was revised",
      related: [1, 2],
    },
  ]);
});

it("[LT4] the same session gives the same findings, and only the rules that were asked for run", async () => {
  const steps = ["Is it the cache?", "All tests pass.", "We will use Redis."];
  expect(await lint(steps)).toEqual(await lint(steps));
  const { checked, findings } = await lint(steps, { only: ["CL004"] });
  expect(checked.rules).toBe(1);
  expect(findings.map(({ rule }) => rule)).toEqual(["CL004"]);
});

describe("[LT5] single rules", () => {
  it("CL004 accepts a command with exit code 0, a file, a link, and the run of the thought before", async () => {
    expect(await rulesIn("a", { text: "All tests pass.", evidence: ["cmd: npm test => 0"] })).toEqual([]);
    expect(await rulesIn("a", { text: "Confirmed: it is so.", evidence: ["src/a.ts:3"] })).toEqual([]);
    expect(await rulesIn("a", "This has been confirmed, see https://example.org/x.")).toEqual([]);
    expect(await rulesIn({ text: "a", evidence: ["cmd: npm test => 0"] }, "All tests pass.")).toEqual([]);
    expect(await rulesIn("a", { text: "All tests pass.", evidence: ["cmd: npm test => 1"] })).toEqual([
      "CL004 2",
    ]);
  });

  it("CL004 accepts what a command printed instead of its exit code, unless that says that it failed", async () => {
    const found = (output: string) =>
      rulesIn("a", { text: "All tests pass.", evidence: [`cmd: npm test${output}`] });
    expect(await found(" => 58/58 passed, 0 failed")).toEqual([]);
    expect(await found(" => 1288")).toEqual([]);
    expect(await found(" => 3 failed, 55 passed")).toEqual(["CL004 2"]);
    expect(await found("")).toEqual(["CL004 2"]);
  });

  it("CL006 accepts a verdict that writes the name in two words, or that closes the branch just before it", async () => {
    const begin = ["Plan the lesson.", "Two ways."];
    const branch = { text: "Jumps of a quarter, from zero to a half.", branch: "numberline", from: 2 };
    for (const end of ["The number line is dropped.", "Too abstract; that branch I abandon."])
      expect(await rulesIn(...begin, branch, end, "Done.")).not.toContain("CL006 3");
    expect(await rulesIn(...begin, branch, "Lunch is at noon.", "Done.")).toContain("CL006 3");
  });

  it("CL005 does not take readings with different numbers for a loop", async () => {
    const reading = (value: number) => `The probe at the outlet reads ${value} degrees.`;
    expect(await rulesIn(reading(20), reading(21), reading(22), reading(23))).toEqual([]);
  });

  it("CL008 compares statements, not notes of readings without a verb", async () => {
    const begin = ["Copy the archive to the new disk.", "The copy reads the archive twice."];
    expect(await rulesIn(...begin, "Copy at 71 %.", "Copy at 88 %.")).not.toContain("CL008 4");
    const stated = ["The database allows 300 connections.", "The database allows 500 connections."];
    expect(await rulesIn(...begin, ...stated)).toContain("CL008 4");
  });

  it("CL005 finds a restatement in other words, and takes the items of a list for different content", async () => {
    const begin = ["Mend the shed before winter.", "Two boards are loose, and the door sticks."];
    expect(
      await rulesIn(
        ...begin,
        "The roof leaks where the chimney meets the tiles.",
        "It's at the chimney, where it meets the tiles, that the roof lets water in.",
        "Water comes through the roof next to the chimney.",
        "Done.",
      ),
    ).toContain("CL005 5");
    const items = ["Checked the fuse, fine.", "Checked the relay, fine.", "Checked the cable, broken."];
    const found = await rulesIn(...begin, ...items, "Done.");
    expect(found.filter((one) => one.startsWith("CL005"))).toEqual([]);
  });

  it("CL008 accepts a change, another branch, an estimate and a correction", async () => {
    const first = "The pool has 300 connections.";
    for (const second of [
      "After the upgrade the pool has 500 connections.",
      "The pool has about 310 connections.",
      "If the pool had 500 connections, it would do.",
      "The pool has 300.0 connections.",
    ])
      expect(await rulesIn(first, second)).toEqual([]);
    expect(await rulesIn(first, { text: "The pool has 500 connections.", revises: 1 })).toEqual([]);
    expect(await rulesIn(first, "The pool has 500 connections.")).toEqual(["CL008 2"]);
  });

  it("CL008 finds a restated quantity with swapped digits, and takes two measurements and a proposal for no contradiction", async () => {
    const first = {
      text: "The register counts 3,114 orders that sit twice in the schema.",
      evidence: ["a.log:3"],
    };
    const second = "It has to catch all 3,411 orders that sit twice in the schema.";
    expect(await rulesIn(first, second)).toEqual(["CL008 2"]);
    expect(await rulesIn(first, { text: second, evidence: ["b.log:3"] })).toEqual([]);
    expect(
      await rulesIn("The poll runs each 5 seconds.", {
        text: "The poll runs each 15 seconds.",
        branch: "slow",
      }),
    ).not.toContain("CL008 2");
  });

  it("CL003 finds a reason that restates a revised thought", async () => {
    const steps = [
      "The cellar tiles fill the gap in the floor for free.",
      { text: "The cellar tiles are too thick, we take a strip of oak.", revises: 1 },
    ] as const;
    expect(
      await rulesIn(...steps, "As the cellar tiles fill the gap for free, a lamp is affordable."),
    ).toEqual(["CL003 3"]);
    expect(await rulesIn(...steps, "If the cellar tiles fill the gap, a lamp is affordable.")).toEqual([]);
  });

  it("CL010 finds a revision that says itself that nothing changes, and one that can only go back", async () => {
    const first = "The task timed out at 03:12 and the retry appended its rows.";
    expect(
      await rulesIn(first, {
        text: "I restate: the task timed out, the retry appended. It is what I had.",
        revises: 1,
      }),
    ).toEqual(["CL010 2"]);
    const steps = [
      "The forklift is the bottleneck.",
      {
        text: "The forklift is idle, so not the bottleneck; wave 4 is late.",
        revises: 1,
        evidence: ["a.csv:1"],
      },
    ];
    expect(await rulesIn(...steps, { text: "No, the forklift is the bottleneck.", revises: 2 })).toContain(
      "CL010 3",
    );
  });

  it("CL010 finds a revision that states the same numbers in other words", async () => {
    const first = "But evicted_keys is 0, with an uptime of 94 days, and we were never near the limit.";
    const same = "To correct #1: evicted_keys is 0 after an uptime of 94 days.";
    expect(await rulesIn(first, { text: same, revises: 1 })).toEqual(["CL010 2"]);
    const other = "To correct #1: evicted_keys is 0 after an uptime of 49 days.";
    expect(await rulesIn(first, { text: other, revises: 1 })).toEqual([]);
  });

  it("CL008 adds up a duration of two numbers", async () => {
    const first = "The rollout in staging takes 3 min 40 s.";
    expect(await rulesIn(first, "The rollout in staging takes 220 s.")).toEqual([]);
    expect(await rulesIn(first, "The rollout in staging takes 4 min 30 s.")).toEqual(["CL008 2"]);
  });

  it("CL003 does not count a mention that takes the thought back", async () => {
    const steps = ["A holds.", { text: "A does not hold.", revises: 1 }] as const;
    expect(await rulesIn(...steps, "Thought 1 was wrong, so start again.")).toEqual([]);
    expect(await rulesIn(...steps, "Since #1 holds, go on.")).toEqual(["CL003 3"]);
  });

  it("CL012 accepts a rise with something new", async () => {
    const low = { text: "It may be so.", confidence: 0.3 };
    expect(await rulesIn(low, { text: "It is so.", confidence: 0.9 })).toEqual(["CL012 2"]);
    expect(await rulesIn(low, { text: "The log shows it.", confidence: 0.9 })).toEqual([]);
    expect(await rulesIn(low, { text: "It is so.", confidence: 0.9, evidence: ["a.log:3"] })).toEqual([]);
    expect(await rulesIn(low, { text: "It is so.", confidence: 0.5 })).toEqual([]);
  });
});

it("[LT6] text that is made to be hard for the rules is read in one pass", async () => {
  const hostile = [
    `"${"a ".repeat(50_000)}`,
    "`".repeat(50_000),
    "? ".repeat(20_000),
    "#1 ".repeat(20_000),
    "1 ".repeat(20_000),
  ];
  expect((await lint(["Start.", ...hostile])).checked.thoughts).toBe(6);
});
