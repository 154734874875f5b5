import { describe, expect, test } from "vitest";
import { scriptedClaude, turnOf } from "../../../test/support/scripted-claude.ts";
import type { Reply } from "../../testing/index.ts";
import { conversationWith, converse, ofType, partsOf, resultsIn, saying, toolOf } from "./fixtures.ts";

const { serve, server } = scriptedClaude();

const look = toolOf("look");
const MESSAGE = "Tool call limit exceeded for this message";

describe("repeated calls", () => {
  test("[HL8] warns at the third identical call in a row; the next is neither run nor counted", async () => {
    const same = (id: string): Reply => ({ toolCalls: [{ name: "look", id, input: { b: 1, a: [2] } }] });
    const engine = await serve([same("a"), same("b"), same("c"), same("d"), "I see."]);
    const { chunks, result } = await converse(conversationWith(), "Go", partsOf(engine, { tools: [look] }));
    const results = resultsIn(result.messages);
    expect(results.b).toBe("look is done");
    expect(results.c).toBe(
      "look is done\n'look' has been called with the same arguments 3 times in a row. Another such call will not run: use the result, or try something else.",
    );
    expect(results.d).toMatch(/^Not run: 'look' has been called with the same arguments 3 times in a row/);
    expect(ofType(chunks, "tool_start")).toHaveLength(3);
    expect(ofType(chunks, "tool_result").map(({ is_error }) => is_error)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(result.budget.message.calls).toBe(3);
    expect(result.budget.outcomes).toEqual(["progress", "progress", "repeated", "repeated"]);
    expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  });

  test("[HL8] the same call in another message does not count as repeated", async () => {
    const engine = await serve((_, index) =>
      index % 2 === 0 ? { toolCalls: [{ name: "look", id: `c${index}` }] } : "Yes.",
    );
    let conversation = conversationWith();
    for (let n = 0; n < 4; n += 1)
      conversation = (await converse(conversation, "Look", partsOf(engine, { tools: [look] }))).result;
    expect(new Set(Object.values(resultsIn(conversation.messages)))).toEqual(new Set(["look is done"]));
  });

  test("[HL7] failed calls reduce the calls of the next message", async () => {
    const fail = toolOf("look", async () => ({ ...saying("no"), isError: true }));
    const engine = await serve([turnOf(1, 4), "None.", turnOf(5, 4), "Some."]);
    const parts = partsOf(engine, { tools: [fail] });
    const first = await converse(conversationWith({ per_message: 4, adaptive: true }), "Go", parts);
    expect(first.result.budget.outcomes).toEqual(Array(4).fill("failed"));
    const second = await converse(first.result, "Go", parts);
    expect(ofType(second.chunks, "error")).toMatchObject([{ error: MESSAGE, limit: 2, used: 2 }]);
  });

  test("[HS2] asks a model that only makes invalid calls to answer without tools", async () => {
    const engine = await serve((_, index) =>
      index < 5 ? { toolCalls: [{ name: "nothing", id: `c${index}` }] } : "I cannot.",
    );
    const { chunks, result } = await converse(conversationWith(1), "Go", partsOf(engine, { tools: [look] }));
    expect(ofType(chunks, "warning")).toMatchObject([{ content: expect.stringMatching(/without tools/) }]);
    expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
    expect(server.requests).toHaveLength(6);
    expect(result.budget.message.calls).toBe(0);
    expect(result.limited).toBe(false);
  });
});
