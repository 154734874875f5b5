import {
  type Batch,
  batchesOf,
  type EngineFailure,
  type Turn,
  type TurnDone,
  type TurnEvent,
} from "../../llm/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import type { Chunks } from "../loop.ts";
import type { LoopRun } from "./loop-run.ts";
import { isThinking, stripThinking } from "./strip-thinking.ts";

/** How a turn came out; neither a message nor a failure when it was interrupted. */
export interface Taken {
  readonly done?: TurnDone;
  readonly failure?: EngineFailure;
}

/** Takes one model turn and passes on what is said as it comes; `none` keeps the tools in view and forbids calls. */
export async function* oneTurn(run: LoopRun, toolChoice?: "none"): Chunks<Taken> {
  showTools(run);
  for (;;) {
    const taken: Mutable<Taken> = {};
    run.said.clear();
    run.turnId = `turn-${run.messages.length}`;
    // Read to its very end, which closes the exchange with the service in good order.
    for await (const batch of batchesOf(run.engine.turn(turnOf(run, toolChoice))))
      if (run.interruption.cause === undefined) yield heard(run, batch, taken);
    if (taken.failure === undefined || !refusesThinking(taken.failure) || !dropEarlierThinking(run))
      return taken;
    yield [{ type: "warning", content: THINKING_LEFT_OUT }];
  }
}

const THINKING_LEFT_OUT =
  "Thinking of earlier messages was left out: the service no longer takes it, since the model, the tools or the system prompt changed.";

/**
 * Tools may be others than in the turn before. Those that can be run are always the newest; those that the model is
 * shown stay the same from its first thinking on, which some services take back only after what it was thought upon.
 */
function showTools(run: LoopRun): void {
  const tools = run.parts.tools();
  run.tools = new Map(tools.map((tool) => [tool.specification.name, tool]));
  if (!run.bound) run.specifications = tools.map(({ specification }) => specification);
}

/** What a batch is to whoever listens; what they did not wait for was not said. */
function* heard(run: LoopRun, batch: Batch, taken: Mutable<Taken>): Generator<MessageStreamChunk, void> {
  for (const event of batch) {
    if (run.interruption.cause !== undefined) return;
    const chunk = follow(run, event, taken);
    if (chunk !== undefined) yield chunk;
  }
}

/** What an event is to whoever listens, if anything. */
function follow(run: LoopRun, event: TurnEvent, taken: Mutable<Taken>): MessageStreamChunk | undefined {
  if (event.type === "text") {
    run.said.set(event.block, (run.said.get(event.block) ?? "") + event.text);
    if (event.text !== "") return { type: "content", content: event.text, id: blockId(run, event.block) };
  } else if (event.type === "thinking") {
    if (event.text !== "") return { type: "thinking", content: event.text, id: blockId(run, event.block) };
  } else if (event.type === "start") run.turnId = event.id ?? run.turnId;
  else if (event.type === "done") {
    run.said.clear();
    run.turnId = event.id ?? run.turnId;
    taken.done = event;
  } else if (event.type === "error") {
    run.said.clear();
    taken.failure = event.failure;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function turnOf({ parts, messages, specifications, interruption }: LoopRun, toolChoice?: "none"): Turn {
  const { model, system, thinking, maxTokens, temperature, thread } = parts;
  return {
    model,
    messages,
    ...(specifications.length > 0 && { tools: specifications, ...(toolChoice && { toolChoice }) }),
    ...(system !== undefined && { system }),
    ...(thinking && { thinking }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(thread !== undefined && { thread }),
    signal: interruption.signal,
  };
}

function blockId({ turnId }: LoopRun, block: number): string {
  return `${turnId}:${block}`;
}

function refusesThinking({ kind, status, message }: EngineFailure): boolean {
  return kind === "refused" && status === 400 && /signature/i.test(message) && /thinking/i.test(message);
}

/** Says whether there was any before this message. */
function dropEarlierThinking(run: LoopRun): boolean {
  const earlier = run.messages.slice(0, run.begin);
  if (!earlier.some(({ content }) => content.some(isThinking))) return false;
  const stripped = stripThinking(earlier);
  run.messages = [...stripped, ...run.messages.slice(run.begin)];
  run.begin = stripped.length;
  return true;
}
