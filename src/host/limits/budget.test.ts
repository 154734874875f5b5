import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asMuchAgain,
  type Budget,
  beginMessage,
  endMessage,
  grant,
  openBudget,
  remaining,
  resumeMessage,
  settle,
  spend,
} from "./budget.ts";
import { dispatch, exhausted } from "./dispatch.ts";
import { type MaxToolCalls, type ResourceLimits, readLimits } from "./read-limits.ts";

const begin = (calls?: number | MaxToolCalls, resources?: ResourceLimits) =>
  beginMessage(openBudget(readLimits(calls, resources)), 0);

/** Dispatches as many calls as are allowed, up to a bound: how many, the budget after them, and what stopped it. */
function exhaust(budget: Budget, name = "a") {
  let after = budget;
  for (let ran = 0; ran < 100; ran += 1) {
    const answer = dispatch(after, { name }, 0);
    if (!answer.allowed) return { ran, after, refused: answer.refused };
    after = answer.budget;
  }
  return { ran: 100, after, refused: undefined };
}

describe("continuing after a limit", () => {
  test("[HL4] a grant adds exactly its amount, and nothing where there is no limit", () => {
    fc.assert(
      fc.property(fc.nat({ max: 9 }), fc.nat({ max: 9 }), (given, more) => {
        const stopped = exhaust(begin(given)).after;
        expect(exhaust(grant(stopped, { message: { calls: more } })).ran).toBe(more);
        expect(exhaust(grant(stopped, { session: { calls: more } })).ran).toBe(0);
      }),
    );
    const open = begin();
    expect(grant(open, { message: { calls: 1, tokens: 1, perTool: { a: 1 } }, perMinute: 1 })).toEqual(open);
  });

  test("[HL4] a message's grant ends with the message, a session's grant stays", () => {
    const budget = begin({ per_message: 1, per_session: 1 });
    const granted = grant(budget, { message: { calls: 4 }, session: { calls: 2 } });
    expect(exhaust(granted)).toMatchObject({ ran: 3, refused: { scope: "session", limit: 3, used: 3 } });
    const next = beginMessage(granted, 1);
    expect(exhaust(next)).toMatchObject({ ran: 1, refused: { scope: "message", limit: 1 } });
  });

  test("[HL4] tokens, cost, time, calls per minute and calls of one tool can be granted too", () => {
    const budget = begin({ per_tool: { a: 1 }, per_minute: 9 }, { tokens: 10, cost: 1, wall_ms: 100 });
    const message = { tokens: 5, cost: 0.5, wallMs: 50, perTool: { a: 2, b: 7 } };
    const granted = grant(budget, { message, perMinute: 3 });
    expect(granted.message.allowance).toEqual({ tokens: 15, cost: 1.5, wallMs: 150, perTool: { a: 3 } });
    expect(granted.perMinute).toBe(12);
  });

  test.each<[string, number | MaxToolCalls]>([
    ["a message's calls", 3],
    ["a session's calls", { per_session: 3 }],
    ["a minute's calls", { per_minute: 3 }],
    ["a tool's calls in a message", { per_tool: { a: 3 } }],
    ["a tool's calls in a session", { per_tool: { a: { per_session: 3 } } }],
  ])("[HL4] grants the limit again if no amount is given: %s", (_, limits) => {
    const first = exhaust(begin(limits));
    const again = exhaust(grant(first.after, asMuchAgain(first.after, first.refused!)));
    expect([first.ran, again.ran]).toEqual([3, 3]);
    expect(again.refused).toMatchObject({ limit: 6, used: 6, text: first.refused!.text });
  });

  test.each<[string, ResourceLimits]>([
    ["tokens", { tokens: 100 }],
    ["cost", { cost: { per_session: 2 } }],
    ["time", { wall_ms: 1000 }],
  ])("[HL4] grants as much again of %s", (_, resources) => {
    const spent = spend(begin(undefined, resources), { inputTokens: 100, outputTokens: 0 }, 2);
    const refused = exhausted(spent, 1000)!;
    const granted = grant(spent, asMuchAgain(spent, refused));
    expect(exhausted(granted, 1000)).toBeUndefined();
    expect(exhausted(granted, 2000)?.limit ?? refused.limit * 2).toBe(refused.limit * 2);
  });
});

describe("what a session has left", () => {
  test("[HL5] reports what is left of every limit, never below zero", () => {
    const limits = { per_message: 3, per_session: 5, per_minute: 4, per_tool: { a: 2 } };
    const budget = begin(limits, { tokens: 100, cost: { per_session: 1 }, wall_ms: 500 });
    const called = dispatch(budget, { name: "a" }, 100).budget;
    expect(remaining(spend(called, { inputTokens: 60, outputTokens: 0 }, 0.25), 200)).toEqual({
      message: { calls: 2, tokens: 40, wallMs: 300, perTool: { a: 1 } },
      session: { calls: 4, cost: 0.75, perTool: {} },
      perMinute: 3,
    });
    expect(remaining(spend(called, { inputTokens: 160, outputTokens: 0 }, 3), 60_100)).toEqual({
      message: { calls: 2, tokens: 0, wallMs: 0, perTool: { a: 1 } },
      session: { calls: 4, cost: 0, perTool: {} },
      perMinute: 4,
    });
    expect(remaining(begin(), 0)).toEqual({ message: { perTool: {} }, session: { perTool: {} } });
  });

  test("[HL5] a session's time counts its messages, not the pauses between them", () => {
    const budget = begin(undefined, { wall_ms: { per_session: 1000 } });
    const rested = beginMessage(endMessage(budget, 600), 900_000);
    expect(remaining(rested, 900_300).session.wallMs).toBe(100);
    expect(exhausted(rested, 900_400)).toMatchObject({ scope: "session", limit: 1000, used: 1000 });
    expect(exhausted(endMessage(rested, 900_399), 999_999)).toBeUndefined();
  });

  test("[HL4] a continued message keeps its elapsed time, without the pause", () => {
    const stopped = endMessage(begin(3, { wall_ms: 1000 }), 800);
    const resumed = resumeMessage(exhaust(stopped).after, 50_000);
    expect(remaining(resumed, 50_100).message).toEqual({ calls: 0, wallMs: 100, perTool: {} });
    expect(exhausted(resumed, 50_200)).toMatchObject({ scope: "message", limit: 1000, used: 1000 });
  });

  test("[HL2] a budget restored from JSON continues where it stopped", () => {
    const budget = exhaust(begin({ per_message: 2, per_session: 4, per_minute: 5, critical: ["b"] })).after;
    const kept = JSON.parse(
      JSON.stringify(settle(spend(budget, { inputTokens: 1, outputTokens: 2 }), "failed")),
    );
    expect(kept).toEqual(settle(spend(budget, { inputTokens: 1, outputTokens: 2 }), "failed"));
    expect(exhaust(beginMessage(kept, 1)).ran).toBe(1);
  });
});

describe("adaptive limits", () => {
  const failed = (budget: Budget, times: number) =>
    Array(times)
      .fill("failed")
      .reduce<Budget>((after) => settle(after, "failed"), budget);

  test("[HL7] is off by default", () => {
    expect(exhaust(beginMessage(failed(begin(6), 20), 1)).ran).toBe(6);
  });

  test("[HL7] the next message gets fewer calls after failures, and the session limit is unchanged", () => {
    const budget = begin({ per_message: 6, per_session: 90, adaptive: true });
    expect(exhaust(beginMessage(budget, 1)).ran).toBe(6);
    const next = beginMessage(failed(budget, 4), 1);
    expect(exhaust(next)).toMatchObject({ ran: 3, refused: { scope: "message", limit: 3 } });
    expect(next.session.allowance.calls).toBe(90);
    expect(beginMessage(failed(begin({ adaptive: true }), 9), 1).message.allowance).toEqual({ perTool: {} });
  });

  test("[HL7] keeps only the last twenty calls", () => {
    expect(failed(begin(), 50).outcomes).toHaveLength(20);
  });
});

test("[HL9] a turn with negative usage adds nothing to the budget", () => {
  const budget = openBudget(readLimits(undefined, { tokens: { per_session: 100 } }));
  const spent = spend(budget, { inputTokens: 90, outputTokens: 0 }, 0.5);
  const after = spend(spent, { inputTokens: -1_000_000, outputTokens: Number.NaN }, -3);
  expect(after.session).toMatchObject({ tokens: 90, cost: 0.5 });
});
