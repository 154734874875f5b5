import { Failure, markOf, readMarks, type Thought } from "../ledger/index.ts";
import type { Engine } from "../llm/index.ts";
import type { ExtractedFact, Store } from "../store/port.ts";
import { ask, type ReasoningObserver } from "./ask.ts";
import { critiqueTurn } from "./critique-prompt.ts";

/** A model's review of a thought; written once. */
export type Critique = {
  readonly text: string;
  /** The model that wrote it. */
  readonly model: string;
  readonly timestamp: string;
};

/** A critique, or why there is none. */
export type CritiqueOutcome = { readonly critique: Critique } | { readonly critiqueNote: string };

/** How many earlier thoughts are searched for the branch. */
const LOOK_BACK = 100;

/** Lets a model review a recorded thought and saves the critique. A failed critique never fails the thought. */
export async function criticise(
  store: Store,
  engine: Engine | undefined,
  recorded: Thought,
  observer: ReasoningObserver = {},
): Promise<CritiqueOutcome> {
  try {
    const session = await store.session(recorded.sessionId);
    const near = await store.thoughts(recorded.sessionId, {
      after: Math.max(0, recorded.seq - 1 - LOOK_BACK),
    });
    // A repeated call returns the first critique.
    const thought = near.find(({ id }) => id === recorded.id) ?? recorded;
    if (thought.critique) return { critique: thought.critique as Critique };
    const branch = near.filter((one) => one.seq < thought.seq && one.branchId === thought.branchId);
    const turn = critiqueTurn(session!, branch, thought);
    const { text, model } = await ask(
      engine,
      { ...turn, thread: recorded.sessionId, purpose: "critique" },
      observer,
    );
    const critique = { text: text.trim(), model, timestamp: new Date().toISOString() };
    const facts = openQuestions(critique.text, recorded.seq);
    const kept = await store.saveCritique(recorded.sessionId, recorded.seq, critique, facts);
    return { critique: kept as Critique };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const code = error.code === "NO_ENGINE" ? "SAMPLING_UNAVAILABLE: " : "";
    return { critiqueNote: `${code}The thought is recorded, but has no critique: ${error.message}` };
  }
}

/** The question that a critique leaves open, in the line that its prompt asks for. */
function openQuestions(text: string, seq: number): readonly ExtractedFact[] {
  const lines = text.split("\n").filter((line) => /^\W{0,8}open\b/i.test(line));
  const { marks } = readMarks(lines.slice(-1));
  return marks
    .filter(({ kind }) => kind === "open")
    .map(({ text: question, reason }) => ({
      ...markOf("open", question, reason),
      seq,
      quotation: lines.at(-1)!.trim().slice(0, 300).toWellFormed(),
    }));
}
