import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Budget, beginMessage, openBudget, spend } from "./budget.ts";
import { dispatch, exhausted } from "./dispatch.ts";
import { type MaxToolCalls, type ResourceLimits, readLimits } from "./read-limits.ts";

const begin = (calls?: number | MaxToolCalls, resources?: ResourceLimits) =>
  beginMessage(openBudget(readLimits(calls, resources)), 0);

/** Dispatches calls one by one: what became of each, and the budget after them. */
function run(budget: Budget, names: readonly string[], now = 0) {
  const said: string[] = [];
  let after = budget;
  for (const name of names) {
    const answer = dispatch(after, { name }, now);
    said.push(answer.allowed ? "run" : answer.refused.text);
    after = answer.budget;
  }
  return { said, after };
}

const MESSAGE = "Tool call limit exceeded for this message";
const SESSION = "Tool call limit exceeded for this session";

describe("calls", () => {
  test("[HL2] counts the calls of one turn in order and does not run those over the limit", () => {
    const { said, after } = run(begin(3), ["a", "b", "a", "a", "b"]);
    expect(said).toEqual(["run", "run", "run", MESSAGE, MESSAGE]);
    expect(after.message).toMatchObject({ calls: 3, perTool: { a: 2, b: 1 } });
  });

  test("[HL3] supports the original limits, three calls a message and twenty a session, with the original messages", () => {
    let budget = openBudget(readLimits({ per_message: 3, per_session: 20 }));
    const said = Array.from({ length: 7 }, (_, message) => {
      const ran = run(beginMessage(budget, message), ["a", "a", "a", "a"]);
      budget = ran.after;
      return ran.said;
    });
    expect(said.slice(0, 6)).toEqual(Array(6).fill(["run", "run", "run", MESSAGE]));
    expect(said[6]).toEqual(["run", "run", SESSION, SESSION]);
    expect(dispatch(budget, { name: "a" }, 9)).toEqual({
      allowed: false,
      refused: { code: "TOOL_CALL_LIMIT", scope: "session", limit: 20, used: 20, text: SESSION },
      budget,
    });
  });

  test("[HL1] 0 means no tools, unset means no limit", () => {
    expect(run(begin(0), ["a"]).said).toEqual([MESSAGE]);
    expect(run(begin({ per_session: 0 }), ["a"]).said).toEqual([SESSION]);
    expect(new Set(run(begin(), Array(500).fill("a")).said)).toEqual(new Set(["run"]));
  });

  test("[HL5] a limit of one tool does not affect others", () => {
    const budget = begin({ per_tool: { search: 1, fetch: { per_session: 2 }, write: 0 } });
    const first = run(budget, ["search", "search", "fetch", "write", "other"]);
    expect(first.said).toEqual([
      "run",
      "Tool call limit exceeded for the tool 'search' in this message",
      "run",
      "Tool call limit exceeded for the tool 'write' in this message",
      "run",
    ]);
    const next = run(beginMessage(first.after, 1), ["search", "fetch", "fetch"]);
    expect(next.said).toEqual([
      "run",
      "run",
      "Tool call limit exceeded for the tool 'fetch' in this session",
    ]);
    const { refused } = dispatch(next.after, { name: "fetch" }, 2) as { refused: object };
    expect(refused).toMatchObject({
      code: "TOOL_CALL_LIMIT",
      scope: "tool",
      limit: 2,
      used: 2,
      tool: { name: "fetch", span: "session" },
    });
  });

  test("[HL5] a tool may have any name", () => {
    const names = ["__proto__", "constructor", "toString"];
    const limits = Object.fromEntries(names.map((name) => [name, 1]));
    const { said, after } = run(begin({ per_tool: limits }), [...names, ...names]);
    expect(said.slice(0, 3)).toEqual(["run", "run", "run"]);
    expect(said.slice(3)).not.toContain("run");
    expect(run(begin({ per_message: 2 }), names).said).toEqual(["run", "run", MESSAGE]);
    expect(Object.entries(after.session.perTool)).toEqual(names.map((name) => [name, 1]));
  });

  test("[HL5] calls per minute are counted over the last sixty seconds across messages", () => {
    const MINUTE = "Tool call limit exceeded for this minute";
    const first = run(begin({ per_minute: 2 }), ["a"], 1000);
    const second = run(first.after, ["a", "a"], 31_000);
    expect(second.said).toEqual(["run", MINUTE]);
    const third = run(beginMessage(second.after, 60_999), ["a"], 60_999);
    expect(third.said).toEqual([MINUTE]);
    const fourth = run(third.after, ["a", "a"], 61_000);
    expect(fourth.said).toEqual(["run", MINUTE]);
    expect(fourth.after.minute.map(({ at }) => at)).toEqual([31_000, 61_000]);
    expect(run(begin({ per_minute: 0 }), ["a"]).said).toEqual([MINUTE]);
  });
});

describe("tokens, cost and time", () => {
  const usage = { inputTokens: 10, outputTokens: 20, cacheReadTokens: 30, cacheWriteTokens: 40 };

  test("[HL5] tokens of all kinds count for the message and for the session", () => {
    const budget = begin(undefined, { tokens: { per_message: 150, per_session: 250 } });
    const once = spend(budget, usage);
    expect(exhausted(once, 0)).toBeUndefined();
    const twice = spend(once, usage);
    const text = "Token limit exceeded for this message";
    expect(exhausted(twice, 0)).toEqual({
      code: "TOKEN_LIMIT",
      scope: "message",
      limit: 150,
      used: 200,
      text,
    });
    expect(run(twice, ["a"]).said).toEqual([text]);
    const next = beginMessage(twice, 1);
    expect(run(next, ["a"]).said).toEqual(["run"]);
    expect(exhausted(spend(next, usage), 1)?.text).toBe("Token limit exceeded for this session");
  });

  test("[HL5] counts cost where it is known", () => {
    const budget = begin(undefined, { cost: { per_message: 0.5, per_session: 0.6 } });
    expect(exhausted(spend(budget, usage), 0)).toBeUndefined();
    const spent = spend(budget, usage, 0.5);
    expect(exhausted(spent, 0)).toEqual({
      code: "COST_LIMIT",
      scope: "message",
      limit: 0.5,
      used: 0.5,
      text: "Cost limit exceeded for this message",
    });
    expect(exhausted(spend(beginMessage(spent, 1), usage, 0.2), 1)?.text).toBe(
      "Cost limit exceeded for this session",
    );
  });

  test("[HL5] the clock runs only during a message", () => {
    const budget = begin(undefined, { wall_ms: 1000 });
    expect(run(budget, ["a"], 999).said).toEqual(["run"]);
    expect(run(budget, ["a"], 1000).said).toEqual(["Time limit exceeded for this message"]);
    expect(exhausted(budget, 1500)).toMatchObject({ code: "TIME_LIMIT", limit: 1000, used: 1500 });
    expect(exhausted(beginMessage(budget, 1500), 2000)).toBeUndefined();
    expect(exhausted(begin(undefined, { wall_ms: 1000 }), -5000)).toBeUndefined();
  });
});

describe("critical tools", () => {
  test("[HL6] a share of the calls is reserved for critical tools, which may also use the rest", () => {
    const budget = begin({ per_message: 5, critical: ["save"], reserve: 0.4 });
    const kept = `${MESSAGE}: the rest is reserved for critical tools`;
    expect(run(budget, ["a", "a", "a", "a", "save", "a", "save", "save"]).said).toEqual([
      "run",
      "run",
      "run",
      kept,
      "run",
      kept,
      "run",
      MESSAGE,
    ]);
    expect(run(budget, ["save", "save", "save", "save", "a", "a"]).said.slice(4)).toEqual(["run", MESSAGE]);
  });

  test("[HL6] the reserve also applies to the session and the minute", () => {
    const kept = "the rest is reserved for critical tools";
    const session = begin({ per_session: 2, critical: ["save"], reserve: 0.5 });
    expect(run(session, ["a", "a", "save"]).said).toEqual(["run", `${SESSION}: ${kept}`, "run"]);
    const minute = begin({ per_minute: 2, critical: ["save"], reserve: 0.5 });
    const text = `Tool call limit exceeded for this minute: ${kept}`;
    expect(run(minute, ["a", "a", "save"]).said).toEqual(["run", text, "run"]);
  });
});

describe("any calls in any order", () => {
  const tools = ["a", "b", "save"];
  const count = fc.nat({ max: 8 });
  const limits = fc.record(
    {
      per_message: count,
      per_session: count,
      per_minute: count,
      per_tool: fc.dictionary(fc.constantFrom(...tools), fc.oneof(count, fc.record({ per_session: count }))),
      reserve: fc.double({ min: 0, max: 1, noNaN: true }),
    },
    { requiredKeys: [] },
  );
  const steps = fc.array(
    fc.record({
      name: fc.constantFrom(...tools),
      wait: fc.nat({ max: 40_000 }),
      fresh: fc.boolean(),
    }),
    { maxLength: 40 },
  );

  test("[HL2] never dispatches more than a limit allows, and counts what it dispatched", () => {
    fc.assert(
      fc.property(limits, steps, (given, calls) => {
        const read = readLimits({ critical: ["save"], ...given });
        const reserve = (limit: number) => Math.round(limit * read.reserve);
        let budget = beginMessage(openBudget(read), 0);
        let now = 0;
        const ran: { name: string; at: number; message: number }[] = [];
        let message = 0;
        for (const { name, wait, fresh } of calls) {
          now += wait;
          if (fresh) {
            budget = beginMessage(budget, now);
            message += 1;
          }
          const before = structuredClone(budget);
          const answer = dispatch(budget, { name }, now);
          expect(budget).toEqual(before);
          if (answer.allowed) ran.push({ name, at: now, message });
          else expect(answer.budget).toBe(budget);
          budget = answer.budget;

          const spans = [
            ["message", ran.filter((one) => one.message === message)],
            ["session", ran],
          ] as const;
          for (const [span, own] of spans) {
            const { calls: most, perTool } = read[span];
            const ordinary = own.filter((one) => one.name !== "save").length;
            expect(budget[span]).toMatchObject({ calls: own.length, ordinary });
            if (most !== undefined) {
              expect(own.length).toBeLessThanOrEqual(most);
              expect(ordinary).toBeLessThanOrEqual(most - reserve(most));
            }
            for (const tool of tools) {
              const times = own.filter((one) => one.name === tool).length;
              expect(budget[span].perTool[tool] ?? 0).toBe(times);
              expect(times).toBeLessThanOrEqual(perTool[tool] ?? times);
            }
          }
          const recent = ran.filter(({ at }) => now - at < 60_000);
          expect(recent.length).toBeLessThanOrEqual(read.perMinute ?? recent.length);
        }
      }),
    );
  });

  test("[HL2] refuses a call only if a limit is reached", () => {
    fc.assert(
      fc.property(count, fc.nat({ max: 12 }), (most, tried) => {
        const { said } = run(begin(most), Array(tried).fill("a"));
        expect(said.filter((text) => text === "run")).toHaveLength(Math.min(most, tried));
      }),
    );
  });
});
