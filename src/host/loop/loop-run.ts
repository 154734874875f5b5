import {
  type AssistantMessage,
  costOf,
  type Engine,
  EngineFailure,
  type Message,
  type ToolCallPart,
  type ToolResultPart,
  type ToolSpecification,
  toEngine,
  type UserMessage,
} from "../../llm/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import {
  type Budget,
  beginMessage,
  type ComparableCall,
  endMessage,
  exhausted,
  type Refusal,
  remaining,
  resumeMessage,
  spend,
} from "../limits/index.ts";
import type { Conversation, HostTool, LoopOptions, LoopResult, WorkHandle } from "../loop.ts";
import { answerOpenCalls, isThinking, partialAnswer } from "./history.ts";
import { type Interruption, systemTimer, watchForInterruption } from "./interruption.ts";
import { errorResult, problemOf, resultPart } from "./run-tool.ts";

/** The state of one message while the loop works on it. */
export interface LoopRun {
  readonly options: LoopOptions;
  readonly engine: Engine;
  readonly now: () => number;
  /** It continues where the previous message stopped. */
  readonly isContinuation: boolean;
  messages: readonly Message[];
  /** Index of this run's first message. */
  begin: number;
  budget: Budget;
  readonly interruption: Interruption;
  answer?: AssistantMessage;
  refused?: Refusal;
  /** Id of the latest turn. */
  turnId: string;
  /** Text of the current turn so far, by block. */
  readonly texts: Map<number, string>;
  /** The calls of the latest answer, and the results so far. */
  open?: OpenCalls;
  /** The calls of this message, for detecting repetitions. */
  readonly calls: ComparableCall[];
  tools: ReadonlyMap<string, HostTool>;
  specifications: readonly ToolSpecification[];
  /** Thinking of this message is bound to the tools that the model was shown, so they stay the same. */
  isBound: boolean;
  /** Saving a message failed once; messages after a missing one are not saved. */
  isBroken: boolean;
  hasWarnedOfCost: boolean;
  /** Puts a chunk into the stream; absent while no tools run. */
  emit?: (chunk: MessageStreamChunk) => void;
}

/** The calls of one turn, and the results so far. */
export interface OpenCalls {
  readonly calls: readonly ToolCallPart[];
  readonly results: Map<string, ToolResultPart>;
}

/** Begins to work on a message and starts its clock. */
export function openRun(
  conversation: Conversation,
  message: UserMessage | undefined,
  options: LoopOptions,
): LoopRun {
  const { signal, now = Date.now, after = systemTimer } = options;
  const before = answerOpenCalls(conversation.messages);
  const last = before.at(-1);
  const budget = (message === undefined ? resumeMessage : beginMessage)(conversation.budget, now());
  const isUnansweredQuestion =
    last?.role === "user" && last.content.some(({ type }) => type !== "tool_result");
  const run: LoopRun = {
    options,
    engine: guardEngine(options.engine),
    now,
    interruption: watchForInterruption(budget, { signal, now, after }),
    isContinuation: message === undefined && !isUnansweredQuestion,
    messages: message === undefined ? before : [...before, message],
    begin: before.length,
    budget,
    turnId: `turn-${before.length}`,
    texts: new Map(),
    calls: [],
    tools: new Map(),
    specifications: [],
    isBound: false,
    isBroken: false,
    hasWarnedOfCost: false,
  };
  options.onBegin?.(handleOf(run));
  return run;
}

/** Engines can come from outside. Guarded, a turn never throws, has one end, and ends at once when aborted. */
function guardEngine(engine: Engine): Engine {
  const { name, model } = engine;
  return toEngine({
    name,
    model,
    run: (turn) => engine.turn(turn),
    failure(cause) {
      const text = `The engine '${name}' failed: ${problemOf(cause)}`;
      return new EngineFailure("unavailable", name, text, { cause });
    },
  });
}

function handleOf(run: LoopRun): WorkHandle {
  return {
    budget: () => run.budget,
    refusal: () => exhausted(run.budget, run.now()),
    charge(usage, model) {
      const cost = costOf(model, usage);
      run.budget = spend(run.budget, usage, cost);
      run.emit?.({ type: "usage", usage, cost, model, remaining: remaining(run.budget, run.now()) });
    },
    signal: run.interruption.signal,
  };
}

/** Adds a message to the history and saves it; throws if it cannot be saved. */
export async function addMessage(run: LoopRun, message: Message): Promise<void> {
  run.messages = [...run.messages, message];
  if (message.role === "assistant") {
    run.answer = message;
    run.isBound ||= message.content.some(isThinking);
  }
  if (run.isBroken) return;
  try {
    await run.options.onMessage?.(message, run.budget);
  } catch (error) {
    run.isBroken = true;
    throw new Error(`The conversation could not be saved: ${problemOf(error)}`, { cause: error });
  }
}

/** Adds the results of the open calls; a call without one was interrupted. */
export async function addResults(run: LoopRun): Promise<void> {
  const { open } = run;
  if (open === undefined) return;
  delete run.open;
  const why = interruptedText(run);
  const content = open.calls.map(({ id }) => open.results.get(id) ?? resultPart(id, errorResult(why)));
  await addMessage(run, { role: "user", content });
}

/** Completes an interrupted turn so that the conversation can continue from it. */
export async function closeTurn(run: LoopRun): Promise<void> {
  const partial = partialAnswer(run.texts);
  run.texts.clear();
  if (partial !== undefined) await addMessage(run, partial);
  await addResults(run);
}

/** The result of a call that was interrupted. */
export function interruptedText({ interruption }: LoopRun): string {
  const { cause } = interruption;
  if (cause === undefined) return "This call was not answered: something else failed first.";
  return cause === "aborted" ? "This call was aborted." : `This call was stopped. ${cause.text}.`;
}

/** Stops the clock and returns the conversation. */
export function endRun(run: LoopRun): LoopResult {
  run.interruption.dispose();
  run.budget = endMessage(run.budget, run.now());
  const { messages, budget, answer, refused } = run;
  return { messages: answerOpenCalls(messages), budget, answer, limited: refused !== undefined, refused };
}
