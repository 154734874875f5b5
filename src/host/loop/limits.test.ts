import { describe, expect, test } from "vitest";
import { scriptedClaude, turnOf } from "../../../test/support/scripted-claude.ts";
import { textOf, userText } from "../../llm/index.ts";
import { asMuchAgain, grant, type MaxToolCalls, openBudget, readLimits } from "../limits/index.ts";
import type { Conversation } from "../loop.ts";
import { conversationWith, converse, ofType, partsOf, resultsIn, toolOf } from "./fixtures.ts";
import { CONTINUE } from "./run-message.ts";

const { serve, server } = scriptedClaude();

const look = toolOf("look");
const MESSAGE = "Tool call limit exceeded for this message";
const SESSION = "Tool call limit exceeded for this session";

describe("a limit on calls", () => {
  test("[HL2] [HL3] does not run calls over the limit: the original error, results for all, one last turn without tools", async () => {
    const engine = await serve([turnOf(1, 2), turnOf(3, 3), { thinking: "Enough.", text: "I found two." }]);
    const { chunks, result } = await converse(conversationWith(3), "Go", partsOf(engine, { tools: [look] }));
    expect(ofType(chunks, "tool_start").map(({ id }) => id)).toEqual(["c1", "c2", "c3"]);
    expect(ofType(chunks, "error")).toEqual([
      {
        type: "error",
        error: MESSAGE,
        code: "TOOL_CALL_LIMIT",
        scope: "message",
        limit: 3,
        used: 3,
        fatal: false,
      },
    ]);
    expect(resultsIn(result.messages)).toMatchObject({
      c3: "look is done",
      c4: `${MESSAGE}. This call was not run.`,
      c5: `${MESSAGE}. This call was not run.`,
    });
    const order = chunks.map(({ type }) => type).join(" ");
    expect(order).toMatch(/tool_result error thinking content usage done$/);
    expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "limit" });
    const last = server.requests.at(-1)!.body;
    expect(last).toMatchObject({ tool_choice: { type: "none" }, tools: [{ name: "look" }] });
    expect(textOf(result.answer!)).toBe("I found two.");
    expect(result).toMatchObject({ limited: true, refused: { code: "TOOL_CALL_LIMIT", text: MESSAGE } });
  });

  test("[HL3] reports the session limit in the original words, across messages", async () => {
    const engine = await serve([turnOf(1, 1), "One.", turnOf(2, 1), "Two.", turnOf(3, 1), "Enough."]);
    const parts = partsOf(engine, { tools: [look] });
    let conversation: Conversation = conversationWith({ per_session: 2 });
    for (const stop of ["end", "end", "limit"]) {
      const { chunks, result } = await converse(conversation, "Go", parts);
      expect(chunks.at(-1)).toMatchObject({ type: "done", stop });
      conversation = result;
      if (stop === "limit")
        expect(ofType(chunks, "error")).toMatchObject([
          { error: SESSION, scope: "session", limit: 2, used: 2 },
        ]);
    }
  });

  const others: readonly (readonly [string, MaxToolCalls, string, string])[] = [
    ["none", { per_message: 0 }, "message", MESSAGE],
    [
      "of one tool",
      { per_tool: { look: 0 } },
      "tool",
      "Tool call limit exceeded for the tool 'look' in this message",
    ],
    ["of a minute", { per_minute: 0 }, "minute", "Tool call limit exceeded for this minute"],
    [
      "but for critical tools",
      { per_message: 2, critical: ["save"], reserve: 1 },
      "message",
      `${MESSAGE}: the rest is reserved for critical tools`,
    ],
  ];
  test.each(others)("[HL3] [HL5] limits calls %s in the same way", async (_, calls, scope, text) => {
    const engine = await serve([turnOf(1, 2), "Enough."]);
    const { chunks, result } = await converse(
      conversationWith(calls),
      "Go",
      partsOf(engine, { tools: [look] }),
    );
    expect(ofType(chunks, "tool_start")).toEqual([]);
    expect(ofType(chunks, "error")).toMatchObject([
      { error: text, code: "TOOL_CALL_LIMIT", scope, fatal: false },
    ]);
    expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "limit" });
    expect(Object.keys(resultsIn(result.messages))).toEqual(["c1", "c2"]);
  });

  test("[HL3] a model that calls tools in its last turn gets results and no further turn", async () => {
    const engine = await serve([turnOf(1, 1), turnOf(2, 1), "Later."]);
    const parts = partsOf(engine, { tools: [look] });
    const { chunks, result } = await converse(conversationWith(0), "Go", parts);
    expect(ofType(chunks, "error")).toHaveLength(1);
    expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "limit" });
    expect(resultsIn(result.messages).c2).toBe(`${MESSAGE}. This call was not run.`);
    expect((await converse(result, "Then?", parts)).chunks.at(-1)).toMatchObject({ stop: "end" });
  });
});

describe("continuing", () => {
  test("[HL4] grants more, and the model continues with its tools where it stopped", async () => {
    const engine = await serve([turnOf(1, 2), "One so far.", turnOf(3, 1), "All of it."]);
    const parts = partsOf(engine, { tools: [look] });
    const stopped = (await converse(conversationWith(1), "Go", parts)).result;
    const more = grant(stopped.budget, asMuchAgain(stopped.budget, stopped.refused!));
    const { chunks, result, saved } = await converse({ ...stopped, budget: more }, undefined, parts);
    expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
    expect(result.limited).toBe(false);
    expect(result.budget.message.calls).toBe(2);
    expect(CONTINUE).toBe("Go on: more tool calls are granted.");
    expect(result.messages).toEqual([...stopped.messages, ...saved]);
    expect(saved[0]).toEqual(userText(CONTINUE));
    expect(server.requests[2]!.body).not.toHaveProperty("tool_choice");
  });

  test("[HL4] stops at once without a grant, and does not ask an unanswered question again", async () => {
    const engine = await serve([{ status: 529 }, turnOf(1, 1), "Yes."]);
    const parts = partsOf(engine, { tools: [look] });
    const failed = (await converse(conversationWith(), "Go", parts)).result;
    const { result } = await converse(failed, undefined, parts);
    expect(result.messages.map(textOf)).toEqual(["Go", "", "", "Yes."]);
    const spent: Conversation = { ...result, budget: openBudget(readLimits(undefined, { tokens: 0 })) };
    const { chunks, saved } = await converse(spent, undefined, parts);
    expect(chunks.map(({ type }) => type)).toEqual(["error", "done"]);
    expect(saved).toEqual([]);
  });
});
