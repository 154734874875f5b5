import { describe, expect, test } from "vitest";
import { type MaxToolCalls, type ResourceLimits, readLimits } from "./read-limits.ts";

const none = { perTool: {} };
const plain = { critical: [], reserve: 0, adaptive: false };

describe("limits as they are configured", () => {
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

  test("[HL1] the seed's own configuration", () => {
    expect(readLimits({ per_message: 3, per_session: 20 })).toEqual({
      message: { ...none, calls: 3 },
      session: { ...none, calls: 20 },
      ...plain,
    });
  });

  test("[HL5] everything at once, where a bare number always means per message", () => {
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

  test("[HL6] tools that are named as critical have a fifth of the calls kept for them", () => {
    expect(readLimits({ critical: ["save"] }).reserve).toBe(0.2);
    expect(readLimits({ critical: ["save"], reserve: 0 }).reserve).toBe(0);
  });

  test.each<[unknown, unknown, string]>([
    [-1, undefined, "max_tool_calls: -1 is not a whole number of 0 or more."],
    [2.5, undefined, "max_tool_calls: 2.5 is not a whole number of 0 or more."],
    [Number.NaN, undefined, "max_tool_calls: NaN is not a whole number of 0 or more."],
    ["3", undefined, 'max_tool_calls: "3" is not a number or an object.'],
    [null, undefined, "max_tool_calls: null is not a number or an object."],
    [[3], undefined, "max_tool_calls: [3] is not a number or an object."],
    [{ per_message: -1 }, undefined, "max_tool_calls.per_message: -1 is not a whole number of 0 or more."],
    [{ per_session: "9" }, undefined, 'max_tool_calls.per_session: "9" is not a whole number of 0 or more.'],
    [
      { per_minute: Infinity },
      undefined,
      "max_tool_calls.per_minute: Infinity is not a whole number of 0 or more.",
    ],
    [{ per_tool: 3 }, undefined, "max_tool_calls.per_tool: 3 is not an object."],
    [{ per_tool: { a: -2 } }, undefined, "max_tool_calls.per_tool.a: -2 is not a whole number of 0 or more."],
    [
      { per_tool: { a: { per_session: true } } },
      undefined,
      "max_tool_calls.per_tool.a.per_session: true is not a whole number of 0 or more.",
    ],
    [{ critical: "save" }, undefined, 'max_tool_calls.critical: "save" is not a list of names of tools.'],
    [{ reserve: 1.5 }, undefined, "max_tool_calls.reserve: 1.5 is not a number from 0 to 1."],
    [{ adaptive: 1 }, undefined, "max_tool_calls.adaptive: 1 is not true or false."],
    [
      { per_mesage: 3 },
      undefined,
      "max_tool_calls.per_mesage is not known. Known are: per_message, per_session, per_tool, per_minute, critical, reserve, adaptive.",
    ],
    [undefined, { tokens: -1 }, "limits.tokens: -1 is not a whole number of 0 or more."],
    [undefined, { cost: { per_session: "1" } }, 'limits.cost.per_session: "1" is not a number of 0 or more.'],
    [undefined, { wall_ms: Number.NaN }, "limits.wall_ms: NaN is not a number of 0 or more."],
    [undefined, { money: 3 }, "limits.money is not known. Known are: tokens, cost, wall_ms."],
    [
      undefined,
      { tokens: { per_day: 1 } },
      "limits.tokens.per_day is not known. Known are: per_message, per_session.",
    ],
    [undefined, 3, "limits: 3 is not an object."],
  ])("[HL1] %j with %j is refused with the field that is wrong", (calls, resources, message) => {
    const read = () => readLimits(calls as MaxToolCalls, resources as ResourceLimits);
    expect(read).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT", message }));
  });
});
