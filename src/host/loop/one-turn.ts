import type { EngineFailure, Turn, TurnDone } from "../../llm/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import type { Run } from "./run.ts";
import { isThinking, stripThinking } from "./strip-thinking.ts";

/** How a turn came out; neither a message nor a failure when it was interrupted. */
export interface Taken {
  readonly done?: TurnDone;
  readonly failure?: EngineFailure;
}

/** Takes one model turn and passes on what is said as it comes; `none` keeps the tools in view and forbids calls. */
export async function* oneTurn(run: Run, toolChoice?: "none"): AsyncGenerator<MessageStreamChunk, Taken> {
  showTools(run);
  const taken = yield* passOn(run, toolChoice);
  if (taken.failure === undefined || !refusesThinking(taken.failure) || !dropEarlierThinking(run))
    return taken;
  yield { type: "warning", content: THINKING_LEFT_OUT };
  return yield* passOn(run, toolChoice);
}

const THINKING_LEFT_OUT =
  "Thinking of earlier messages was left out: the service no longer takes it, since the model, the tools or the system prompt changed.";

/**
 * Tools may be others than in the turn before. Those that can be run are always the newest; those that the model is
 * shown stay the same from its first thinking on, which some services take back only after what it was thought upon.
 */
function showTools(run: Run): void {
  const tools = run.parts.tools();
  run.tools = new Map(tools.map((tool) => [tool.specification.name, tool]));
  if (!run.bound) run.specifications = tools.map(({ specification }) => specification);
}

async function* passOn(run: Run, toolChoice?: "none"): AsyncGenerator<MessageStreamChunk, Taken> {
  run.said.clear();
  run.turnId = `turn-${run.messages.length}`;
  for await (const event of run.engine.turn(turnOf(run, toolChoice))) {
    if (event.type === "start") run.turnId = event.id ?? run.turnId;
    else if (event.type === "text") {
      run.said.set(event.block, (run.said.get(event.block) ?? "") + event.text);
      if (event.text !== "") yield { type: "content", content: event.text, id: blockId(run, event.block) };
    } else if (event.type === "thinking") {
      if (event.text !== "") yield { type: "thinking", content: event.text, id: blockId(run, event.block) };
    } else if (event.type === "done") {
      run.said.clear();
      run.turnId = event.id ?? run.turnId;
      return { done: event };
    } else if (event.type === "error") {
      if (run.interruption.cause !== undefined) break;
      run.said.clear();
      return { failure: event.failure };
    }
  }
  return {};
}

function turnOf({ parts, messages, specifications, interruption }: Run, toolChoice?: "none"): Turn {
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

function blockId({ turnId }: Run, block: number): string {
  return `${turnId}:${block}`;
}

function refusesThinking({ kind, status, message }: EngineFailure): boolean {
  return kind === "refused" && status === 400 && /signature/i.test(message) && /thinking/i.test(message);
}

/** Says whether there was any before this message. */
function dropEarlierThinking(run: Run): boolean {
  const earlier = run.messages.slice(0, run.begin);
  if (!earlier.some(({ content }) => content.some(isThinking))) return false;
  const stripped = stripThinking(earlier);
  run.messages = [...stripped, ...run.messages.slice(run.begin)];
  run.begin = stripped.length;
  return true;
}
