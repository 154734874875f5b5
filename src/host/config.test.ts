import { expect, test } from "vitest";
import { type LLMConfig, readConfig } from "./config.ts";

const least = { type: "claude", model: "claude-sonnet-4-5" };

test("[HL1] a configuration with every field is taken as it is", () => {
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
  [{ model: "" }, "model: not the id of a model, a model of the AI SDK or an engine"],
  [{ model: {} }, "model: not the id of a model, a model of the AI SDK or an engine"],
  [{ type: "cloud" }, 'type: "cloud" is not known. Known are: claude, anthropic, openai, openai-compatible.'],
  [{ servers: { files: {} } }, "servers.files.command: missing: give the command to start"],
  [{ servers: { files: { command: 3 } } }, "servers.files.command: "],
  [{ servers: { files: { url: "x", command: "y" } } }, "servers.files.url: an entry has a command or a url"],
  [{ max_tool_calls: { per_message: -1 } }, "max_tool_calls.per_message: -1 is not a whole number"],
  [{ max_tool_calls: "3" }, 'max_tool_calls: "3" is not a number or an object.'],
  [{ limits: { tokens: "x" } }, "limits.tokens: "],
  [{ thinking: { effort: "huge" } }, "thinking.effort: "],
  [{ thinking: { budget: 3 } }, "thinking.budget is not known."],
  [{ thinking: { budget_tokens: 0 } }, "thinking.budget_tokens: "],
  [{ base_url: "ftp://x" }, "base_url: not an address that begins with http:// or https://"],
  [{ max_tokens: 1.5 }, "max_tokens: "],
  [{ temperature: 3 }, "temperature: "],
  [{ tools: [{ name: "x" }] }, "tools.0: not a tool: it has a specification and a function `run`"],
  [{ max_tool_call: 3 }, "max_tool_call is not known. Known are: type, api_key, model, "],
])("[HL1] [HC6] %j is refused with the field that is wrong", (more, message) => {
  expect(() => readConfig({ ...least, ...more })).toThrow(
    expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringContaining(message) }),
  );
});

test("[HL1] several wrong fields are told together, and what is no object at all is told so", () => {
  expect(() => readConfig({ ...least, max_tokens: 0, title: 3 })).toThrow(/max_tokens: .*\ntitle: /s);
  expect(() => readConfig(undefined)).toThrow(/^The configuration: /);
});
