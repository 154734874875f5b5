import type { EngineFailure, Turn, TurnDone, TurnEvent } from "../../llm/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import type { Chunks } from "../loop.ts";
import { isThinking, stripThinking } from "./history.ts";
import type { LoopRun } from "./loop-run.ts";

/** How a turn ended; an interrupted turn has neither. */
export interface TurnOutcome {
  done?: TurnDone;
  failure?: EngineFailure;
}

/** Runs one model turn and streams its text. `none` shows the tools to the model and forbids calls. */
export async function* modelTurn(run: LoopRun, toolChoice?: "none"): Chunks<TurnOutcome> {
  updateTools(run);
  for (;;) {
    const outcome: TurnOutcome = {};
    run.texts.clear();
    run.turnId = `turn-${run.messages.length}`;
    // Reads past the end event, which lets the connection be reused.
    for await (const event of run.engine.turn(turnOf(run, toolChoice))) {
      if (run.interruption.cause !== undefined) continue;
      const chunk = applyEvent(run, event, outcome);
      if (chunk !== undefined) yield chunk;
    }
    if (outcome.failure === undefined || !refusesThinking(outcome.failure) || !dropEarlierThinking(run))
      return outcome;
    yield { type: "warning", content: THINKING_DROPPED };
  }
}

const THINKING_DROPPED =
  "Thinking of earlier messages was left out: the service no longer accepts it because the model, the tools or the system prompt changed.";

/**
 * Servers may change their tools between turns. The newest tools run, but the model sees the same list from its first
 * thinking on: some services accept thinking back only with the tools it was based on.
 */
function updateTools(run: LoopRun): void {
  const tools = run.options.tools();
  run.tools = new Map(tools.map((tool) => [tool.specification.name, tool]));
  if (!run.isBound) run.specifications = tools.map(({ specification }) => specification);
}

function applyEvent(run: LoopRun, event: TurnEvent, outcome: TurnOutcome): MessageStreamChunk | undefined {
  switch (event.type) {
    case "text":
      run.texts.set(event.block, (run.texts.get(event.block) ?? "") + event.text);
      return event.text === "" ? undefined : blockChunk(run, "content", event);
    case "thinking":
      return event.text === "" ? undefined : blockChunk(run, "thinking", event);
    case "start":
      run.turnId = event.id ?? run.turnId;
      return;
    case "done":
      run.texts.clear();
      run.turnId = event.id ?? run.turnId;
      outcome.done = event;
      return;
    case "error":
      run.texts.clear();
      outcome.failure = event.failure;
  }
}

function blockChunk(
  { turnId }: LoopRun,
  type: "content" | "thinking",
  { text, block }: { readonly text: string; readonly block: number },
): MessageStreamChunk {
  return { type, content: text, id: `${turnId}:${block}` };
}

function turnOf({ options, messages, specifications, interruption }: LoopRun, toolChoice?: "none"): Turn {
  const { model, system, thinking, maxTokens, temperature, thread } = options;
  const tools = specifications.length > 0 ? { tools: specifications, toolChoice } : {};
  return {
    model,
    messages,
    ...tools,
    system,
    thinking,
    maxTokens,
    temperature,
    thread,
    signal: interruption.signal,
  };
}

function refusesThinking({ kind, status, message }: EngineFailure): boolean {
  return kind === "refused" && status === 400 && /signature/i.test(message) && /thinking/i.test(message);
}

/** Returns whether there was any thinking before this message. */
function dropEarlierThinking(run: LoopRun): boolean {
  const earlier = run.messages.slice(0, run.begin);
  if (!earlier.some(({ content }) => content.some(isThinking))) return false;
  const stripped = stripThinking(earlier);
  run.messages = [...stripped, ...run.messages.slice(run.begin)];
  run.begin = stripped.length;
  return true;
}
