import { type AssistantMessage, costOf, type TurnDone } from "../../llm/index.ts";
import { remaining, spend } from "../limits/index.ts";
import type { Chunks } from "../loop.ts";
import { callsOf } from "./answer-open-calls.ts";
import { keptAnswer } from "./kept-answer.ts";
import { keep, type LoopRun } from "./loop-run.ts";

/** Keeps what a turn said and counts what it used; answers what was kept, if there was anything. */
export async function* keepTurn(
  run: LoopRun,
  { message, stop, usage, model }: TurnDone,
): Chunks<AssistantMessage | undefined> {
  const cost = usage && (costOf(model, usage) ?? costOf(run.parts.model, usage));
  if (usage !== undefined) run.budget = spend(run.budget, usage, cost);
  const kept = keptAnswer(message, stop);
  const calls = kept === undefined ? [] : callsOf(kept);
  if (calls.length > 0) run.open = { calls, results: new Map() };
  if (kept !== undefined) await keep(run, kept);
  if (cost === undefined && !run.warnedOfCost && limitsCost(run)) {
    run.warnedOfCost = true;
    const content = `What ${model} costs is not known: the limit of cost does not hold.`;
    yield [{ type: "warning", content }];
  }
  if (usage !== undefined)
    yield [
      {
        type: "usage",
        usage,
        ...(cost !== undefined && { cost }),
        model,
        remaining: remaining(run.budget, run.now()),
      },
    ];
  return kept;
}

function limitsCost({ budget: { message, session } }: LoopRun): boolean {
  return message.allowance.cost !== undefined || session.allowance.cost !== undefined;
}
