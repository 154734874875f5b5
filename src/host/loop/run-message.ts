import {
  type AssistantMessage,
  costOf,
  type EngineFailure,
  type StopReason,
  type ToolCallPart,
  type TurnDone,
  userText,
} from "../../llm/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import { exhausted, type Refusal, remaining, spend } from "../limits/index.ts";
import type { Chunks, LoopResult, RunMessage } from "../loop.ts";
import { dispatchCalls } from "./dispatch-calls.ts";
import { acceptableAnswer, callsOf } from "./history.ts";
import { addMessage, addResults, closeTurn, endRun, type LoopRun, openRun } from "./loop-run.ts";
import { modelTurn } from "./model-turn.ts";
import { problemOf } from "./run-tool.ts";

/** The message to the model after a limit was raised. */
export const CONTINUE = "Go on: more tool calls are granted.";

/** The message to a model that paused by itself. */
const RESUME = "Go on.";

/** After this many turns in a row whose calls all could not run, the model has to answer without tools. */
const IDLE_TURNS = 5;

/**
 * Works on one message. Nothing happens before the first chunk is requested, and the model is read only as fast as the
 * chunks are. Leaving, even while a chunk is pending, closes the request and stops the tools; `return` then answers the
 * state of the conversation.
 */
export const runMessage: RunMessage = (conversation, message, options) => {
  let opened: LoopRun | undefined;
  const open = () => {
    opened ??= openRun(conversation, message, options);
    return opened;
  };
  const chunks = stream(open);
  const leave = async (): Promise<IteratorReturnResult<LoopResult>> => {
    const run = open();
    // A waiting generator would not notice `return` until later.
    run.interruption.abort();
    await chunks.return(undefined as never);
    await closeTurn(run).catch(() => {});
    return { done: true, value: endRun(run) };
  };
  return {
    next: () => chunks.next(),
    return: leave,
    async throw(error) {
      await leave();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await leave();
    },
  };
};

/** The history is complete before the end chunk is sent. */
async function* stream(open: () => LoopRun): Chunks<LoopResult> {
  const run = open();
  let end: End;
  try {
    end = yield* runTurns(run);
  } catch (error) {
    await closeTurn(run).catch(() => {});
    end = { type: "error", error: problemOf(error), code: "INTERNAL", fatal: true };
  }
  const result = endRun(run);
  yield end;
  return result;
}

type DoneChunk = Extract<MessageStreamChunk, { readonly type: "done" }>;
type End = DoneChunk | Extract<MessageStreamChunk, { readonly type: "error" }>;

/** Runs turns until the model is done, a limit is reached or the work is interrupted. Returns the last chunk. */
async function* runTurns(run: LoopRun): Chunks<End> {
  let idle = 0;
  for (let turns = 0; ; turns += 1) {
    const stop = run.interruption.cause ?? exhausted(run.budget, run.now());
    if (stop === "aborted") return ABORTED;
    if (stop !== undefined) return yield* stopAtLimit(run, stop, turns > 0);
    if (idle >= IDLE_TURNS) return yield* answerWithoutTools(run);
    if (turns === 0 && run.isContinuation) await addMessage(run, userText(CONTINUE));
    const { done, failure } = yield* modelTurn(run);
    if (failure !== undefined) return engineFailed(failure);
    if (done === undefined) {
      await closeTurn(run);
      continue;
    }
    const answer = yield* addAnswer(run, done);
    const calls = answer === undefined ? [] : callsOf(answer);
    if (calls.length > 0) {
      const { ran, refused } = yield* dispatchCalls(run, markCutOff(calls, done));
      await addResults(run);
      if (refused !== undefined) return yield* stopAtLimit(run, refused, true);
      idle = ran === 0 ? idle + 1 : 0;
    } else if (done.stop === "pause" && answer !== undefined) await addMessage(run, userText(RESUME));
    else return doneChunk(run, STOPS[done.stop]);
  }
}

const STOPS: Readonly<Record<StopReason, "end" | "length" | "refusal">> = {
  end: "end",
  tool_calls: "end",
  pause: "end",
  length: "length",
  refusal: "refusal",
};

/** If an answer was cut off, its last call may have no arguments only because they never arrived. */
function markCutOff(calls: readonly ToolCallPart[], { stop, message }: TurnDone): readonly ToolCallPart[] {
  const last = message.content.at(-1);
  if (stop !== "length" || last?.type !== "tool_call" || Object.keys(last.input).length > 0) return calls;
  return calls.map((call) => (call.id === last.id ? { unreadable: "", ...call } : call));
}

/** Counts a turn's usage and adds its answer to the history. Returns what was added. */
async function* addAnswer(
  run: LoopRun,
  { message, stop, usage, model }: TurnDone,
): Chunks<AssistantMessage | undefined> {
  const cost = usage && (costOf(model, usage) ?? costOf(run.options.model, usage));
  if (usage !== undefined) run.budget = spend(run.budget, usage, cost);
  const answer = acceptableAnswer(message, stop);
  const calls = answer === undefined ? [] : callsOf(answer);
  if (calls.length > 0) run.open = { calls, results: new Map() };
  if (answer !== undefined) await addMessage(run, answer);
  if (cost === undefined && !run.hasWarnedOfCost && limitsCost(run)) {
    run.hasWarnedOfCost = true;
    yield { type: "warning", content: `The price of ${model} is unknown, so the cost limit cannot apply.` };
  }
  if (usage !== undefined)
    yield { type: "usage", usage, cost, model, remaining: remaining(run.budget, run.now()) };
  return answer;
}

function limitsCost({ budget: { message, session } }: LoopRun): boolean {
  return message.allowance.cost !== undefined || session.allowance.cost !== undefined;
}

/**
 * Ends a message at a limit: reports it, then lets the model summarize in one last turn without tools. There is no last
 * turn if time is up, or if the limit was used up before the first turn.
 */
async function* stopAtLimit(run: LoopRun, refused: Refusal, hasBegun: boolean): Chunks<End> {
  const { code, scope, limit, used, text } = refused;
  const isTime = code === "TIME_LIMIT";
  run.refused = refused;
  const error = isTime ? `${text}: there is no time for a last turn` : text;
  yield { type: "error", error, code, scope, limit, used, fatal: false };
  return isTime || !hasBegun ? doneChunk(run, "limit") : yield* lastTurn(run, "limit", text);
}

/** Ends a message whose model keeps making calls that cannot run. */
async function* answerWithoutTools(run: LoopRun): Chunks<End> {
  const text = "The calls of several turns in a row could not be run";
  yield { type: "warning", content: `${text}: the model is asked to answer without tools.` };
  return yield* lastTurn(run, "end", text);
}

async function* lastTurn(run: LoopRun, stop: "limit" | "end", reason: string): Chunks<End> {
  const { done, failure } = yield* modelTurn(run, "none");
  if (failure !== undefined) return engineFailed(failure);
  if (done === undefined) {
    await closeTurn(run);
    const { cause } = run.interruption;
    if (cause === undefined || cause === "aborted") return ABORTED;
    // A stream reports one limit as an error; this one may have reported another.
    run.refused ??= cause;
    yield { type: "warning", content: `${cause.text}: the last turn was cut off` };
    return doneChunk(run, "limit");
  }
  const answer = yield* addAnswer(run, done);
  const calls = answer === undefined ? [] : callsOf(answer);
  // Some services do not enforce `toolChoice: "none"`.
  if (calls.length > 0) {
    yield* dispatchCalls(run, calls, reason);
    await addResults(run);
  }
  return doneChunk(run, stop);
}

const ABORTED: End = { type: "error", error: "The message was aborted.", code: "ABORTED", fatal: true };

function doneChunk(run: LoopRun, stop: DoneChunk["stop"]): End {
  return { type: "done", stop, message_id: run.turnId };
}

function engineFailed({ message }: EngineFailure): End {
  return { type: "error", error: message, code: "ENGINE", fatal: true };
}
