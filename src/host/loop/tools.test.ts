import { describe, expect, test } from "vitest";
import { scriptedClaude } from "../../../test/support/scripted-claude.ts";
import type { After } from "../../llm/index.ts";
import type { HostTool, HostToolResult, LoopOptions } from "../loop.ts";
import { conversationWith, converse, ofType, partsOf, resultsIn, saying, toolOf } from "./fixtures.ts";

const { serve, server } = scriptedClaude();

/** What becomes of one call of one tool. */
async function callOnce(
  run: HostTool["run"],
  more: Partial<Omit<LoopOptions, "tools">> = {},
  input: Readonly<Record<string, unknown>> = {},
) {
  const engine = await serve([{ thinking: "Hm.", toolCalls: [{ name: "look", id: "a", input }] }, "I see."]);
  const parts = partsOf(engine, { tools: [toolOf("look", run)], ...more });
  const { chunks, result } = await converse(conversationWith(), "Go", parts);
  expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  const [saved] = ofType(chunks, "tool_result");
  return { text: resultsIn(result.messages).a!, saved: saved!, chunks, result };
}

const answering = (content: unknown, isError: unknown = false) =>
  callOnce(async () => ({ content, isError }) as HostToolResult);
const picture = (data: string, mediaType = "image/png") => ({ type: "image", mediaType, data });

describe("a misbehaving tool gives a result that the model can read", () => {
  test.each([
    ["throws", () => Promise.reject(new Error("no disk")), "'look' failed: no disk"],
    [
      "throws at once",
      () => {
        throw new TypeError("no path");
      },
      "'look' failed: no path",
    ],
    [
      "throws something odd",
      () => Promise.reject(Object.create(null)),
      "'look' failed: no reason was given.",
    ],
    ["throws a text", () => Promise.reject("busy"), "'look' failed: busy"],
  ] as const)("[HS4] a tool that %s", async (_, run, text) => {
    const { text: said, saved, result } = await callOnce(run);
    expect(said).toBe(text);
    expect(saved).toMatchObject({ content: text, is_error: true });
    expect(result.budget.outcomes).toEqual(["failed"]);
  });

  test("[HS4] stops and notifies a hanging tool after its time limit", async () => {
    let signal: AbortSignal | undefined;
    const hang: HostTool["run"] = (_, options) => {
      signal = options.signal;
      return new Promise(() => {});
    };
    const { text, saved } = await callOnce(hang, { toolTimeoutMs: 1 });
    expect(text).toBe("'look' was stopped: no progress for 0.001 s.");
    expect(saved.is_error).toBe(true);
    expect(signal!.aborted).toBe(true);
  });

  test("[HS4] progress resets the time limit", async () => {
    const armed: string[] = [];
    const after: After = (ms) => {
      // The whole time has a clock of its own.
      if (ms === 500) return () => {};
      armed.push(`for ${ms}`);
      return () => armed.push("stopped");
    };
    const steady: HostTool["run"] = async (_, { onProgress }) => {
      onProgress("one");
      onProgress("two");
      setImmediate(() => onProgress("too late"));
      return saying("done");
    };
    const { text } = await callOnce(steady, { toolTimeoutMs: 50, after });
    expect(text).toBe("done");
    expect(armed.slice(0, 6)).toEqual(["for 50", "stopped", "for 50", "stopped", "for 50", "stopped"]);
    expect(armed.filter((step) => step !== "stopped")).toHaveLength(3);
  });

  test("[HS9] progress does not extend the total time, which is ten times as long", async () => {
    const armed: number[] = [];
    const after: After = (ms, call) => {
      armed.push(ms);
      if (ms === 500) setImmediate(call);
      return () => {};
    };
    const { text } = await callOnce(() => new Promise(() => {}), { toolTimeoutMs: 50, after });
    expect(text).toBe("'look' was stopped: it may take at most 0.5 s.");
    expect(armed).toEqual([50, 500]);
  });

  test("[HS9] keeps only the last progress message if nobody reads them", async () => {
    const flood: HostTool["run"] = async (_, { onProgress }) => {
      for (let step = 1; step <= 100_000; step += 1) onProgress(`step ${step}`);
      return saying("done");
    };
    const { chunks } = await callOnce(flood);
    const saved = ofType(chunks, "tool_progress").map(({ content }) => content);
    expect(saved.length).toBeLessThan(40);
    expect(saved.at(-1)).toBe("step 100000");
  });

  test("[HS4] cuts 50 MB to head and tail and says how much is missing", async () => {
    const text = `HEAD ${"x".repeat(50 * 1024 * 1024)} TAIL`;
    const { text: said, saved } = await answering([{ type: "text", text }]);
    expect(said.length).toBeLessThanOrEqual(100_000);
    const [note, left] = said.match(/\n\[([\d,]+) characters were left out here\.\]\n/)!;
    expect(Number(left!.replaceAll(",", ""))).toBe(text.length - (said.length - note.length));
    expect([said.slice(0, 7), said.slice(-7)]).toEqual(["HEAD xx", "xx TAIL"]);
    expect(saved.content === said).toBe(true);
  });

  test.each([
    ["nothing", undefined],
    ["an empty list", []],
    ["blanks", [{ type: "text", text: " \n" }]],
    ["no list", "text"],
  ])("[HS4] a tool that answers %s", async (_, content) => {
    expect((await answering(content)).text).toBe("The tool returned nothing.");
  });

  test("[HS4] a tool that answers undefined or a part of an unknown kind", async () => {
    expect((await callOnce(async () => undefined as never)).text).toBe("The tool returned nothing.");
    const odd = [{ type: "audio" }, null, { type: "text", text: "and \ud800 half a pair" }];
    const { text, saved } = await answering(odd, "yes");
    expect(text).toBe(
      "[A part of type 'audio' was left out: it cannot be shown to a model.]\n[A part of type 'undefined' was left out: it cannot be shown to a model.]\nand \ufffd half a pair",
    );
    expect(saved.is_error).toBe(false);
  });

  test("[HS4] keeps an image as an image", async () => {
    const { saved, result } = await answering([{ type: "text", text: "Here:" }, picture("aGk=")]);
    expect(saved.content).toBe("Here:\n[image/png]");
    expect(result.messages[2]!.content[0]).toMatchObject({ content: [{ type: "text" }, picture("aGk=")] });
    expect(JSON.stringify(server.requests[1]!.body.messages)).toContain(
      '"media_type":"image/png","data":"aGk="',
    );
  });

  test.each([
    [
      "too large",
      picture("A".repeat(5 * 1024 * 1024 + 4)),
      /was left out: it has 5\.0 MB, the limit is 5 MB\.\]$/,
    ],
    ["of a kind that no service takes", picture("aGk=", "image/svg+xml"), /only image\/png, image\/jpeg/],
    ["no base64", picture("data:image/png;base64,aGk="), /its data is not base64/],
  ])("[HS4] replaces an image that is %s by a line of text", async (_, part, line) => {
    expect((await answering([part])).text).toMatch(line);
  });

  test("[HS4] a failed call has no images", async () => {
    const { text } = await answering([{ type: "text", text: "No." }, picture("aGk=")], true);
    expect(text).toMatch(/^No\.\n\[An image of type 'image\/png' was left out: a failed call/);
  });

  test("[HS4] an unknown tool: suggests the closest names and counts nothing", async () => {
    const engine = await serve([{ toolCalls: [{ name: "serch", id: "a", input: {} }] }, "I see."]);
    const tools = ["write", "search", "search_all", "delete"].map((name) => toolOf(name));
    const { chunks, result } = await converse(conversationWith(), "Go", partsOf(engine, { tools }));
    expect(resultsIn(result.messages).a).toMatch(
      /^There is no tool 'serch'\. The closest names are: search, search_all, \w+\.$/,
    );
    expect(ofType(chunks, "tool_result")).toMatchObject([{ is_error: true, duration_ms: 0 }]);
    expect(ofType(chunks, "tool_start")).toEqual([]);
    expect(result.budget.message.calls).toBe(0);
  });

  test("[HS4] a call without any tools", async () => {
    const engine = await serve([{ toolCalls: [{ name: "look", id: "a" }] }, "I see."]);
    const { result } = await converse(conversationWith(), "Go", partsOf(engine));
    expect(resultsIn(result.messages).a).toBe("There is no tool 'look'. There are no tools.");
  });
});

describe("approval and hooks", () => {
  const echo: HostTool["run"] = async (input) => saying(JSON.stringify(input));

  test("[HS5] allows a call after showing its server and arguments", async () => {
    const asked: unknown[] = [];
    const approve = (call: unknown) => {
      asked.push(call);
      return { action: "allow" } as const;
    };
    const { text } = await callOnce(echo, { hooks: { approve } }, { at: 1 });
    expect(text).toBe('{"at":1}');
    expect(asked).toEqual([{ id: "a", name: "look", input: { at: 1 } }]);
  });

  test.each([
    ["with a reason", { action: "deny", reason: "not on a Sunday" }, ": not on a Sunday"],
    ["without one", { action: "deny" }, "."],
    ["by anything that is no approval", undefined, "."],
    ["by arguments that are none", { action: "edit", input: "x" }, "."],
  ])("[HS5] denies a call %s: neither run nor counted", async (_, said, why) => {
    const { text, chunks, result } = await callOnce(echo, { hooks: { approve: async () => said as never } });
    expect(text).toBe(`This call was denied and not run${why}`);
    expect(ofType(chunks, "tool_start")).toEqual([]);
    expect(result.budget.message.calls).toBe(0);
  });

  test("[HS5] runs and reports changed arguments; the history keeps those of the model", async () => {
    const approve = async () => ({ action: "edit", input: { at: 2 } }) as const;
    const { text, chunks, result } = await callOnce(echo, { hooks: { approve } }, { at: 1 });
    expect(text).toBe('{"at":2}\nThe user changed the arguments before it ran: {"at":2}');
    expect(ofType(chunks, "tool_start")).toMatchObject([{ input: { at: 2 } }]);
    expect(result.messages[1]!.content).toMatchObject([{}, { type: "tool_call", input: { at: 1 } }]);
  });

  test("[HS5] asks nobody about a call over a limit, and never twice at once", async () => {
    const calls = [1, 2, 3].map((at) => ({ name: "look", input: { at } }));
    const engine = await serve([{ toolCalls: calls }, "I see."]);
    let asking = 0;
    const asked: unknown[] = [];
    const approve = async ({ input }: { readonly input: unknown }) => {
      asking += 1;
      expect(asking).toBe(1);
      await new Promise<void>((done) => setImmediate(done));
      asked.push(input);
      asking -= 1;
      return { action: "allow" } as const;
    };
    const parts = partsOf(engine, { tools: [toolOf("look")], hooks: { approve } });
    await converse(conversationWith(2), "Go", parts);
    expect(asked).toEqual([{ at: 1 }, { at: 2 }]);
  });

  test("[HS5] hooks run before and after a tool and may replace its result", async () => {
    const seen: string[] = [];
    const { text } = await callOnce(
      async () => {
        seen.push("tool");
        return saying("secret");
      },
      {
        hooks: {
          beforeTool: ({ name }) => void seen.push(`before ${name}`),
          afterTool: async (_, result) => {
            seen.push(`after ${JSON.stringify(result.content)}`);
            return saying("hidden");
          },
        },
      },
    );
    expect(text).toBe("hidden");
    expect(seen).toEqual(["before look", "tool", 'after [{"type":"text","text":"secret"}]']);
  });

  test("[HS5] a hook may only observe", async () => {
    expect((await callOnce(echo, { hooks: { afterTool: () => undefined } })).text).toBe("{}");
  });

  const fail = () => {
    throw new Error("no");
  };
  test.each([
    ["approve", "This call was not run: its approval failed: no"],
    ["beforeTool", "'look' was not run: the beforeTool hook failed: no"],
    ["afterTool", "'look' was run, but the afterTool hook failed: no"],
  ])("[HS5] a hook that throws gives an error result: %s", async (hook, text) => {
    const { text: said, saved } = await callOnce(echo, { hooks: { [hook]: fail } });
    expect(said).toBe(text);
    expect(saved.is_error).toBe(true);
  });
});
