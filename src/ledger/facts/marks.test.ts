import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FactKind } from "./fact.ts";
import { MAX_MARK_CHARACTERS, MAX_MARKS, markLine, readMarks } from "./marks.ts";

const DEAD_END = { kind: "dead_end", text: "Redis", reason: "it adds a server" };
const one = (given: unknown) => readMarks(given).marks[0];

describe("reading marks", () => {
  test.each([
    ["decision: use SQLite", { kind: "decision", text: "use SQLite" }],
    ["Decision : Use SQLite.", { kind: "decision", text: "Use SQLite." }],
    ["DECIDED: use SQLite", { kind: "decision", text: "use SQLite" }],
    ["decsion: use SQLite", { kind: "decision", text: "use SQLite" }],
    ["- decision: use SQLite", { kind: "decision", text: "use SQLite" }],
    ["1. decision: use SQLite", { kind: "decision", text: "use SQLite" }],
    ["**Decision:** use SQLite", { kind: "decision", text: "use SQLite" }],
    ["[decision] use SQLite", { kind: "decision", text: "use SQLite" }],
    ["decision – use SQLite", { kind: "decision", text: "use SQLite" }],
    ["decision - use SQLite", { kind: "decision", text: "use SQLite" }],
    ["decision：use SQLite", { kind: "decision", text: "use SQLite" }],
    ["ｄｅｃｉｓｉｏｎ：use SQLite", { kind: "decision", text: "use SQLite" }],
    ["决定：使用 SQLite", { kind: "decision", text: "使用 SQLite" }],
    ["dead end: Redis because it adds a server", DEAD_END],
    ["dead-end: Redis, because it adds a server", DEAD_END],
    ["dead_end: Redis (because it adds a server)", DEAD_END],
    ["deadend: Redis. Because it adds a server", DEAD_END],
    ["Ruled out: Redis, reason: it adds a server", DEAD_END],
    ["dead ends: Redis due to it adds a server", DEAD_END],
    ["question: who owns the key?", { kind: "open", text: "who owns the key?" }],
    ["Open question: who owns the key?", { kind: "open", text: "who owns the key?" }],
    ["answered: #4: the operator", { kind: "answered", text: "the operator", replaces: 4 }],
    ["todo: write the test", { kind: "next", text: "write the test" }],
    ["next step: write the test", { kind: "next", text: "write the test" }],
    ["result: fixed in 3 ms", { kind: "outcome", text: "fixed in 3 ms" }],
    ["decision: use B (replaces: #12)", { kind: "decision", text: "use B", replaces: 12 }],
    ["decision: use B; replaces #12", { kind: "decision", text: "use B", replaces: 12 }],
    [
      "decision: use B, replaces: 12, because A is slow",
      { kind: "decision", text: "use B", reason: "A is slow", replaces: 12 },
    ],
    ["decision: port: 4747", { kind: "decision", text: "port: 4747" }],
    ["decision: because", { kind: "decision", text: "because" }],
  ])("[FA1] %j", (text, expected) => {
    expect(readMarks([text])).toEqual({ marks: [expected], unknown: [], warnings: [] });
  });

  test("[FA1] reads objects, JSON and one text with a mark a line", () => {
    const decision = { kind: "decision", text: "use B", reason: "A is slow" };
    expect(one([{ kind: "decision", text: "use B", reason: "A is slow" }])).toEqual(decision);
    expect(one([{ type: "Decision", text: "use B", because: "A is slow" }])).toEqual(decision);
    expect(one([{ decision: "use B", because: "A is slow" }])).toEqual(decision);
    expect(one('{"kind":"decision","text":"use B because A is slow"}')).toEqual(decision);
    expect(one([{ kind: "decision", text: "use B", replaces: "#3" }])?.replaces).toBe(3);
    const two = [
      { kind: "decision", text: "use B" },
      { kind: "open", text: "how large?" },
    ];
    expect(readMarks("decision: use B\nopen: how large?").marks).toEqual(two);
    expect(readMarks({ decision: "use B", open: ["how large?"] }).marks).toEqual(two);
    expect(readMarks('["decision: use B", "open: how large?"]').marks).toEqual(two);
  });

  test.each([
    ["risk: the disk is full"],
    ["use SQLite"],
    ["open the file"],
    ["decision:"],
    ["https://example.org/decision: x"],
  ])("[FA2] %j has no known kind: it is kept as text, with a warning that shows the form", (text) => {
    const read = readMarks([text]);
    expect(read).toMatchObject({ marks: [], unknown: [text] });
    expect(read.warnings.join()).toMatch(/kept as text: write marks as "decision: …"/);
  });

  test("[FA3] reads 20 marks of 500 characters, and says what is left out", () => {
    const many = readMarks(Array.from({ length: 30 }, (_, index) => `decision: number ${index}`));
    expect(many.marks).toHaveLength(MAX_MARKS);
    expect(many.warnings).toEqual(["Only the first 20 of 30 marks were read."]);
    const long = readMarks([`decision: ${"x".repeat(5000)}`]);
    expect(long.marks[0]!.text).toHaveLength(MAX_MARK_CHARACTERS);
    expect(long.warnings).toEqual(["A mark was cut at 500 characters."]);
  });

  test("[FA2] any value is read without an error, and no text is lost", () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        const { marks, unknown } = readMarks(given);
        expect(marks.length + unknown.length).toBeLessThanOrEqual(MAX_MARKS);
      }),
    );
  });

  test("[FA1] a mark in its canonical form is read back", () => {
    const words = fc
      .stringMatching(/^[a-z]{3,8}( [a-z]{4,8}){0,4}$/)
      .filter((text) => !/because|due|reason/.test(text));
    fc.assert(
      fc.property(
        fc.constantFrom(...FactKind.options),
        words,
        fc.option(words, { nil: undefined }),
        (kind, text, reason) => {
          const mark = { kind, text, ...(reason !== undefined && { reason }) };
          expect(readMarks([markLine(mark)]).marks).toEqual([mark]);
        },
      ),
    );
  });
});
