import type { JobContext, JobPrincipal, Tasks } from "../jobs/jobs.ts";
import type { Thought } from "../ledger/index.ts";
import type { Author, Reasoning, ReasoningObserver } from "../reasoning/index.ts";
import type { ReasoningMode, ReasonOrder } from "../reasoning/modes/index.ts";

/** What every job for a model says. */
export interface ModelPayload {
  readonly principal?: JobPrincipal | undefined;
  readonly author: Omit<Author, "ownModel">;
  /** Whether the caller reads the answer as it comes. */
  readonly wantsText?: boolean;
}

/** One step of linear reasoning. */
export interface LinearPayload extends ModelPayload {
  readonly order: Parameters<Reasoning["linear"]>[1];
}

/** Reasoning in one of the further modes. */
export interface ReasonPayload extends ModelPayload {
  readonly mode: ReasoningMode;
  readonly order: ReasonOrder;
}

/** A critique of a thought. */
export interface CriticisePayload extends ModelPayload {
  readonly thought: Thought;
}

/** What a job for a model tells while it works. */
export type ModelEvent = { readonly says: string; readonly letters: number } | { readonly text: string };

/** The use cases as a principal has them; those of a job that was taken over say so where they are logged. */
export type ReasoningOf = (principal: JobPrincipal | undefined, takenOver: boolean) => Reasoning;

/** The tasks of whoever has a model. */
export function reasoningTasks(reasoningOf: ReasoningOf): Tasks {
  return {
    "model.linear": (payload: LinearPayload, context) =>
      reasoningOf(payload.principal, context.takenOver).linear(
        authorOf(payload, context),
        payload.order,
        watchOf(payload, context),
      ),
    "model.reason": (payload: ReasonPayload, context) =>
      reasoningOf(payload.principal, context.takenOver).reason(
        payload.mode,
        authorOf(payload, context),
        payload.order,
        watchOf(payload, context),
      ),
    "model.criticise": (payload: CriticisePayload, context) =>
      reasoningOf(payload.principal, context.takenOver).criticise(
        payload.author,
        payload.thought,
        watchOf(payload, context),
      ),
  };
}

/** A call without a key of its own has the job's: what one worker has recorded another finds. */
function authorOf({ author }: ModelPayload, { journal }: JobContext): Author {
  if (author.idempotency || !journal) return author;
  return { ...author, idempotency: { scope: journal.key, key: "answer" } };
}

function watchOf({ wantsText }: ModelPayload, { signal, tell, journal }: JobContext): ReasoningObserver {
  return {
    signal,
    journal,
    progress: (says, letters) => tell({ says, letters } satisfies ModelEvent),
    ...(wantsText && { onText: (text: string) => tell({ text } satisfies ModelEvent) }),
  };
}
