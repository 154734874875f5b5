import {
  type AssistantMessage,
  collect,
  type Message,
  type TurnDone,
  textOf,
  userText,
} from "../llm/index.ts";
import type { Callbacks, Sampled, SamplingRequest } from "../mcp/connect/index.ts";
import { createKeyedLock } from "../primitives/keyed-lock.ts";
import type { HostSessionState } from "./session-state.ts";

/** How servers may use the session's model (MCP sampling). Without these options they may not. */
export interface SamplingOptions {
  /** Decides about a request; anything but `true` refuses it. */
  readonly approve: (request: SamplingRequest, signal: AbortSignal) => Promise<boolean> | boolean;
  /** Tokens of one answer. Defaults to 4,096. */
  readonly maxTokens?: number;
  /** Requests of all servers together during one message. Defaults to 10. */
  readonly perMessage?: number;
}

const MAX_TOKENS = 4_096;
const PER_MESSAGE = 10;
/** Characters of one request. */
const MOST_CHARACTERS = 200_000;

/**
 * Lets servers use a session's model, one request at a time. Turns have no tools, so nothing nests. Usage counts against
 * the limits of the message in progress; without such a message requests are refused.
 */
export function lendModel(
  session: () => HostSessionState | undefined,
  { approve, maxTokens = MAX_TOKENS, perMessage = PER_MESSAGE }: SamplingOptions,
): NonNullable<Callbacks["sample"]> {
  const lock = createKeyedLock();
  const counts = new WeakMap<object, number>();

  async function sample(request: SamplingRequest, outer: AbortSignal): Promise<Sampled> {
    const state = session();
    const work = state?.work;
    if (!state || !work) throw new Error("Sampling is possible only while a message is in progress.");
    const count = (counts.get(work) ?? 0) + 1;
    if (count > perMessage)
      throw new Error(`Servers may send at most ${perMessage} sampling requests per message.`);
    counts.set(work, count);
    if (lengthOf(request) > MOST_CHARACTERS)
      throw new Error(`A sampling request may have at most ${MOST_CHARACTERS} characters.`);
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
        system: request.systemPrompt,
        maxTokens: Math.min(maxTokens, Math.max(1, request.maxTokens)),
        temperature: request.temperature,
        purpose: "sampling",
        signal,
      }),
    );
    if (done.usage) work.charge(done.usage, done.model);
    return { model: done.model, text: textOf(done.message), stopReason: STOPS[done.stop] };
  }
  return (request, signal) => lock("model", () => sample(request, signal));
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
