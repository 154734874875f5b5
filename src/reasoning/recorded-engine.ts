import {
  type Engine,
  type Message,
  type Turn,
  type TurnEnd,
  type TurnEvent,
  textOf,
  type Usage,
} from "../llm/index.ts";
import type { InvocationLog, RawInvocation } from "./invocation-log.ts";

/** What a model's turn cost in dollars, if the price is known. */
export type CostOf = (model: string, usage: Usage) => number | undefined;

/** The most messages of a turn that are noted: the newest. */
const MESSAGES_NOTED = 20;
/** How much is remembered of what a model said in a turn that did not end well; the log cuts it shorter. */
const LETTERS_NOTED = 8_000;

/** An engine whose every turn is noted when it ends, whether it went well, failed, or was left by who asked. */
export function recordedEngine(engine: Engine, log: Pick<InvocationLog, "note">, costOf: CostOf): Engine {
  return {
    name: engine.name,
    model: engine.model,
    turn: (turn) => recorded(engine, turn, log, costOf),
  };
}

async function* recorded(
  engine: Engine,
  turn: Turn,
  log: Pick<InvocationLog, "note">,
  costOf: CostOf,
): AsyncGenerator<TurnEvent, void> {
  const started = performance.now();
  let model = turn.model ?? engine.model;
  let said = "";
  let end: TurnEnd | undefined;
  let latencyMs: number | undefined;
  let failed: string | undefined = "The caller left before the turn had ended.";
  try {
    for await (const event of engine.turn(turn)) {
      if (event.type === "start") model = event.model;
      else if (event.type === "text" && said.length < LETTERS_NOTED) said += event.text;
      else if (event.type === "done" || event.type === "error") {
        end = event;
        latencyMs = performance.now() - started;
      }
      yield event;
    }
    failed = "The turn ended without an end.";
  } catch (error) {
    failed = String(error);
    throw error;
  } finally {
    // A question that the client answers with its next request is noted there.
    if (end?.type !== "error" || end.failure.kind !== "deferred")
      log.note({
        kind: "model",
        name: engine.name,
        pipe: end?.type === "done" ? end.model : model,
        ...(turn.thread !== undefined && { sessionId: turn.thread }),
        input: summaryOf(turn),
        latencyMs: latencyMs ?? performance.now() - started,
        ...outcomeOf(end, said, failed, costOf),
      });
  }
}

function outcomeOf(
  end: TurnEnd | undefined,
  said: string,
  failed: string,
  costOf: CostOf,
): Pick<RawInvocation, "output" | "error" | "usage" | "cost"> {
  if (end?.type !== "done")
    return { error: end?.failure.message ?? failed, ...(said !== "" && { output: { text: said } }) };
  const { message, stop, usage, model } = end;
  const calls = message.content.filter((part) => part.type === "tool_call").map(({ name }) => name);
  const cost = usage && costOf(model, usage);
  return {
    output: { text: textOf(message), stop, ...(calls.length > 0 && { tool_calls: calls }) },
    ...(usage && { usage: allTokens(usage) }),
    ...(cost !== undefined && { cost }),
  };
}

/** All that the model read, from the cache or not, and all that it wrote. */
function allTokens({ inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 }: Usage) {
  return { inputTokens: inputTokens + cacheReadTokens + cacheWriteTokens, outputTokens };
}

function summaryOf({ system, messages, tools }: Turn): Record<string, unknown> {
  const earlier = Math.max(0, messages.length - MESSAGES_NOTED);
  return {
    ...(system !== undefined && { system }),
    ...(earlier > 0 && { earlier_messages: earlier }),
    messages: messages.slice(earlier).map(({ role, content }) => ({ role, content: partsOf(content) })),
    ...(tools && tools.length > 0 && { tools: tools.map(({ name }) => name) }),
  };
}

/** The parts of a message as texts; of what is no text, only what it is. */
function partsOf(content: Message["content"]): string | string[] {
  const parts = content.map((part) => {
    if (part.type === "text") return part.text;
    return part.type === "tool_call" ? `[tool_call ${part.name}]` : `[${part.type}]`;
  });
  return parts.length === 1 ? parts[0]! : parts;
}
