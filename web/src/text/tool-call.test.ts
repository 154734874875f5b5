import { expect, test } from "vitest";
import { toolCallOf } from "./tool-call.ts";

test("[WB44] a tool call is its input, its output and how it ended", () => {
  const evidence = {
    tool: "search",
    input: { q: "cache" },
    output: '{"hits":2}',
    isError: false,
    durationMs: 1_520,
  };
  expect(toolCallOf({ role: "tool", evidence })).toEqual({
    input: { q: "cache" },
    output: { hits: 2 },
    characters: 10,
    outcome: "Answered in 1,520 ms",
  });
  expect(
    toolCallOf({ role: "tool", evidence: { ...evidence, output: "{cut", isError: true } }),
  ).toMatchObject({
    output: "{cut",
    outcome: "Failed after 1,520 ms",
  });
  for (const metadata of [
    {},
    { role: "tool" },
    { role: "tool", evidence: null },
    { role: "answer", evidence },
  ])
    expect(toolCallOf(metadata)).toBeUndefined();
});
