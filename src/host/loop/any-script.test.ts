import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, type Message, openaiCompatibleEngine, userText } from "../../llm/index.ts";
import { type Block, type ModelServer, type Reply, startModelServer } from "../../testing/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import type { Conversation, HostTool, LoopOptions, LoopResult } from "../loop.ts";
import { claudeAt, conversationWith, partsOf, saying, streamOf, toolOf } from "./fixtures.ts";

let server: ModelServer;
let script: readonly Reply[] = [];
let asked = 0;
beforeAll(async () => {
  server = await startModelServer(() => script[asked++] ?? { thinking: "So.", text: "That is all." });
});
afterAll(() => server.close());

const words = fc.constantFrom("so", " ", "it is", "…", "\n");
/** A text without a letter is not sent back, so there is always one. */
const pieces = fc.array(words, { maxLength: 2 }).map((some) => ["so", ...some]);
const text = pieces.map((said): Block => ({ type: "text", text: said }));
const thinking = pieces.map((said): Block => ({ type: "thinking", text: said }));
const redacted = fc.constant<Block>({ type: "redacted" });
const call = fc
  .record({
    name: fc.constantFrom("look", "fail", "wait", "lost", "unknown"),
    input: fc.constantFrom({}, { at: 1 }, { at: 2 }),
    json: fc.option(fc.constantFrom("", '{"at":', "[1]"), { nil: undefined, freq: 8 }),
  })
  .map(({ json, ...rest }): Block => ({ type: "tool_call", ...rest, ...(json !== undefined && { json }) }));
/** Thinking comes first, as the models that are saved to think always do it. */
const content = fc
  .tuple(thinking, fc.array(fc.oneof(text, thinking, redacted, call, call), { maxLength: 5 }))
  .map(([first, rest]) => [first, ...rest]);
const reply = fc.record(
  {
    content,
    stop: fc.constantFrom("max_tokens", "refusal", "pause_turn"),
    split: fc.integer({ min: 9, max: 99 }),
  },
  { requiredKeys: ["content"] },
);
const trouble = fc.constantFrom<Partial<Reply>>(
  { status: 400 },
  { status: 529 },
  { hangUp: "before headers" },
  { hangUp: "after headers" },
  { hangUp: "in the stream" },
  { streamError: {} },
  { tail: "data: {\n\n" },
  { raw: "event: ping\n\n" },
);
const troubled = fc.tuple(reply, trouble).map(([one, how]): Reply => ({ ...one, ...how }));
const limit = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined });
/** After how many chunks the reader leaves, and how. */
const leaving = fc.record({ after: fc.nat(25), by: fc.constantFrom("return", "signal", "waiting") });

const tools: readonly HostTool[] = [
  toolOf("look"),
  toolOf("fail", () => Promise.reject(new Error("no"))),
  toolOf("wait", async () => {
    await new Promise((done) => setImmediate(done));
    return saying("waited");
  }),
  toolOf("lost", async () => undefined as never),
];

interface Left {
  readonly chunks: readonly MessageStreamChunk[];
  readonly result: LoopResult;
  readonly saved: readonly Message[];
}

/** Reads until the reader leaves or the stream ends. */
async function readUntil(
  conversation: Conversation,
  parts: LoopOptions,
  { after, by }: { readonly after: number; readonly by: string } = {
    after: Number.POSITIVE_INFINITY,
    by: "return",
  },
): Promise<Left> {
  const chunks: MessageStreamChunk[] = [];
  const saved: Message[] = [];
  const abort = new AbortController();
  const onMessage = async (message: Message) => void saved.push(message);
  const stream = streamOf(conversation, userText("Go"), { ...parts, signal: abort.signal, onMessage });
  for (;;) {
    if (chunks.length === after) {
      if (by === "signal") abort.abort();
      else {
        const waiting = by === "waiting" ? stream.next() : undefined;
        const { value } = await stream.return(undefined as never);
        await waiting;
        return { chunks, result: value as LoopResult, saved };
      }
    }
    const step = await stream.next();
    if (step.done) return { chunks, result: step.value, saved };
    chunks.push(step.value);
  }
}

const isEnd = (chunk: MessageStreamChunk) => chunk.type === "done" || (chunk.type === "error" && chunk.fatal);

/** Sends one message by a script, leaves it somewhere, and expects that the next is accepted. */
async function leaveAndGoOn(
  engine: Engine,
  replies: readonly Reply[],
  calls: number | undefined,
  point: { readonly after: number; readonly by: string },
  more: Partial<Omit<LoopOptions, "tools">> = {},
) {
  script = replies;
  asked = 0;
  const before = server.requests.length;
  const parts = partsOf(engine, { tools, ...more });
  const left = await readUntil(conversationWith(calls), parts, point);
  expect(left.result.messages).toEqual([userText("Go"), ...left.saved]);
  script = [];
  const next = await readUntil(left.result, parts);
  expect(next.chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  expect(server.requests.slice(before).flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
}

const anywhere = [fc.array(reply, { maxLength: 4 }), limit, leaving] as const;

test("[HS3] for any script and any point where the reader leaves, the service accepts the history with its signatures", async () => {
  const engine = claudeAt(server.url);
  await fc.assert(
    fc.asyncProperty(...anywhere, (replies, calls, point) => leaveAndGoOn(engine, replies, calls, point)),
    { numRuns: 150 },
  );
});

test("[HS3] a reader may leave at every chunk in every way", async () => {
  const replies: readonly Reply[] = [
    {
      content: [
        { type: "thinking", text: ["First", " this."] },
        { type: "redacted" },
        { type: "text", text: ["I look", " twice."] },
        { type: "tool_call", name: "look", input: { at: 1 } },
        { type: "tool_call", name: "wait", input: { at: 2 } },
        { type: "tool_call", name: "unknown" },
      ],
    },
    { thinking: "Then that.", toolCalls: [{ name: "fail" }, { name: "look", json: "{" }, { name: "lost" }] },
    { thinking: "Enough.", text: ["So", " it", " is."] },
  ];
  const engine = claudeAt(server.url);
  script = replies;
  asked = 0;
  const { chunks } = await readUntil(conversationWith(3), partsOf(engine, { tools }));
  expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "limit" });
  for (const by of ["return", "signal", "waiting"])
    for (let after = 0; after <= chunks.length; after += 1)
      await leaveAndGoOn(engine, replies, 3, { after, by });
});

test("[HS3] also holds for a model with a thinking budget that requires its thinking first", async () => {
  const engine = claudeAt(server.url, "claude-sonnet-4-5");
  const more = { thinking: { type: "enabled", budgetTokens: 1024 } } as const;
  await fc.assert(
    fc.asyncProperty(...anywhere, (replies, calls, point) =>
      leaveAndGoOn(engine, replies, calls, point, more),
    ),
    { numRuns: 100 },
  );
});

test("[HS3] also holds for an OpenAI-compatible model", async () => {
  const engine = openaiCompatibleEngine({ apiKey: "k-test", baseUrl: server.url, model: "qwen3" });
  await fc.assert(
    fc.asyncProperty(...anywhere, (replies, calls, point) => {
      const plain = replies.map(({ content: blocks, split }) => ({
        content: blocks,
        ...(split && { split }),
      }));
      return leaveAndGoOn(engine, plain, calls, point);
    }),
    { numRuns: 60 },
  );
});

test("[HS2] for any behaviour of model and service, a stream ends once and every started call has one result", async () => {
  const engine = claudeAt(server.url);
  const replies = fc.array(fc.oneof({ arbitrary: reply, weight: 2 }, troubled), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(replies, limit, fc.integer({ min: 1, max: 3 }), async (some, calls, parallel) => {
      script = some;
      asked = 0;
      const { chunks, result } = await readUntil(
        conversationWith(calls),
        partsOf(engine, { tools, parallel }),
      );
      expect(chunks.filter(isEnd)).toEqual([chunks.at(-1)]);
      const ids = (type: string) =>
        chunks.flatMap((chunk) => (chunk.type === type && "id" in chunk ? [chunk.id] : []));
      const results = ids("tool_result");
      expect(new Set(results).size).toBe(results.length);
      expect(results).toEqual(expect.arrayContaining(ids("tool_start")));
      const calledFor = result.messages.flatMap(({ content: said }) =>
        said.filter(({ type }) => type === "tool_call"),
      );
      expect(results).toHaveLength(calledFor.length);
    }),
    { numRuns: 150 },
  );
});
