import type { Refusal } from "../limits/index.ts";
import type { Chunks } from "../loop.ts";
import { callsOf } from "./answer-open-calls.ts";
import { dispatchCalls } from "./dispatch-calls.ts";
import { ABORTED, doneChunk, type End, engineFailed } from "./end.ts";
import { keepTurn } from "./keep-turn.ts";
import { closeUp, keepResults, type LoopRun } from "./loop-run.ts";
import { oneTurn } from "./one-turn.ts";

/**
 * Ends a message at a limit: says which, then lets the model tell in one last turn without tools what was found. There
 * is none when time is up, nor when nothing has been found because the limit was used up before.
 */
export async function* stopAtLimit(run: LoopRun, refused: Refusal, hasBegun: boolean): Chunks<End> {
  const { code, scope, limit, used, text } = refused;
  const isTime = code === "TIME_LIMIT";
  run.refused = refused;
  const error = isTime ? `${text}: there is no time for a last turn` : text;
  yield [{ type: "error", error, code, scope, limit, used, fatal: false }];
  return isTime || !hasBegun ? doneChunk(run, "limit") : yield* lastTurn(run, "limit", text);
}

/** Ends a message whose model goes on making calls that cannot be run. */
export async function* answerWithout(run: LoopRun): Chunks<End> {
  const text = "The calls of several turns in a row could not be run";
  yield [{ type: "warning", content: `${text}: the model is asked to answer without tools.` }];
  return yield* lastTurn(run, "end", text);
}

async function* lastTurn(run: LoopRun, stop: "limit" | "end", reason: string): Chunks<End> {
  const { done, failure } = yield* oneTurn(run, "none");
  if (failure !== undefined) return engineFailed(failure);
  if (done === undefined) {
    await closeUp(run);
    const { cause } = run.interruption;
    if (cause === undefined || cause === "aborted") return ABORTED;
    // A stream tells of one limit; this one has been told of another.
    run.refused ??= cause;
    yield [{ type: "warning", content: `${cause.text}: the last turn was cut off` }];
    return doneChunk(run, "limit");
  }
  const said = yield* keepTurn(run, done);
  const calls = said === undefined ? [] : callsOf(said);
  // Some services do not hold their models to it.
  if (calls.length > 0) {
    yield* dispatchCalls(run, calls, reason);
    await keepResults(run);
  }
  return doneChunk(run, stop);
}
