import type { JobContext, Tasks } from "../jobs/jobs.ts";
import type { Thought } from "../ledger/index.ts";
import type { Principal } from "../ledger/principal.ts";
import type { Reasoning, ReasoningObserver } from "../reasoning/index.ts";
import type { ReasoningMode, ReasonRequest } from "../reasoning/modes/index.ts";
import type { Author } from "../sessions/index.ts";

/** The payload common to all model jobs. */
export interface ModelPayload {
  readonly principal?: Principal | undefined;
  readonly author: Omit<Author, "ownModel">;
  /** Whether the caller wants the answer streamed. */
  readonly streamsText?: boolean;
}

/** One step of linear reasoning. */
export interface LinearPayload extends ModelPayload {
  readonly order: Parameters<Reasoning["linear"]>[1];
}

/** Reasoning in a mode other than linear. */
export interface ReasonPayload extends ModelPayload {
  readonly mode: ReasoningMode;
  readonly order: ReasonRequest;
}

/** A critique of a thought. */
export interface CriticisePayload extends ModelPayload {
  readonly thought: Thought;
}

/** An event of a model job: progress with the characters received so far, or streamed text. */
export type ModelEvent =
  | { readonly message: string; readonly characters: number }
  | { readonly text: string };

/** The use cases of a principal. Those of a job that was taken over mark their invocations. */
export type ReasoningOf = (principal: Principal | undefined, takenOver: boolean) => Reasoning;

/** The tasks of a worker that has a model. */
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

/** A call without an idempotency key uses the job's, so that a thought recorded by one worker is found by the next. */
function authorOf({ author }: ModelPayload, { journal }: JobContext): Author {
  if (author.idempotency || !journal) return author;
  return { ...author, idempotency: { scope: journal.key, key: "answer" } };
}

function watchOf({ streamsText }: ModelPayload, { signal, emit, journal }: JobContext): ReasoningObserver {
  return {
    signal,
    journal,
    progress: (message, characters) => emit({ message, characters } satisfies ModelEvent),
    onText: streamsText ? (text: string) => emit({ text } satisfies ModelEvent) : undefined,
  };
}
