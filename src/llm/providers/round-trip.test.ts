import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Block, type ModelServer, type Reply, startModelServer } from "../../testing/index.ts";
import type { Engine, Turn } from "../engine.ts";
import { type AssistantMessage, type Message, userText } from "../message.ts";
import { collect } from "../provider.ts";
import { anthropicEngine } from "./anthropic.ts";
import { openaiCompatibleEngine } from "./openai-compatible.ts";

let server: ModelServer;
let reply: Reply = {};
beforeAll(async () => {
  server = await startModelServer(() => reply);
});
afterAll(() => server.close());

/** Text in the pieces it is streamed in; a text without a letter is not sent back, so there is always one. */
const pieces = fc
  .tuple(fc.string({ unit: "grapheme" }), fc.array(fc.string({ unit: "grapheme" }), { maxLength: 3 }))
  .map(([first, rest]) => [`.${first}`, ...rest]);
const text = pieces.map((said): Block => ({ type: "text", text: said }));
const thinking = pieces.map((said): Block => ({ type: "thinking", text: said }));
const redacted = fc.constant<Block>({ type: "redacted" });
const call = fc
  .tuple(
    fc.stringMatching(/^[a-z]{1,8}$/),
    fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
  )
  .map(([name, input]): Block => {
    // What JSON cannot hold apart, such as -0, does not count.
    const same = JSON.parse(JSON.stringify(input));
    return { type: "tool_call", name, input: same };
  });
const split = fc.integer({ min: 1, max: 40 });
const tools = [{ name: "any", description: "Any.", input: { type: "object" } }];

/** One turn, then a second one that sends the first one's answer back. */
async function converse(engine: Engine, answer: Reply, thinking?: Turn["thinking"]) {
  const turn: Turn = {
    system: "Be exact.",
    tools,
    messages: [userText("Go")],
    ...(thinking && { thinking }),
  };
  reply = answer;
  const first = await collect(engine.turn(turn));
  reply = { text: "Done." };
  const { message } = first;
  const results = message.content
    .filter((part) => part.type === "tool_call")
    .map(({ id }) => ({
      type: "tool_result" as const,
      callId: id,
      content: [{ type: "text" as const, text: "ok" }],
    }));
  const next: Message = results.length === 0 ? userText("Go on") : { role: "user", content: results };
  await collect(engine.turn({ ...turn, messages: [...turn.messages, message, next] }));
  return { message, sentBack: server.requests.at(-1)!.body.messages };
}

test("[EN2] Anthropic: any blocks round-trip unchanged, including signatures", async () => {
  const engine = anthropicEngine({ apiKey: "k-test", baseUrl: server.url, model: "claude-opus-5-5" });
  const content = fc.array(fc.oneof(text, thinking, redacted, call), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(content, split, async (blocks, bytes) => {
      const { message, sentBack } = await converse(
        engine,
        { content: blocks, split: bytes },
        { type: "adaptive" },
      );
      expect(message.content.map(comparable)).toEqual(blocks.map(expected));
      // The scripted service refuses a thinking block whose text, place or signature changed.
      const back = sentBack?.[1]?.content as { type: string; signature?: string; data?: string }[];
      expect(back.map(({ type }) => type)).toEqual(message.content.map(({ type }) => WIRE[type]));
      for (const [at, part] of message.content.entries()) {
        if (part.type === "thinking") expect(back[at]?.signature).toBe(part.signature);
        if (part.type === "redacted") expect(back[at]?.data).toBe(part.data);
      }
    }),
    { numRuns: 60 },
  );
});

test("[EN3] OpenAI-compatible: reasoning, text and calls round-trip unchanged", async () => {
  const engine = openaiCompatibleEngine({ apiKey: "k-test", baseUrl: server.url, model: "qwen3" });
  const content = fc
    .tuple(fc.option(thinking), fc.option(text), fc.array(call, { maxLength: 3 }))
    .map(([first, second, calls]) => [first, second, ...calls].filter((block) => block !== null))
    .filter((blocks) => blocks.some(({ type }) => type !== "thinking"));
  await fc.assert(
    fc.asyncProperty(content, split, async (blocks, bytes) => {
      const { message, sentBack } = await converse(engine, { content: blocks, split: bytes });
      expect(message.content.map(comparable)).toEqual(blocks.map(expected));
      expect(sentBack?.[2]).toEqual(inChatWords(message));
    }),
    { numRuns: 60 },
  );
});

const WIRE: Readonly<Record<string, string>> = {
  text: "text",
  thinking: "thinking",
  redacted: "redacted_thinking",
  tool_call: "tool_use",
};

function comparable(part: AssistantMessage["content"][number]) {
  if (part.type === "redacted") return { type: part.type };
  return part.type === "tool_call" ? [part.name, part.input] : [part.type, part.text];
}

function expected(block: Block) {
  if (block.type === "redacted") return { type: block.type };
  return block.type === "tool_call"
    ? [block.name, block.input]
    : [block.type, (block.text as readonly string[]).join("")];
}

function inChatWords({ content }: AssistantMessage) {
  const said = (type: string) =>
    content.flatMap((part) => (part.type === type && "text" in part ? [part.text] : []));
  const calls = content.filter((part) => part.type === "tool_call");
  const reasoning = said("thinking").join("");
  const aloud = said("text").join("");
  return {
    role: "assistant",
    content: calls.length > 0 ? aloud || null : aloud,
    ...(reasoning !== "" && { reasoning_content: reasoning }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, input }) => ({
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(input) },
      })),
    }),
  };
}
