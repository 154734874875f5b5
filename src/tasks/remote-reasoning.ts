import type { Jobs } from "../jobs/jobs.ts";
import { Failure } from "../ledger/index.ts";
import type { Principal } from "../ledger/principal.ts";
import type { CritiqueOutcome } from "../reasoning/critique.ts";
import type { LinearResult, Reasoning, ReasoningObserver } from "../reasoning/index.ts";
import { hasScores } from "../reasoning/modes/decision-scores.ts";
import type { ReasonAnswer } from "../reasoning/modes/index.ts";
import type { Author } from "../sessions/index.ts";
import type {
  CriticisePayload,
  LinearPayload,
  ModelEvent,
  ModelPayload,
  ReasonPayload,
} from "./reasoning-tasks.ts";

/** The same use cases, with calls of the configured model run as jobs on any worker. */
export function remoteReasoning(
  local: Reasoning,
  jobs: Pick<Jobs, "run">,
  principal: Principal | undefined,
): Reasoning {
  async function run<T, P extends ModelPayload>(
    task: string,
    payload: P,
    watch: ReasoningObserver,
  ): Promise<T> {
    const { value, takenOver } = await jobs.run({
      task,
      payload: { ...payload, streamsText: watch.onText !== undefined },
      signal: watch.signal,
      onEvent: (event) => forward(event as ModelEvent, watch),
    });
    if (takenOver) watch.onTakenOver?.();
    return value as T;
  }
  const forAuthor = ({ ownModel: _, ...author }: Author) => ({ author, principal });

  return {
    ...local,
    linear: (author, order, watch = {}) =>
      run<LinearResult, LinearPayload>("model.linear", { ...forAuthor(author), order }, watch),
    reason(mode, author, order, watch = {}) {
      // A decision with given scores needs no model.
      if (mode === "decision" && hasScores(order.scores)) return local.reason(mode, author, order, watch);
      return run<ReasonAnswer, ReasonPayload>("model.reason", { ...forAuthor(author), mode, order }, watch);
    },
    criticise: async (author, thought, watch = {}) => {
      try {
        return await run<CritiqueOutcome, CriticisePayload>(
          "model.criticise",
          { ...forAuthor(author), thought },
          watch,
        );
      } catch (error) {
        if (!(error instanceof Failure) || error.code === "INTERNAL") throw error;
        return { critiqueNote: `The thought is recorded, but has no critique: ${error.message}` };
      }
    },
  };
}

function forward(event: ModelEvent, { progress, onText }: ReasoningObserver): void {
  if ("text" in event) onText?.(event.text);
  else progress?.(event.message, event.characters);
}
