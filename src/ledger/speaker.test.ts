import { expect, test } from "vitest";
import { questionOf, speakerOf } from "./speaker.ts";

test("[WB44] a thought's speaker is the person, the tool, or the model or agent", () => {
  const name = (thought: Parameters<typeof speakerOf>[0]) => speakerOf(thought)?.name;
  expect(name({ author: "user", metadata: { role: "user" } })).toBe("You");
  expect(name({ author: "m", metadata: { role: "tool", evidence: { tool: "search" } } })).toBe(
    "tool: search",
  );
  expect(name({ metadata: { role: "tool", tool: "grep" } })).toBe("tool: grep");
  expect(name({ metadata: { role: "tool", evidence: "not an object" } })).toBe("tool");
  expect(speakerOf({ author: "claude-sonnet-5-5", metadata: { role: "thinking" } })).toEqual({
    kind: "agent",
    name: "claude-sonnet-5-5",
    note: "thinking",
  });
  expect(name({ metadata: { model: "gpt-6" } })).toBe("gpt-6");
  expect(name({ metadata: { role: "assistant" } })).toBe("assistant");
  expect(name({ author: "  ", metadata: { model: 7 } })).toBeUndefined();
  expect(name({ author: "x".repeat(500) })).toHaveLength(80);
  expect(questionOf({ metadata: { question: "Why?" } })).toBe("Why?");
  expect(questionOf({ metadata: { question: { text: "Why?" } } })).toBeUndefined();
});
