import type { Engine, ThinkingRequest, Turn, TurnEvent } from "./engine.ts";
import type { EngineFailure } from "./engine-failure.ts";
import { planThinking, type ThinkingOptions } from "./plan-thinking.ts";
import { EFFORTS, type ThinkingOverrides } from "./thinking.ts";

/** What refusals have taught, by model. */
export type ThinkingMemory = Map<string, ThinkingOverrides>;

/** A service that refuses one turn more often than this contradicts itself. */
const MOST_LESSONS = 4;

/** Repeats a turn whose thinking request was refused, as the refusal suggests, and remembers the lesson. */
export function withThinkingFallback(engine: Engine, memory: ThinkingMemory = new Map()): Engine {
  async function* run(turn: Turn): AsyncGenerator<TurnEvent, void> {
    const model = turn.model ?? engine.model;
    for (let lessons = 0; ; lessons += 1) {
      const known = memory.get(model) ?? {};
      const sent = adjust(turn, model, known);
      let learnt: ThinkingOverrides | undefined;
      let isFirst = true;
      for await (const event of engine.turn(sent)) {
        if (isFirst && event.type === "error" && lessons < MOST_LESSONS)
          learnt = learn(event.failure, sent, known);
        if (learnt !== undefined) break;
        isFirst = false;
        yield event;
      }
      if (learnt === undefined) return;
      memory.set(model, learnt);
    }
  }
  return { name: engine.name, model: engine.model, turn: run };
}

function learn(failure: EngineFailure, sent: Turn, known: ThinkingOverrides): ThinkingOverrides | undefined {
  const isRefusal = failure.kind === "refused" && (failure.status === 400 || failure.status === 422);
  if (!isRefusal || sent.thinking === undefined) return;
  const lesson = readRefusal(sent.thinking, failure.message);
  if (lesson === undefined) return;
  // A model that has refused both ways of thinking has none.
  const refusedBoth = known.kind !== undefined && lesson.kind !== undefined;
  return { ...known, ...lesson, ...(refusedBoth && { kind: "none" as const }) };
}

/** Plans the turn again with what is known of the model now. */
function adjust(turn: Turn, model: string, known: ThinkingOverrides): Turn {
  const { thinking, maxTokens } = turn;
  if (thinking === undefined || Object.keys(known).length === 0) return turn;
  const plan = planThinking(model, optionsOf(thinking, known), maxTokens, {
    ...assumedBy(thinking),
    ...known,
  });
  return { ...turn, maxTokens: plan.maxTokens, thinking: plan.request };
}

function optionsOf(request: ThinkingRequest, known: ThinkingOverrides): ThinkingOptions {
  if (request.type === "adaptive") return { effort: request.effort };
  // The budget may have been the largest possible, so it does not imply an effort.
  if (request.type === "enabled")
    return known.kind === "adaptive" ? {} : { budget_tokens: request.budgetTokens };
  return { enabled: false };
}

/** What the first plan assumed about the model. */
function assumedBy(request: ThinkingRequest): ThinkingOverrides {
  if (request.type === "enabled") return { kind: "budget" };
  if (request.type === "adaptive") return { kind: "adaptive" };
  return { kind: "adaptive", canTurnOff: request.type };
}

type RequestType = ThinkingRequest["type"];

/**
 * What a refusal says about the model; undefined if it is about something else. Services have no error code for this, so
 * it is read from the message.
 */
export function readRefusal(request: ThinkingRequest, message: string): ThinkingOverrides | undefined {
  const most = message.match(/max_tokens: \d+ > (\d+)/)?.[1];
  if (most !== undefined) return { maxOutput: Number(most) };
  if (/\bdisplay\b/i.test(message)) return asksForSummary(request) ? { summary: false } : undefined;
  if (refusesAll(message)) return { kind: "none" };
  if (refusesType(request.type, message)) return otherWay(request.type, namedTypes(message));
  if (
    request.type === "adaptive" &&
    request.effort !== undefined &&
    /\beffort\b|output_config/i.test(message)
  )
    return { efforts: namedEfforts(message) };
}

/** A type counts as named when it is quoted or follows a dot. The plain word `enabled` says nothing. */
const NAMED_TYPE = /["'`.](enabled|adaptive|disabled|between_tools)\b/gi;

function namedTypes(message: string): ReadonlySet<string> {
  return new Set([...message.matchAll(NAMED_TYPE)].map(([, type]) => type!.toLowerCase()));
}

function asksForSummary(request: ThinkingRequest): boolean {
  return (request.type === "enabled" || request.type === "adaptive") && request.summary !== false;
}

function refusesAll(message: string): boolean {
  return (
    /(does not|doesn't) support (extended )?thinking/i.test(message) ||
    /(?<!(adaptive|enabled|disabled) )\bthinking is not (supported|available)/i.test(message) ||
    /(^|\s)thinking: extra inputs/i.test(message)
  );
}

const REFUSED_TYPE =
  /(enabled|adaptive|disabled|between_tools)["'`]?(?: thinking)? is not (?:supported|allowed|available)|(?:tag|value|type) ["'`](enabled|adaptive|disabled|between_tools)/gi;

/** Either the message refuses the type, or it lists the accepted types without this one. */
function refusesType(type: RequestType, message: string): boolean {
  const named = namedTypes(message);
  const refused = [...message.matchAll(REFUSED_TYPE)].map(([, before, after]) =>
    (before ?? after)!.toLowerCase(),
  );
  return refused.includes(type) || (/thinking/i.test(message) && named.size > 0 && !named.has(type));
}

function otherWay(refused: RequestType, named: ReadonlySet<string>): ThinkingOverrides {
  const offered = [...named].filter((type) => type !== refused);
  if (refused === "disabled" || refused === "between_tools") {
    const off = refused === "disabled" ? "between_tools" : "disabled";
    return { canTurnOff: offered.includes(off) ? off : false };
  }
  const other = refused === "enabled" ? "adaptive" : "enabled";
  // If the accepted types do not include a way to think, the model cannot.
  if (offered.length > 0 && !offered.includes(other)) return { kind: "none" };
  return { kind: refused === "enabled" ? "adaptive" : "budget" };
}

function namedEfforts(message: string) {
  const list = message.match(/supported (?:levels|values)[:\s]*([^.]*)/i)?.[1] ?? "";
  const words = list.toLowerCase().split(/\W+/);
  return EFFORTS.filter((effort) => words.includes(effort));
}
