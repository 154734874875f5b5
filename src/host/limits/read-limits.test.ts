import { describe, expect, test } from "vitest";
import { type MaxToolCalls, type ResourceLimits, readLimits } from "./read-limits.ts";

const none = { perTool: {} };
const plain = { critical: [], reserve: 0, adaptive: false };

describe("configured limits", () => {
  test("[HL1] unset means no limit", () => {
    const open = { message: none, session: none, ...plain };
    expect(readLimits()).toEqual(open);
    expect(readLimits({}, {})).toEqual(open);
    expect(readLimits({ per_tool: {} }, { tokens: {} })).toEqual(open);
  });

  test("[HL1] a bare number means per message, 0 included", () => {
    expect(readLimits(3)).toEqual({ message: { ...none, calls: 3 }, session: none, ...plain });
    expect(readLimits(0).message.calls).toBe(0);
  });

  test("[HL1] reads the original configuration", () => {
    expect(readLimits({ per_message: 3, per_session: 20 })).toEqual({
      message: { ...none, calls: 3 },
      session: { ...none, calls: 20 },
      ...plain,
    });
  });

  test("[HL5] reads all limits together; a bare number always means per message", () => {
    const calls: MaxToolCalls = {
      per_message: 10,
      per_session: 100,
      per_tool: { search: 2, fetch: { per_session: 9 }, write: { per_message: 0, per_session: 1 } },
      per_minute: 30,
      critical: ["save"],
      reserve: 0.25,
      adaptive: true,
    };
    const resources: ResourceLimits = {
      tokens: { per_message: 50_000, per_session: 900_000 },
      cost: 0.5,
      wall_ms: { per_session: 600_000 },
    };
    expect(readLimits(calls, resources)).toEqual({
      message: { calls: 10, perTool: { search: 2, write: 0 }, tokens: 50_000, cost: 0.5 },
      session: { calls: 100, perTool: { fetch: 9, write: 1 }, tokens: 900_000, wallMs: 600_000 },
      perMinute: 30,
      critical: ["save"],
      reserve: 0.25,
      adaptive: true,
    });
  });

  test("[HL6] reserves a fifth of the calls for tools named as critical", () => {
    expect(readLimits({ critical: ["save"] }).reserve).toBe(0.2);
    expect(readLimits({ critical: ["save"], reserve: 0 }).reserve).toBe(0);
  });

  test.each<[unknown, unknown, string]>([
    [-1, undefined, "max_tool_calls must be a whole number of 0 or more, got -1."],
    [2.5, undefined, "max_tool_calls must be a whole number of 0 or more, got 2.5."],
    [Number.NaN, undefined, "max_tool_calls must be a whole number of 0 or more, got NaN."],
    ["3", undefined, 'max_tool_calls must be a number or an object, got "3".'],
    [null, undefined, "max_tool_calls must be a number or an object, got null."],
    [[3], undefined, "max_tool_calls must be a number or an object, got [3]."],
    [
      { per_message: -1 },
      undefined,
      "max_tool_calls.per_message must be a whole number of 0 or more, got -1.",
    ],
    [
      { per_session: "9" },
      undefined,
      'max_tool_calls.per_session must be a whole number of 0 or more, got "9".',
    ],
    [
      { per_minute: Infinity },
      undefined,
      "max_tool_calls.per_minute must be a whole number of 0 or more, got Infinity.",
    ],
    [{ per_tool: 3 }, undefined, "max_tool_calls.per_tool must be an object, got 3."],
    [
      { per_tool: { a: -2 } },
      undefined,
      "max_tool_calls.per_tool.a must be a whole number of 0 or more, got -2.",
    ],
    [
      { per_tool: { a: { per_session: true } } },
      undefined,
      "max_tool_calls.per_tool.a.per_session must be a whole number of 0 or more, got true.",
    ],
    [{ critical: "save" }, undefined, 'max_tool_calls.critical must be a list of tool names, got "save".'],
    [{ reserve: 1.5 }, undefined, "max_tool_calls.reserve must be a number from 0 to 1, got 1.5."],
    [{ adaptive: 1 }, undefined, "max_tool_calls.adaptive must be true or false, got 1."],
    [
      { per_mesage: 3 },
      undefined,
      "max_tool_calls.per_mesage is unknown. Use one of: per_message, per_session, per_tool, per_minute, critical, reserve, adaptive.",
    ],
    [undefined, { tokens: -1 }, "limits.tokens must be a whole number of 0 or more, got -1."],
    [
      undefined,
      { cost: { per_session: "1" } },
      'limits.cost.per_session must be a number of 0 or more, got "1".',
    ],
    [undefined, { wall_ms: Number.NaN }, "limits.wall_ms must be a number of 0 or more, got NaN."],
    [undefined, { money: 3 }, "limits.money is unknown. Use one of: tokens, cost, wall_ms."],
    [
      undefined,
      { tokens: { per_day: 1 } },
      "limits.tokens.per_day is unknown. Use one of: per_message, per_session.",
    ],
    [undefined, 3, "limits must be an object, got 3."],
  ])("[HL1] refuses %j with %j and names the invalid field", (calls, resources, message) => {
    const read = () => readLimits(calls as MaxToolCalls, resources as ResourceLimits);
    expect(read).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT", message }));
  });
});
