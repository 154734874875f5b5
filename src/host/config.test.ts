import { expect, test } from "vitest";
import { type LLMConfig, readConfig } from "./config.ts";

const least = { type: "claude", model: "claude-sonnet-4-5" };

test("[HL1] accepts a configuration with every field unchanged", () => {
  const config: LLMConfig = {
    ...least,
    api_key: undefined,
    system_prompt: "Be brief.",
    servers: { files: { command: "npx", args: ["files"] }, web: { url: "https://example.com/mcp" } },
    max_tool_calls: { per_message: 3, per_session: 20 },
    thinking: { enabled: true, budget_tokens: 8000, overrides: { kind: "budget" } },
    base_url: "http://127.0.0.1:1",
    max_tokens: 1000,
    temperature: 1,
    limits: { tokens: 10 },
    tools: [],
    title: "T",
    project: "p",
    tags: ["a"],
  };
  expect(readConfig(config)).toEqual(config);
});

test.each<[object, string]>([
  [{ model: "" }, "model: must be a model id, an AI SDK model or an engine"],
  [{ model: {} }, "model: must be a model id, an AI SDK model or an engine"],
  [{ type: "cloud" }, 'type: "cloud" is unknown. Use one of: claude, anthropic, openai, openai-compatible.'],
  [{ servers: { files: {} } }, "servers.files.command: missing: give the command to start"],
  [{ servers: { files: { command: 3 } } }, "servers.files.command: "],
  [{ servers: { files: { url: "x", command: "y" } } }, "servers.files.url: an entry has a command or a url"],
  [
    { max_tool_calls: { per_message: -1 } },
    "max_tool_calls.per_message must be a whole number of 0 or more, got -1",
  ],
  [{ max_tool_calls: "3" }, 'max_tool_calls must be a number or an object, got "3".'],
  [{ limits: { tokens: "x" } }, "limits.tokens must be "],
  [{ thinking: { effort: "huge" } }, "thinking.effort: "],
  [{ thinking: { budget: 3 } }, "Unknown: thinking.budget."],
  [{ thinking: { budget_tokens: 0 } }, "thinking.budget_tokens: "],
  [{ base_url: "ftp://x" }, "base_url: must be an http:// or https:// URL"],
  [{ max_tokens: 1.5 }, "max_tokens: "],
  [{ temperature: 3 }, "temperature: "],
  [{ tools: [{ name: "x" }] }, "tools.0: must be a tool with a specification and a function `run`"],
  [{ max_tool_call: 3 }, "Unknown: max_tool_call. Use: type, api_key, model, "],
])("[HL1] [HC6] refuses %j and names the invalid field", (more, message) => {
  expect(() => readConfig({ ...least, ...more })).toThrow(
    expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringContaining(message) }),
  );
});

test("[HL1] reports all invalid fields together, and a value that is not an object", () => {
  expect(() => readConfig({ ...least, max_tokens: 0, title: 3 })).toThrow(/max_tokens: .*\ntitle: /s);
  expect(() => readConfig(undefined)).toThrow(/^The configuration: /);
});
