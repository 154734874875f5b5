import {
  type AssistantMessage,
  collect,
  type Message,
  type TurnDone,
  textOf,
  userText,
} from "../llm/index.ts";
import type { Callbacks, Sampled, SamplingRequest } from "../mcp/connect/index.ts";
import type { HostSessionState } from "./session-state.ts";

/** How servers may ask the session's model. Without these options it is not offered to them. */
export interface SamplingOptions {
  /** Whether this server may ask this; anything but `true` is a refusal. */
  readonly approve: (request: SamplingRequest, signal: AbortSignal) => Promise<boolean> | boolean;
  /** Tokens of one answer; 4,096 unless it says otherwise. */
  readonly maxTokens?: number;
  /** How often all servers together may ask while one message is worked on; 10 times unless it says otherwise. */
  readonly perMessage?: number;
}

const MAX_TOKENS = 4_096;
const PER_MESSAGE = 10;
/** Characters of one request. */
const MOST_CHARACTERS = 200_000;

/**
 * Lends a session's model to its servers, one request after the other. The turn has no tools, so that nothing nests; what
 * it uses counts against the limits of the message that is being worked on, and there is none without such a message.
 */
export function lendModel(
  session: () => HostSessionState | undefined,
  { approve, maxTokens = MAX_TOKENS, perMessage = PER_MESSAGE }: SamplingOptions,
): NonNullable<Callbacks["sample"]> {
  let last: Promise<unknown> = Promise.resolve();
  const counts = new WeakMap<object, number>();

  async function sample(request: SamplingRequest, outer: AbortSignal): Promise<Sampled> {
    const state = session();
    const work = state?.work;
    if (!state || !work) throw new Error("The model is lent only while a message is worked on.");
    const count = (counts.get(work) ?? 0) + 1;
    if (count > perMessage)
      throw new Error(`The model was asked ${perMessage} times for this message: that is the most.`);
    counts.set(work, count);
    if (lengthOf(request) > MOST_CHARACTERS)
      throw new Error(`A request has at most ${MOST_CHARACTERS} characters.`);
    const signal = AbortSignal.any([outer, work.signal]);
    const check = () => {
      signal.throwIfAborted();
      const refused = work.refusal();
      if (refused) throw new Error(`${refused.text}.`);
    };
    check();
    if ((await approve(request, signal)) !== true) throw new Error("The user rejected the sampling request.");
    check();
    const done = await collect(
      state.engine.engine.turn({
        model: state.model,
        messages: request.messages.map(toMessage),
        ...(request.systemPrompt !== undefined && { system: request.systemPrompt }),
        maxTokens: Math.min(maxTokens, Math.max(1, request.maxTokens)),
        ...(request.temperature !== undefined && { temperature: request.temperature }),
        purpose: "sampling",
        signal,
      }),
    );
    if (done.usage) work.charge(done.usage, done.model);
    return { model: done.model, text: textOf(done.message), stopReason: STOPS[done.stop] };
  }
  return (request, signal) => {
    const mine = last.then(() => sample(request, signal));
    last = mine.catch(() => {});
    return mine;
  };
}

const STOPS: Readonly<Record<TurnDone["stop"], string>> = {
  end: "endTurn",
  tool_calls: "endTurn",
  pause: "endTurn",
  length: "maxTokens",
  refusal: "refusal",
};

function toMessage({ role, text }: SamplingRequest["messages"][number]): Message {
  if (role === "user") return userText(text);
  return { role, content: [{ type: "text", text }] } satisfies AssistantMessage;
}

function lengthOf({ messages, systemPrompt = "" }: SamplingRequest): number {
  return messages.reduce((sum, { text }) => sum + text.length, systemPrompt.length);
}
