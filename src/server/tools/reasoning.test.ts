import { describe, expect, test, vi } from "vitest";
import { authorOf, type ModelScene, modelScene } from "../../../test/support/model-scene.ts";
import { noNotebooks } from "../../../test/support/notebooks.ts";
import { Failure } from "../../ledger/index.ts";
import { callTool } from "../../mcp/call.ts";
import type { ToolContext } from "../../mcp/define.ts";
import { createReasoning } from "../../reasoning/index.ts";
import { createSessions } from "../../sessions/index.ts";
import type { Script } from "../../testing/index.ts";
import { catalogueOf } from "../catalogue.ts";
import { reasoning } from "./reasoning.ts";
import { refusal } from "./reasoning-refusal.ts";

async function at(script: Script) {
  const scene = await modelScene(script);
  return { ...scene, call: caller(scene), [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() };
}

function caller({ store, engine }: ModelScene) {
  return (given: unknown, progress: Partial<ToolContext["progress"]> = {}) => {
    const context = {
      sessions: createSessions(store, { thinkMaxThoughts: 100, home: "" }),
      reasoning: createReasoning(store, { engine }),
      caller: {
        rawArguments: {},
        author: (session?: string) => authorOf(session),
        roots: async () => undefined,
      },
      catalogue: catalogueOf(["all"]),
      notebooks: noNotebooks,
      progress: { signal: new AbortController().signal, report: async () => {}, ...progress },
    };
    return callTool(reasoning, given, context, (_, error) => {
      throw error;
    });
  };
}

const SCORED = {
  options: ["keep", "rewrite"],
  criteria: ["speed", "safety"],
  scores: [
    [8, 2],
    [4, 9],
  ],
};
const version = (thought: string, confidence: number) => JSON.stringify({ thought, confidence });

describe("reasoning", () => {
  test("[RT4] a decision returns its results as JSON and as structured content", async () => {
    await using scene = await at([]);
    const result = await scene.call({ operation: "decision", session_id: "d", ...SCORED, weights: [3, 2] });
    expect(result.structuredContent).toMatchObject({
      session_id: "d",
      operation: "decision",
      winner: "rewrite",
      scores: { keep: { speed: 8, safety: 2 } },
    });
    expect(result.content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }]);
    expect(result.structuredContent).not.toHaveProperty("warning");
  });

  test.each([
    { operation: " Decision ", args: { ...SCORED, sessionId: "d" } },
    { action: "decision", arguments: { ...SCORED, session_id: "d" } },
    { mode: "DECISION", alternatives: SCORED.options, ...SCORED, sessionId: "d", weights: { safety: 1 } },
    { operation: "decision", args: JSON.stringify({ ...SCORED, session_id: "d" }) },
  ])("[RT4] accepts other spellings: %j", async (given) => {
    await using scene = await at([]);
    expect((await scene.call(given)).structuredContent).toMatchObject({ session_id: "d", winner: "rewrite" });
  });

  test("[RT3] other operations ask the model and report progress", async () => {
    await using scene = await at([version("A.", 0.1), "No.", version("B.", 0.9)]);
    const report = vi.fn(async () => {});
    const result = await scene.call(
      { operation: "reflection", question: "Why?", rounds: "2", threshold: "0.7" },
      { report },
    );
    expect(result.structuredContent).toMatchObject({ content: "B.", reached: true });
    expect(report.mock.calls).toHaveLength(3);
  });

  test("[RT3] ignores an unreadable number with a warning", async () => {
    await using scene = await at([version("A.", 0.1), "No.", version("B.", 0.9)]);
    const result = await scene.call({ operation: "reflection", content: "Why?", rounds: "many" });
    expect(result.structuredContent).toMatchObject({
      warning: expect.stringContaining("rounds was ignored"),
    });
  });

  test("[RT5] a cancelled call returns an error that says so", async () => {
    await using scene = await at([{ hold: new Promise(() => {}) }]);
    const caller = new AbortController();
    const call = scene.call({ operation: "tree", content: "Why?" }, { signal: caller.signal });
    const request = await scene.server.waitForRequest(1);
    caller.abort();
    expect(await call).toMatchObject({ isError: true, _meta: { "clew/code": "CANCELLED" } });
    expect(await request.ended).toBe("client hung up");
  });

  test.each([
    [{ operation: "tree" }, "content - Content cannot be empty"],
    [{ operation: "tree", content: "Why?", branches: 9 }, "branches - Send a whole number from 2 to 4"],
    [{ operation: "chess" }, "operation - There is no operation 'chess'. Send one of: tree, divergent"],
    [{}, "operation - There is no operation ''"],
    ["tree", "operation - There is no operation ''"],
    [{ operation: "decision", options: ["a"] }, "options - Send a list of 2 to 20"],
    [{ operation: "decision", ...SCORED, scores: [[1, 2]] }, "scores - send a row per option: 2, not 1."],
  ])("[RL5] refuses %j in the documented format", async (given, problem) => {
    await using scene = await at([]);
    const result = await scene.call(given);
    const text = (result.content[0] as { text: string }).text;
    expect(result.isError).toBe(true);
    expect(text.startsWith(`Error: Validation failed: ${problem}`)).toBe(true);
    expect(result.structuredContent).toBeUndefined();
  });
});

test.each([
  [new Failure("THOUGHT_REQUIRED", {}), "Validation failed: content - Content cannot be empty"],
  [new Failure("THOUGHT_TOO_LARGE", { bytes: 2, limit: 1 }), "Validation failed: content - This"],
  [new Failure("INVALID_ARGUMENT", { problem: "x - y" }), "Validation failed: x - y"],
  [new Failure("SESSION_NOT_FOUND", { sessionId: "s" }), "SessionNotFound: No session 's'"],
  [
    new Failure("THOUGHT_NOT_FOUND", { field: "f", number: 2, existing: "1" }),
    "ThoughtNotFound: f: there is no thought 2",
  ],
  [new Failure("ENGINE_UNAVAILABLE", { reason: "Down.", engine: "langbase" }), "LangbaseUnavailable: Down."],
  [new Failure("ENGINE_UNAVAILABLE", { reason: "Down.", engine: "anthropic" }), "EngineUnavailable: Down."],
  [new Failure("ENGINE_UNAVAILABLE", { reason: "Down." }), "EngineUnavailable: Down."],
  [new Failure("ENGINE_TIMEOUT", { reason: "Late." }), "Timeout: Late."],
  [new Failure("ENGINE_REFUSED", { reason: "No key." }), "ApiError: No key."],
  [new Failure("NO_ENGINE", {}), "ApiError: This needs a model"],
  [new Failure("STORE_FULL", {}), "STORE_FULL: The ledger's disk is full"],
])("[RL5] %s is reported by its type", (failure, message) => {
  expect(refusal(failure).text.startsWith(`Error: ${message}`)).toBe(true);
});
