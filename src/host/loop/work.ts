import { type StopReason, type ToolCallPart, type TurnDone, userText } from "../../llm/index.ts";
import { exhausted } from "../limits/index.ts";
import type { Chunks } from "../loop.ts";
import { callsOf } from "./answer-open-calls.ts";
import { dispatchCalls } from "./dispatch-calls.ts";
import { ABORTED, doneChunk, type End, engineFailed } from "./end.ts";
import { keepTurn } from "./keep-turn.ts";
import { answerWithout, stopAtLimit } from "./last-turn.ts";
import { closeUp, keep, keepResults, type LoopRun } from "./loop-run.ts";
import { oneTurn } from "./one-turn.ts";

/** What the model is told when a message goes on after a limit. */
export const GO_ON = "Go on: more tool calls are granted.";

/** What a model that paused by itself is told. */
const PAUSED = "Go on.";

/** After so many turns in a row whose calls could all not be run, the model has to answer without. */
const IDLE_TURNS = 5;

/** Turns until the model is done, a limit is met or the work is interrupted; answers the chunk that ends the stream. */
export async function* work(run: LoopRun): Chunks<End> {
  let idle = 0;
  for (let turns = 0; ; turns += 1) {
    const stop = run.interruption.cause ?? exhausted(run.budget, run.now());
    if (stop === "aborted") return ABORTED;
    if (stop !== undefined) return yield* stopAtLimit(run, stop, turns > 0);
    if (idle >= IDLE_TURNS) return yield* answerWithout(run);
    if (turns === 0 && run.goesOn) await keep(run, userText(GO_ON));
    const { done, failure } = yield* oneTurn(run);
    if (failure !== undefined) return engineFailed(failure);
    if (done === undefined) await closeUp(run);
    else {
      const said = yield* keepTurn(run, done);
      const calls = said === undefined ? [] : callsOf(said);
      if (calls.length > 0) {
        const { ran, refused } = yield* dispatchCalls(run, readable(calls, done));
        await keepResults(run);
        if (refused !== undefined) return yield* stopAtLimit(run, refused, true);
        idle = ran === 0 ? idle + 1 : 0;
      } else if (done.stop === "pause" && said !== undefined) await keep(run, userText(PAUSED));
      else return doneChunk(run, STOPS[done.stop]);
    }
  }
}

const STOPS: Readonly<Record<StopReason, "end" | "length" | "refusal">> = {
  end: "end",
  tool_calls: "end",
  pause: "end",
  length: "length",
  refusal: "refusal",
};

/** The last call of an answer that was cut off may be without arguments because they never came. */
function readable(calls: readonly ToolCallPart[], { stop, message }: TurnDone): readonly ToolCallPart[] {
  const last = message.content.at(-1);
  if (stop !== "length" || last?.type !== "tool_call" || Object.keys(last.input).length > 0) return calls;
  return calls.map((call) => (call.id === last.id ? { unreadable: "", ...call } : call));
}
