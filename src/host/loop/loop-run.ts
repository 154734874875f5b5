import {
  type AssistantMessage,
  costOf,
  type Engine,
  type Message,
  type ToolCallPart,
  type ToolResultPart,
  type ToolSpecification,
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
import type { Conversation, HostTool, LoopParts, LoopResult, WorkHandle } from "../loop.ts";
import { answerOpenCalls } from "./answer-open-calls.ts";
import { errorResult, resultPart } from "./fit-result.ts";
import { guardedEngine } from "./guarded-engine.ts";
import { type Interruption, onTimer, watchFor } from "./interruption.ts";
import { halfAnswer } from "./kept-answer.ts";
import { problemOf } from "./run-tool.ts";
import { isThinking } from "./strip-thinking.ts";

/** One message while it is worked on: where it stands is changed as it goes. */
export interface LoopRun {
  readonly parts: LoopParts;
  readonly engine: Engine;
  readonly now: () => number;
  /** It goes on where the message before it stopped. */
  readonly goesOn: boolean;
  messages: readonly Message[];
  /** Where in the messages this run's own begin. */
  begin: number;
  budget: Budget;
  readonly interruption: Interruption;
  answer?: AssistantMessage;
  refused?: Refusal;
  /** Of the turn that was taken last. */
  turnId: string;
  /** What the turn under way has said aloud, by block. */
  readonly said: Map<number, string>;
  /** The calls that are being answered, and the results so far. */
  open?: OpenCalls;
  /** The calls that the model made in this message, as far as they can be the same as another. */
  readonly calls: ComparableCall[];
  tools: ReadonlyMap<string, HostTool>;
  specifications: readonly ToolSpecification[];
  /** Thinking of this message is bound to the tools that the model was shown: they stay. */
  bound: boolean;
  /** Messages could not be kept once: what comes after one that is missing is not kept either. */
  broken: boolean;
  warnedOfCost: boolean;
  /** Puts a chunk into the stream; absent between calls of tools. */
  tell?: (chunk: MessageStreamChunk) => void;
}

/** Calls of one turn, and the results that there are. */
export interface OpenCalls {
  readonly calls: readonly ToolCallPart[];
  readonly results: Map<string, ToolResultPart>;
}

/** Begins to work on a message: its clock runs. */
export function openRun(
  conversation: Conversation,
  message: UserMessage | undefined,
  parts: LoopParts,
): LoopRun {
  const { signal, now = Date.now, after = onTimer } = parts;
  const before = answerOpenCalls(conversation.messages);
  const last = before.at(-1);
  const budget = (message === undefined ? resumeMessage : beginMessage)(conversation.budget, now());
  const run: LoopRun = {
    parts,
    engine: guardedEngine(parts.engine),
    now,
    interruption: watchFor(budget, { signal, now, after }),
    // A question that was never answered stands by itself.
    goesOn: message === undefined && !(last?.role === "user" && last.content.some(isOwnWord)),
    messages: message === undefined ? before : [...before, message],
    begin: before.length,
    budget,
    turnId: `turn-${before.length}`,
    said: new Map(),
    calls: [],
    tools: new Map(),
    specifications: [],
    bound: false,
    broken: false,
    warnedOfCost: false,
  };
  parts.onBegin?.(handleOf(run));
  return run;
}

function handleOf(run: LoopRun): WorkHandle {
  return {
    budget: () => run.budget,
    refusal: () => exhausted(run.budget, run.now()),
    charge(usage, model) {
      const cost = costOf(model, usage);
      run.budget = spend(run.budget, usage, cost);
      const left = remaining(run.budget, run.now());
      run.tell?.({ type: "usage", usage, ...(cost !== undefined && { cost }), model, remaining: left });
    },
    signal: run.interruption.signal,
  };
}

/** Adds a message to the history and tells whoever keeps it; throws when it cannot be kept. */
export async function keep(run: LoopRun, message: Message): Promise<void> {
  run.messages = [...run.messages, message];
  if (message.role === "assistant") {
    run.answer = message;
    run.bound ||= message.content.some(isThinking);
  }
  if (run.broken) return;
  try {
    await run.parts.onMessage?.(message, run.budget);
  } catch (error) {
    run.broken = true;
    throw new Error(`The conversation could not be kept: ${problemOf(error)}`, { cause: error });
  }
}

/** Adds the results of the calls that are open; one that has none was interrupted. */
export async function keepResults(run: LoopRun): Promise<void> {
  const { open } = run;
  if (open === undefined) return;
  delete run.open;
  const why = interruptedText(run);
  const content = open.calls.map(({ id }) => open.results.get(id) ?? resultPart(id, errorResult(why)));
  await keep(run, { role: "user", content });
}

/** Brings what was interrupted into a form that the conversation can go on from. */
export async function closeUp(run: LoopRun): Promise<void> {
  const half = halfAnswer(run.said);
  run.said.clear();
  if (half !== undefined) await keep(run, half);
  await keepResults(run);
}

/** What the model is told of a call that was interrupted. */
export function interruptedText({ interruption }: LoopRun): string {
  const { cause } = interruption;
  if (cause === undefined) return "This call was not answered: something else failed first.";
  return cause === "aborted" ? "This call was aborted." : `This call was stopped. ${cause.text}.`;
}

/** Stops the clock and says where the conversation stands. */
export function endRun(run: LoopRun): LoopResult {
  run.interruption.dispose();
  run.budget = endMessage(run.budget, run.now());
  const { messages, budget, answer, refused } = run;
  return {
    messages: answerOpenCalls(messages),
    budget,
    ...(answer && { answer }),
    limited: refused !== undefined,
    ...(refused && { refused }),
  };
}

function isOwnWord({ type }: UserMessage["content"][number]): boolean {
  return type !== "tool_result";
}
