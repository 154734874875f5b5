import { describe, expect, test } from "vitest";
import { scriptedClaude, turnOf } from "../../../test/support/scripted-claude.ts";
import { type After, textOf, userText } from "../../llm/index.ts";
import type { Conversation } from "../loop.ts";
import {
  conversationWith,
  converse,
  gate,
  ofType,
  partsOf,
  resultsIn,
  streamOf,
  toolOf,
} from "./fixtures.ts";

const { serve, server } = scriptedClaude();

const look = toolOf("look");

describe("tokens, cost and time", () => {
  const usage = { inputTokens: 60, outputTokens: 40 };
  const kinds = [
    ["TOKEN_LIMIT", { tokens: 100 }, "Token limit exceeded for this message"],
    ["COST_LIMIT", { cost: { per_session: 0.000001 } }, "Cost limit exceeded for this session"],
  ] as const;
  test.each(kinds)(
    "[HL3] [HL5] %s: runs no call over it and takes one last turn",
    async (code, limits, text) => {
      const engine = await serve([
        { ...turnOf(1, 1), usage },
        { text: "So far.", usage },
      ]);
      const parts = partsOf(engine, { tools: [look] });
      const { chunks, result } = await converse(conversationWith(undefined, limits), "Go", parts);
      expect(ofType(chunks, "tool_start")).toEqual([]);
      expect(ofType(chunks, "error")).toMatchObject([{ error: text, code, fatal: false }]);
      expect(textOf(result.answer!)).toBe("So far.");
      expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "limit" });
    },
  );

  test("[HL3] takes no turn if the limit was used up before", async () => {
    const engine = await serve([{ text: "One.", usage }]);
    const limits = { tokens: { per_session: 100 } };
    const { result } = await converse(conversationWith(undefined, limits), "Go", partsOf(engine));
    const { chunks, result: next } = await converse(result, "More", partsOf(engine));
    expect(chunks).toEqual([
      expect.objectContaining({ error: "Token limit exceeded for this session", used: 100, limit: 100 }),
      expect.objectContaining({ type: "done", stop: "limit" }),
    ]);
    expect(next.messages.map(textOf)).toEqual(["Go", "One.", "More"]);
    expect(next.limited).toBe(true);
  });

  /** A clock that is set by hand; what waits for it is called when its time has come. */
  function handClock() {
    const timers = new Set<{ at: number; call: () => void }>();
    let time = 0;
    const after: After = (ms, call) => {
      const timer = { at: time + ms, call };
      timers.add(timer);
      return () => timers.delete(timer);
    };
    const set = (to: number) => {
      time = to;
      for (const timer of [...timers]) if (timer.at <= time && timers.delete(timer)) timer.call();
    };
    return { now: () => time, after, set, timers };
  }

  const TIME = {
    type: "error",
    error: "Time limit exceeded for this message: there is no time for a last turn",
    code: "TIME_LIMIT",
    scope: "message",
    limit: 1000,
    used: 1000,
    fatal: false,
  };

  test("[HL5] a timeout during an answer ends it; the text is kept and there is no last turn", async () => {
    const never = gate();
    const engine = await serve([{ thinking: "Hm.", text: ["Half", never.passed] }, "Later."]);
    const clock = handClock();
    const parts = partsOf(engine, clock);
    const stream = streamOf(conversationWith(undefined, { wall_ms: 1000 }), userText("Go"), parts);
    await stream.next();
    expect((await stream.next()).value).toMatchObject({ type: "content", content: "Half" });
    const next = stream.next();
    clock.set(1000);
    expect((await next).value).toEqual(TIME);
    expect((await stream.next()).value).toMatchObject({ type: "done", stop: "limit" });
    const { value: result } = (await stream.next()) as { value: Conversation };
    expect(result.messages.map(textOf)).toEqual(["Go", "Half"]);
    expect(result.budget.message.wallMs).toBe(1000);
    expect(clock.timers.size).toBe(0);
    expect(await server.requests[0]!.ended).toBe("client hung up");
    expect((await converse(result, "So?", parts)).chunks.at(-1)).toMatchObject({ stop: "end" });
  });

  test("[HL5] a timeout while tools run stops them; finished results are kept", async () => {
    const engine = await serve([
      {
        toolCalls: [
          { name: "quick", id: "a" },
          { name: "hang", id: "b" },
          { name: "quick", id: "c" },
        ],
      },
    ]);
    const clock = handClock();
    let stopped: AbortSignal | undefined;
    const hang = toolOf("hang", (_, { signal }) => {
      stopped = signal;
      return new Promise(() => {});
    });
    const parts = partsOf(engine, {
      ...clock,
      tools: [toolOf("quick"), hang],
      parallel: 1,
      toolTimeoutMs: 9999,
    });
    const stream = streamOf(conversationWith(undefined, { wall_ms: 1000 }), userText("Go"), parts);
    const seen: unknown[] = [];
    for await (const chunk of stream) {
      seen.push(chunk);
      if (chunk.type === "tool_start" && chunk.content === "hang") clock.set(1000);
    }
    expect(stopped!.aborted).toBe(true);
    expect(seen.slice(-2)).toEqual([TIME, expect.objectContaining({ type: "done", stop: "limit" })]);
    const { value } = await stream.return(undefined as never);
    expect(resultsIn((value as Conversation).messages)).toEqual({
      a: "quick is done",
      b: "This call was stopped. Time limit exceeded for this message.",
      c: "This call was stopped. Time limit exceeded for this message.",
    });
  });

  test("[HL5] a timeout in the last turn cuts it off and reports no second limit", async () => {
    const never = gate();
    const engine = await serve([turnOf(1, 1), { text: ["I found", never.passed] }]);
    const clock = handClock();
    const parts = partsOf(engine, { ...clock, tools: [look] });
    const seen: unknown[] = [];
    for await (const chunk of streamOf(conversationWith(0, { wall_ms: 1000 }), userText("Go"), parts)) {
      seen.push(chunk);
      if (chunk.type === "content") setImmediate(() => clock.set(1000));
    }
    expect(seen.slice(-4)).toMatchObject([
      { type: "error", code: "TOOL_CALL_LIMIT" },
      { type: "content", content: "I found" },
      { type: "warning", content: "Time limit exceeded for this message: the last turn was cut off" },
      { type: "done", stop: "limit" },
    ]);
  });

  test("[HL5] checks the time again if a timer fires early", async () => {
    const never = gate();
    const engine = await serve([{ text: ["Half", never.passed] }]);
    const { now, after, set } = handClock();
    const early: After = (ms, call) => after(Math.min(ms, 600), call);
    const parts = partsOf(engine, { now, after: early });
    const stream = streamOf(conversationWith(undefined, { wall_ms: 1000 }), userText("Go"), parts);
    await stream.next();
    const next = stream.next();
    set(600);
    set(1200);
    expect((await next).value).toMatchObject({ code: "TIME_LIMIT", used: 1200 });
    await stream.return(undefined as never);
  });
});
