import { describe, expect, test } from "vitest";
import { declareFacts, type StandingFact } from "./declare.ts";
import { readMarks } from "./marks.ts";

/** The marks of thoughts 1, 2, 3…; a line starts with its branch and `|` if it is not on the main line. */
function session(...lines: readonly string[]) {
  let standing: readonly StandingFact[] = [];
  const warnings: string[] = [];
  const all: (StandingFact & { replacedBy?: number; was?: string })[] = [];
  for (const [index, line] of lines.entries()) {
    const [branch, text] = line.includes("|") ? (line.split("|") as [string, string]) : ["", line];
    const declared = declareFacts(readMarks([text]).marks, branch, standing);
    warnings.push(...declared.warnings);
    for (const key of declared.replaced)
      all.find((fact) => fact.seq === key.seq && fact.ordinal === key.ordinal)!.replacedBy = index + 1;
    all.push(
      ...declared.facts.map((fact, ordinal) => ({
        ...fact,
        seq: index + 1,
        ordinal,
        thoughtNumber: index + 1,
        branch,
        origin: "declared" as const,
      })),
    );
    standing = all.filter((fact) => fact.replacedBy === undefined).toReversed();
  }
  return { all, warnings, standing: standing.map(({ text }) => text).toReversed() };
}

describe("[FA8] a later fact about the same subject replaces the earlier one", () => {
  test.each([
    ["decision: use Redis for the queue", "decision: use PostgreSQL for the queue"],
    ["decision: use Redis for the queue", "decision: PostgreSQL for the queue because one server is enough"],
    ["decision: the cache TTL is 60 s", "decision: cache TTL is 30 seconds"],
    ["decision: retry 3 times with backoff", "decision: retry 5 times with backoff"],
    ["decision: port: 4747", "decision: port: 8080"],
    ["decision: port = 4747", "decision: the port is 8080"],
    ["decision: use feature flags", "decision: do not use feature flags"],
    ["decision: use Redis", "decision: use PostgreSQL instead of Redis"],
    ["decision: store sessions in Redis", "decision: store sessions in a table"],
    ["decision: ship the release on Friday", "decision: ship the release on Monday"],
    ["decision: go with option 2", "decision: go with option 3"],
    ["decision: use Redis for the queue", "dead end: Redis for the queue because it adds a server"],
    ["decision: use Redis for the queue", "dead end: Redis because it adds a server"],
    ["dead end: Redis for the queue", "decision: use Redis for the queue"],
    ["open: which queue do we use?", "decision: use Redis for the queue"],
    ["open: who owns the key?", "open: Who owns the key"],
    ["next: write the test", "next: write the tests"],
    ["outcome: p95 is 120 ms", "outcome: p95 is 80 ms"],
    ["b|decision: use Redis for the queue", "decision: use a table for the queue"],
    ["b|decision: use Redis for the queue", "b|decision: use a table for the queue"],
  ])("%s → %s", (earlier, later) => {
    const { all } = session(earlier, later);
    expect(all[0]).toMatchObject({ replacedBy: 2 });
    expect(all[1]).toMatchObject({ was: all[0]!.text });
  });

  test.each([
    ["decision: use Redis for the queue", "decision: use Redis for the cache"],
    ["decision: use Redis for the queue", "decision: use PostgreSQL for the ledger"],
    ["decision: TypeScript for the server", "decision: TypeScript for the client"],
    ["decision: fix issue 12", "decision: fix issue 13"],
    ["decision: run the tests on Windows", "decision: run the tests on Linux"],
    ["decision: add logging in server.ts", "decision: add logging in client.ts"],
    ["decision: use http2", "decision: use http3"],
    ["decision: use Redis for the queue", "dead end: Redis Streams"],
    ["decision: use Redis for the queue", "dead end: Redis for the cache"],
    ["dead end: option 1", "dead end: option 2"],
    ["next: write the test", "next: write the docs"],
    ["open: who owns the key?", "open: who rotates the key?"],
    ["open: which queue do we use?", "decision: use Redis for the cache"],
    ["outcome: fixed the leak", "outcome: fixed the race"],
    ["decision: the port is 4747", "decision: the timeout is 4747 ms"],
    ["decision: use Redis for the queue", "b|decision: use a table for the queue"],
    ["a|decision: use Redis for the queue", "b|decision: use a table for the queue"],
    ["decision: use Redis for the queue", "open: is Redis for the queue right?"],
  ])("not: %s → %s", (earlier, later) => {
    const { all } = session(earlier, later);
    expect(all[0]).not.toHaveProperty("replacedBy");
    expect(all[1]).not.toHaveProperty("was");
  });

  test("a dead end names no decision if two chose the same thing", () => {
    const { all } = session(
      "decision: use Redis for the queue",
      "decision: use Redis for the cache",
      "dead end: Redis because it adds a server",
    );
    expect(all.filter((fact) => fact.replacedBy !== undefined)).toEqual([]);
  });
});

describe("[FA7] replaces", () => {
  test("replaces the fact of the named thought, on any branch", () => {
    const { all } = session(
      "decision: use Redis",
      "next: measure",
      "b|decision: no queue at all (replaces: #1)",
    );
    expect(all[0]).toMatchObject({ replacedBy: 3 });
    expect(all[2]).toMatchObject({ text: "no queue at all", was: "use Redis" });
  });

  test("prefers the fact of the same kind, and warns about a thought without facts", () => {
    const read = readMarks(["open: how large?", "decision: use Redis"]).marks;
    const standing = read.map(({ kind, text }, ordinal) => ({
      kind,
      text,
      ordinal,
      seq: 1,
      thoughtNumber: 1,
      branch: "",
      origin: "declared" as const,
    }));
    const { replaced } = declareFacts(readMarks(["decision: no queue, replaces #1"]).marks, "", standing);
    expect(replaced).toEqual([{ seq: 1, ordinal: 1 }]);
    const missing = declareFacts(readMarks(["decision: no queue, replaces #9"]).marks, "", standing);
    expect(missing).toMatchObject({ replaced: [], facts: [{ text: "no queue" }] });
    expect(missing.warnings).toEqual(['The mark "no queue" names thought 9, which has no such fact.']);
  });
});

describe("[FA9] answered", () => {
  test.each([
    ["answered: who owns the key? The operator does."],
    ["answered: the operator owns the key"],
    ["answered: #1 the operator"],
    ["answered: the operator (answers #1)"],
  ])("%s closes the question", (answer) => {
    const { all, warnings } = session("open: who owns the key?", "open: how large is a batch?", answer);
    expect(all[0]).toMatchObject({ replacedBy: 3 });
    expect(all[1]).not.toHaveProperty("replacedBy");
    expect(all[2]).toMatchObject({ kind: "answered", was: "who owns the key?" });
    expect(warnings).toEqual([]);
  });

  test("closes nothing if no question matches, and says how to name one", () => {
    const { standing, warnings } = session(
      "open: who owns the key?",
      "open: how large is a batch?",
      "answered: yes, since 3.2",
    );
    expect(standing).toEqual(["who owns the key?", "how large is a batch?", "yes, since 3.2"]);
    expect(warnings).toEqual([
      'No open question matches the mark "yes, since 3.2". Name its thought, as in "answered: #2 …"; open are #2, #1.',
    ]);
    expect(session("answered: yes").warnings.join()).toMatch(/answers no open question/);
  });
});
