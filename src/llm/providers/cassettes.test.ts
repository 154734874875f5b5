import { globSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { type CassettePlayer, replayCassette } from "../../testing/index.ts";
import type { Engine, Turn, TurnEvent } from "../engine.ts";
import { eventsOf, failureOf } from "../fixtures.ts";
import { userText } from "../message.ts";
import { anthropicEngine } from "./anthropic.ts";
import { langbaseEngine } from "./langbase.ts";
import { openaiCompatibleEngine } from "./openai-compatible.ts";

const FOLDER = new URL("../../../test/cassettes/", import.meta.url);

const apiKey = "sk-test";
const adapters: Readonly<Record<string, (baseUrl: string, model: string) => Engine>> = {
  anthropic: (baseUrl, model) => anthropicEngine({ apiKey, baseUrl, model }),
  openai: (baseUrl, model) => openaiCompatibleEngine({ apiKey, baseUrl, model }),
  langbase: (baseUrl, pipe) => langbaseEngine({ apiKey, baseUrl, pipe }),
};

const tools = [
  {
    name: "get_weather",
    description: "Gives the weather in a city.",
    input: {
      type: "object",
      properties: { city: { type: "string", description: "The name of a city" } },
      required: ["city"],
    },
  },
];
const system = "Answer with JSON: thought and confidence.";
const capital: Turn = { messages: [userText("Name the capital of Portugal in one sentence.")] };
const weather: Turn = { messages: [userText("What is the weather in Lisbon?")], tools };
const hello: Turn = { messages: [userText("Hello")] };
const prime: Turn = { messages: [userText("Is 91 a prime number?")] };
const thread = "00000000-0000-0000-0000-000000000000";

/** A cassette, the turn whose request it holds, and what the adapter makes of the answer. */
interface Answered {
  readonly cassette: string;
  readonly model: string;
  readonly turn: Turn;
  readonly deltas: readonly string[];
  readonly content: readonly object[];
  readonly end: {
    readonly stop: string;
    readonly usage: object;
    readonly model: string;
    readonly thread?: string;
  };
}

const nothingCached = { cacheReadTokens: 0, cacheWriteTokens: 0 };
const pipeText = '{"thought":"No: 91 is 7 times 13.","confidence":0.97,"metadata":{}}';

const answers: readonly Answered[] = [
  {
    cassette: "anthropic/text-streamed",
    model: "claude-haiku-4-5",
    turn: capital,
    deltas: ["text: The", "text:  capital of Portugal", "text:  is Lisbon."],
    content: [{ type: "text", text: "The capital of Portugal is Lisbon." }],
    end: {
      stop: "end",
      usage: { inputTokens: 16, outputTokens: 11, ...nothingCached },
      model: "claude-haiku-4-5",
    },
  },
  {
    cassette: "anthropic/thinking-streamed",
    model: "claude-opus-5-5",
    turn: { ...prime, thinking: { type: "adaptive", effort: "medium" } },
    deltas: [
      ...["thinking: Is 91 a prime? ", "thinking: 91 = 7 × 13, so it is not."],
      ...["text: No: 91 is 7", "text:  times 13."],
    ],
    content: [
      {
        type: "thinking",
        text: "Is 91 a prime? 91 = 7 × 13, so it is not.",
        signature: expect.stringMatching(/.{50}/),
      },
      { type: "text", text: "No: 91 is 7 times 13." },
    ],
    end: {
      stop: "end",
      usage: { inputTokens: 24, outputTokens: 58, ...nothingCached },
      model: "claude-opus-5-5",
    },
  },
  {
    cassette: "anthropic/tool-call-streamed",
    model: "claude-haiku-4-5",
    turn: weather,
    deltas: [
      ...["text: I will look", "text:  it up.", "tool_call: get_weather"],
      ...['tool_input: {"city": ', 'tool_input: "Lis', 'tool_input: bon"}'],
    ],
    content: [
      { type: "text", text: "I will look it up." },
      {
        type: "tool_call",
        id: expect.stringMatching(/^toolu_/),
        name: "get_weather",
        input: { city: "Lisbon" },
      },
    ],
    end: {
      stop: "tool_calls",
      usage: { inputTokens: 412, outputTokens: 61, ...nothingCached },
      model: "claude-haiku-4-5",
    },
  },
  {
    cassette: "openai/text-streamed",
    model: "gpt-4.1-mini",
    turn: capital,
    deltas: ["text: The", "text:  capital of Portugal", "text:  is Lisbon", "text: ."],
    content: [{ type: "text", text: "The capital of Portugal is Lisbon." }],
    end: { stop: "end", usage: { inputTokens: 15, outputTokens: 8 }, model: "gpt-4.1-mini-2025-04-14" },
  },
  {
    cassette: "openai/tool-call-streamed",
    model: "gpt-4.1-mini",
    turn: weather,
    deltas: [
      "tool_call: get_weather",
      ...['tool_input: {"', "tool_input: city", 'tool_input: ":"', "tool_input: Lisbon", 'tool_input: "}'],
    ],
    content: [
      {
        type: "tool_call",
        id: expect.stringMatching(/^call_/),
        name: "get_weather",
        input: { city: "Lisbon" },
      },
    ],
    end: {
      stop: "tool_calls",
      usage: { inputTokens: 58, outputTokens: 15 },
      model: "gpt-4.1-mini-2025-04-14",
    },
  },
  {
    cassette: "langbase/text",
    model: "linear-reasoning-v1",
    turn: { ...prime, system, thread },
    deltas: [`text: ${pipeText}`],
    content: [{ type: "text", text: pipeText }],
    end: {
      stop: "end",
      usage: { inputTokens: 33, outputTokens: 24 },
      model: "gpt-4o-mini-2024-07-18",
      thread,
    },
  },
];

/** A cassette of an error, and the failure that its adapter makes of it. */
interface Refused {
  readonly cassette: string;
  readonly model: string;
  readonly turn: Turn;
  readonly failure: { readonly kind: string; readonly status: number; readonly retryAfterMs?: number };
  readonly says: RegExp;
}

const refusals: readonly Refused[] = [
  {
    cassette: "anthropic/error-401",
    model: "claude-haiku-4-5",
    turn: hello,
    failure: { kind: "key", status: 401 },
    says: /^Anthropic rejects the key in ANTHROPIC_API_KEY \(401\)\.$/,
  },
  {
    cassette: "anthropic/error-404-model",
    model: "claude-none-1-0",
    turn: hello,
    failure: { kind: "model", status: 404 },
    says: /^Anthropic has no model 'claude-none-1-0' \(404\): set ANTHROPIC_MODEL/,
  },
  {
    cassette: "anthropic/error-429",
    model: "claude-haiku-4-5",
    turn: hello,
    failure: { kind: "rate", status: 429, retryAfterMs: 12_000 },
    says: /^Anthropic limits the request rate \(429\): Requests of this organization/,
  },
  {
    cassette: "openai/error-401",
    model: "gpt-4.1-mini",
    turn: hello,
    failure: { kind: "key", status: 401 },
    says: /^The service at \S+ rejects the key in OPENAI_API_KEY \(401\)\.$/,
  },
  {
    cassette: "langbase/error-401",
    model: "linear-reasoning-v1",
    turn: { ...prime, system },
    failure: { kind: "key", status: 401 },
    says: /^Langbase rejects the key in LANGBASE_API_KEY \(401\)\.$/,
  },
  {
    cassette: "langbase/error-404-pipe",
    model: "no-such-pipe",
    turn: { ...prime, system },
    failure: { kind: "model", status: 404 },
    says: /^Langbase has no pipe 'no-such-pipe' \(404\): set PIPE_LINEAR/,
  },
];

/** Answers in one piece, for other clients: these adapters always ask for a stream. */
const whole = [
  { cassette: "anthropic/text", model: "claude-haiku-4-5" },
  { cassette: "openai/text", model: "gpt-4.1-mini" },
];

let player: CassettePlayer | undefined;
afterEach(async () => {
  await player?.close();
  player = undefined;
});

/** The adapter of a cassette's provider, with the cassette for a service. */
async function playing(cassette: string, model: string): Promise<Engine> {
  player = await replayCassette(new URL(`${cassette}.json`, FOLDER));
  return adapters[cassette.split("/")[0]!]!(player.url, model);
}

describe("cassettes through the adapters", () => {
  test.each(answers)("[EN11] $cassette", async ({ cassette, model, turn, deltas, content, end }) => {
    const events = await eventsOf((await playing(cassette, model)).turn(turn));
    expect(player?.differences).toEqual([]);
    const [start, ...rest] = events;
    const id = expect.stringMatching(/^(msg_|chatcmpl-)/);
    expect(start).toEqual({ type: "start", model: end.model, id });
    expect(rest.pop()).toEqual({ type: "done", message: { role: "assistant", content }, id, ...end });
    expect(rest.map(asLine)).toEqual(deltas);
  });

  test.each(refusals)("[EN11] $cassette", async ({ cassette, model, turn, failure, says }) => {
    const thrown = await failureOf((await playing(cassette, model)).turn(turn));
    expect(player?.differences).toEqual([]);
    expect(thrown).toMatchObject(failure);
    expect(thrown.message).toMatch(says);
  });

  test.each(whole)(
    "[EN11] $cassette is refused, because the adapter streams",
    async ({ cassette, model }) => {
      const thrown = await failureOf((await playing(cassette, model)).turn(capital));
      expect(thrown.kind).toBe("refused");
      expect(player?.differences).toEqual(["the answer was whole and is to be streamed"]);
    },
  );

  test("[EN11] replays every cassette", () => {
    const files = globSync("*/*.json", { cwd: FOLDER }).map((file) => file.replace(/\.json$/, ""));
    const named = [...answers, ...refusals, ...whole].map(({ cassette }) => cassette);
    expect(named.toSorted()).toEqual(files.toSorted());
  });
});

function asLine(event: TurnEvent): string {
  if (event.type === "text" || event.type === "thinking") return `${event.type}: ${event.text}`;
  if (event.type === "tool_call") return `${event.type}: ${event.name}`;
  return `${event.type}: ${event.type === "tool_input" ? event.json : ""}`;
}
