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

/** The cost of a turn in dollars, if the price is known. */
export type CostOf = (model: string, usage: Usage) => number | undefined;

/** How many of a turn's newest messages are logged. */
const MOST_MESSAGES = 20;
/** How much text of a failed turn is logged; the log cuts it further. */
const MOST_CHARACTERS = 8_000;

/** Logs every turn of an engine when it ends: successful, failed or abandoned. */
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
  let text = "";
  let end: TurnEnd | undefined;
  let latencyMs: number | undefined;
  let failed: string | undefined = "The caller left before the turn ended.";
  try {
    for await (const event of engine.turn(turn)) {
      if (event.type === "start") model = event.model;
      else if (event.type === "text" && text.length < MOST_CHARACTERS) text += event.text;
      else if (event.type === "done" || event.type === "error") {
        end = event;
        latencyMs = performance.now() - started;
      }
      yield event;
    }
    failed = "The turn ended without an end event.";
  } catch (error) {
    failed = String(error);
    throw error;
  } finally {
    // A deferred question is logged when the client answers it with its next request.
    if (end?.type !== "error" || end.failure.kind !== "deferred")
      log.note({
        kind: "model",
        name: engine.name,
        pipe: end?.type === "done" ? end.model : model,
        ...(turn.thread !== undefined && { sessionId: turn.thread }),
        input: summaryOf(turn),
        latencyMs: latencyMs ?? performance.now() - started,
        ...outcomeOf(end, text, failed, costOf),
      });
  }
}

function outcomeOf(
  end: TurnEnd | undefined,
  text: string,
  failed: string,
  costOf: CostOf,
): Pick<RawInvocation, "output" | "error" | "usage" | "cost"> {
  if (end?.type !== "done")
    return { error: end?.failure.message ?? failed, ...(text !== "" && { output: { text } }) };
  const { message, stop, usage, model } = end;
  const calls = message.content.filter((part) => part.type === "tool_call").map(({ name }) => name);
  const cost = usage && costOf(model, usage);
  return {
    output: { text: textOf(message), stop, ...(calls.length > 0 && { tool_calls: calls }) },
    usage: usage && allTokens(usage),
    cost,
  };
}

/** All tokens that the model read, cached or not, and wrote. */
function allTokens({ inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 }: Usage) {
  return { inputTokens: inputTokens + cacheReadTokens + cacheWriteTokens, outputTokens };
}

function summaryOf({ system, messages, tools }: Turn): Record<string, unknown> {
  const earlier = Math.max(0, messages.length - MOST_MESSAGES);
  return {
    ...(system !== undefined && { system }),
    ...(earlier > 0 && { earlier_messages: earlier }),
    messages: messages.slice(earlier).map(({ role, content }) => ({ role, content: partsOf(content) })),
    ...(tools && tools.length > 0 && { tools: tools.map(({ name }) => name) }),
  };
}

/** The parts of a message as text; other parts only by their type. */
function partsOf(content: Message["content"]): string | string[] {
  const parts = content.map((part) => {
    if (part.type === "text") return part.text;
    return part.type === "tool_call" ? `[tool_call ${part.name}]` : `[${part.type}]`;
  });
  return parts.length === 1 ? parts[0]! : parts;
}
