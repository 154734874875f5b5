import { describe, expect, test } from "vitest";
import * as z from "zod";
import { noNotebooks } from "../../test/support/notebooks.ts";
import { Failure, type FailureCode, failures } from "../ledger/index.ts";
import { createReasoning } from "../reasoning/index.ts";
import { createSessions } from "../sessions/index.ts";
import { lazyStore } from "../store/lazy.ts";
import { openStore } from "../store/open.ts";
import { callTool } from "./call.ts";
import { Answer, defineTool, type Tool, type ToolContext } from "./define.ts";

type Run = (input: { readonly number?: number }, context: ToolContext) => Promise<unknown>;

/** Calls a tool that does this, and gives its result with what was reported. */
async function call(run: Run, raw: unknown = {}, refusal?: Tool["refusal"], gathers?: string) {
  const reported: [string, unknown][] = [];
  const tool = defineTool({
    name: "try",
    title: "Try",
    description: "Tries.",
    effect: "read",
    input: z.object({ number: z.int() }),
    output: z.object({}).loose(),
    examples: [],
    ...(refusal && { refusal }),
    ...(gathers && { gathers }),
    run: run as Tool["run"],
  });
  // None of these tools gets as far as the store.
  const store = lazyStore(() => openStore({ memory: true }));
  const context = {
    sessions: createSessions(store, { thinkMaxThoughts: 1, home: "" }),
    reasoning: createReasoning(store, {}),
    caller: {
      rawArguments: {},
      author: () => ({ handle: { text: "", origin: "client" } as const }),
      roots: async () => undefined,
    },
    catalogue: { tools: [], resources: [], prompts: [], aliases: {} },
    notebooks: noNotebooks,
    progress: { signal: new AbortController().signal, report: async () => {} },
  };
  const result = await callTool(tool, raw, context, (event, error) => reported.push([event, error]));
  return { result, reported };
}

const fail = (error: unknown) => async () => {
  throw error;
};

describe("errors of a tool", () => {
  test("[M1] a failure becomes its code and message, and is not reported", async () => {
    const { result, reported } = await call(fail(new Failure("SESSION_NOT_FOUND", { sessionId: "x" })));
    expect(result).toMatchObject({ isError: true, _meta: { "clew/code": "SESSION_NOT_FOUND" } });
    expect(result.content).toEqual([
      { type: "text", text: expect.stringMatching(/^SESSION_NOT_FOUND: No session 'x'\./) },
    ]);
    expect(result.structuredContent).toBeUndefined();
    expect(reported).toEqual([]);
  });

  test("[M1] reports the cause of a failure and does not show it", async () => {
    const cause = new Error("disk I/O error at /var/lib/clew.db");
    const failure = new Failure("STORE_FULL", {}, { cause });
    const { result, reported } = await call(fail(failure));
    expect(JSON.stringify(result)).toContain("STORE_FULL: ");
    expect(JSON.stringify(result)).not.toContain("/var");
    expect(reported).toEqual([["fault", failure]]);
  });

  test.each(Object.keys(failures) as FailureCode[])(
    "[MX10] %s is reported if it is a fault of Clew or of the store, and not if the caller has to correct it",
    async (code) => {
      const { reported } = await call(fail(new Failure(code, {} as never, { cause: new Error("detail") })));
      const isOurs = code === "INTERNAL" || code.startsWith("STORE_");
      expect(reported.map(([event]) => event)).toEqual(isOurs ? ["fault"] : []);
    },
  );

  test.each([[new TypeError("secret of /var/lib/clew.db")], ["secret"], [undefined], [{ secret: 1 }]])(
    "[M1] anything else (%s) becomes INTERNAL with its cause in the report only",
    async (error) => {
      const { result, reported } = await call(fail(error));
      expect(result).toMatchObject({ isError: true, _meta: { "clew/code": "INTERNAL" } });
      expect(JSON.stringify(result)).toContain('"text":"INTERNAL: Something went wrong');
      expect(JSON.stringify(result)).not.toContain("secret");
      expect(reported).toEqual([["fault", error]]);
    },
  );

  test("[M1] a tool may format its own refusals", async () => {
    const { result } = await call(fail(new Failure("THOUGHT_REQUIRED", {})), {}, ({ code }) => ({
      text: `Error: ${code}`,
      structured: { status: "error" },
    }));
    expect(result).toMatchObject({
      content: [{ type: "text", text: "Error: THOUGHT_REQUIRED" }],
      structuredContent: { status: "error" },
      isError: true,
    });
  });

  test("[M1] an answer that cannot be serialized is a fault too", async () => {
    const { result, reported } = await call(async () => ({ big: 1n }));
    expect(result).toMatchObject({ isError: true, _meta: { "clew/code": "INTERNAL" } });
    expect(reported).toHaveLength(1);
  });
});

describe("answers of a tool", () => {
  test("[P5] returns the value as text and as structured content, with embedded parts beside it", async () => {
    const guide = { uri: "thoughtbox://guide", mimeType: "text/markdown", text: "# Guide" };
    const value = { step: 1 };
    const { result } = await call(async () => new Answer(value, { meta: { a: 1 }, embedded: [guide] }));
    expect(result).toEqual({
      content: [
        { type: "text", text: '{"step":1}' },
        { type: "resource", resource: guide },
      ],
      structuredContent: value,
      _meta: { a: 1 },
    });
  });

  test("[P5] [J13] keeps the order of images, resources and texts beside the value", async () => {
    const embedded = [
      { mimeType: "image/png", data: "AAAA" },
      { uri: "a://b", mimeType: "text/html", text: "<b>" },
      { text: "a line" },
    ];
    const { result } = await call(async () => new Answer({}, { embedded }));
    expect(result.content.slice(1)).toEqual([
      { type: "image", mimeType: "image/png", data: "AAAA" },
      { type: "resource", resource: embedded[1] },
      { type: "text", text: "a line" },
    ]);
  });

  test("[J12] work that failed is an error with all its details", async () => {
    const { result, reported } = await call(
      async () => new Answer({ status: "failed" }, { failed: "EXECUTION_FAILED", meta: { a: 1 } }),
    );
    expect(result).toEqual({
      content: [{ type: "text", text: '{"status":"failed"}' }],
      structuredContent: { status: "failed" },
      isError: true,
      _meta: { a: 1, "clew/code": "EXECUTION_FAILED" },
    });
    expect(reported).toEqual([]);
  });

  test("[J11] an argument may gather unknown ones beside it; its own members win", async () => {
    const echo: Run = async (input) => ({ input });
    const gathered = async (raw: unknown) =>
      (await call(echo, raw, undefined, "args")).result.structuredContent;
    expect(await gathered({ number: "1", b: 2 })).toEqual({
      input: { number: 1, args: { number: "1", b: 2 } },
    });
    for (const raw of [null, [1], "x", 7])
      expect(JSON.stringify(await gathered(raw))).toMatch(/^\{"input":\{("args":\{.*\})?\}\}$/);
  });

  test("[A2] a tool gets the readable arguments and warnings about the others", async () => {
    const echo: Run = async (input, { unread }) => ({ input, unread });
    expect((await call(echo, { Number: "3" })).result.structuredContent).toEqual({
      input: { number: 3 },
      unread: [],
    });
    expect((await call(echo, { number: "x" })).result.structuredContent).toEqual({
      input: {},
      unread: [expect.stringContaining("number was ignored")],
    });
  });
});
