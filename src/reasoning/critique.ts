import { Failure, type Thought } from "../ledger/index.ts";
import type { Engine } from "../llm/index.ts";
import type { Store } from "../store/port.ts";
import { ask, type ReasoningObserver } from "./ask.ts";
import { critiqueTurn } from "./critique-prompt.ts";

/** What a model thinks of a thought; written to it once. */
export type Critique = {
  readonly text: string;
  /** The model that really wrote it. */
  readonly model: string;
  readonly timestamp: string;
};

/** A critique, or why there is none. */
export type CritiqueOutcome = { readonly critique: Critique } | { readonly critiqueNote: string };

/** How far back the lane of a thought is looked for. */
const LOOK_BACK = 100;

/** Has a model review a thought that is recorded already, and writes the critique to it. It never fails the thought. */
export async function criticise(
  store: Store,
  engine: Engine | undefined,
  recorded: Thought,
  watch: ReasoningObserver = {},
): Promise<CritiqueOutcome> {
  try {
    const session = await store.session(recorded.sessionId);
    const near = await store.thoughts(recorded.sessionId, {
      after: Math.max(0, recorded.seq - 1 - LOOK_BACK),
    });
    // A repeated call finds what the first one got.
    const thought = near.find(({ id }) => id === recorded.id) ?? recorded;
    if (thought.critique) return { critique: thought.critique as Critique };
    const lane = near.filter((one) => one.seq < thought.seq && one.branchId === thought.branchId);
    const turn = critiqueTurn(session!, lane, thought);
    const { text, model } = await ask(
      engine,
      { ...turn, thread: recorded.sessionId, purpose: "critique" },
      watch,
    );
    const critique = { text: text.trim(), model, timestamp: new Date().toISOString() };
    const kept = await store.saveCritique(recorded.sessionId, recorded.seq, critique);
    return { critique: kept as Critique };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const code = error.code === "NO_ENGINE" ? "SAMPLING_UNAVAILABLE: " : "";
    return { critiqueNote: `${code}The thought is recorded, but has no critique: ${error.message}` };
  }
}
