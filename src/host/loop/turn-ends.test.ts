import { describe, expect, test } from "vitest";
import { scriptedClaude } from "../../../test/support/scripted-claude.ts";
import { textOf } from "../../llm/index.ts";
import { conversationWith, converse, ofType, partsOf, resultsIn, toolOf } from "./fixtures.ts";

const { serve } = scriptedClaude();

describe("ends of a turn", () => {
  test("[HS2] reports an answer that reached its length or was refused", async () => {
    const engine = await serve([
      { text: "Half", stop: "max_tokens" },
      {
        content: [
          { type: "text", text: "I" },
          { type: "tool_call", name: "look" },
        ],
        stop: "refusal",
      },
      "Yes.",
    ]);
    const parts = partsOf(engine, { tools: [toolOf("look")] });
    const long = await converse(conversationWith(), "Go", parts);
    expect(long.chunks.at(-1)).toMatchObject({ type: "done", stop: "length" });
    const refused = await converse(long.result, "Go on", parts);
    expect(refused.chunks.at(-1)).toMatchObject({ type: "done", stop: "refusal" });
    expect(ofType(refused.chunks, "tool_start")).toEqual([]);
    const after = await converse(refused.result, "Well?", parts);
    expect(after.chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  });

  test("[HS4] does not run calls that were cut off with the answer, and the model continues", async () => {
    const engine = await serve([
      {
        stop: "max_tokens",
        toolCalls: [
          { name: "look", id: "a", input: { at: 1 } },
          { name: "look", id: "b", json: '{"at": "some' },
        ],
      },
      { stop: "max_tokens", toolCalls: [{ name: "look", id: "c", json: "" }] },
      "Done.",
    ]);
    const { chunks, result } = await converse(
      conversationWith(),
      "Go",
      partsOf(engine, { tools: [toolOf("look")] }),
    );
    expect(ofType(chunks, "tool_start").map(({ id }) => id)).toEqual(["a"]);
    const results = resultsIn(result.messages);
    expect(results.b).toMatch(
      /^This call was not run: its arguments are not a JSON object \(.+\)\. They begin: \{"at": "some$/,
    );
    expect(results.c).toBe("This call was not run: it was cut off before its arguments.");
    expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  });

  test("[HS2] asks a paused model to continue and keeps the pause in the history", async () => {
    const engine = await serve([{ thinking: "Hm.", text: "Wait.", stop: "pause_turn" }, "Now.", "More."]);
    const parts = partsOf(engine);
    const { chunks, result, saved } = await converse(conversationWith(), "Go", parts);
    expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
    expect(result.messages.map(textOf)).toEqual(["Go", "Wait.", "Go on.", "Now."]);
    expect(saved).toHaveLength(3);
    expect((await converse(result, "More?", parts)).chunks.at(-1)).toMatchObject({ type: "done" });
  });

  test("[HS3] an empty answer or one of thinking only leaves nothing in the history that cannot be sent back", async () => {
    const engine = await serve([{}, { thinking: "Hm." }, { content: [] }, "Here."]);
    const parts = partsOf(engine);
    let conversation = conversationWith();
    for (const said of ["One?", "Two?", "Three?", "Four?"]) {
      const { chunks, result } = await converse(conversation, said, parts);
      expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
      conversation = result;
    }
    expect(conversation.messages.map(textOf)).toEqual(["One?", "Two?", "Three?", "Four?", "Here."]);
  });
});
