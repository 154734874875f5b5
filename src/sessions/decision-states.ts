import { factsOf } from "../ledger/facts/facts-of.ts";
import { type EvidenceState, worstState } from "../ledger/index.ts";
import { allThoughts, type Store } from "../store/port.ts";
import type { CheckedReference } from "./check-evidence.ts";

/** A decision and the worst state of what it cites. */
export interface DecisionState {
  readonly thoughtNumber: number;
  readonly seq: number;
  readonly text: string;
  readonly state: EvidenceState;
}

const CITED = /#(\d{1,9})\b|\bthought (\d{1,9})\b/gi;

/** The worst state of what each decision of a session cites, by its evidence and in its text. */
export async function decisionStates(
  store: Store,
  sessionId: string,
  evidence: readonly CheckedReference[],
): Promise<readonly DecisionState[]> {
  if (evidence.length === 0) return [];
  const contents = new Map<number, string>();
  const readOnce = async function* () {
    for await (const thought of allThoughts(store, sessionId)) {
      contents.set(thought.seq, thought.content);
      yield thought;
    }
  };
  const { decisions } = await factsOf(readOnce(), await store.facts(sessionId));
  const bySeq = Map.groupBy(evidence, ({ seq }) => seq);
  const byNumber = Map.groupBy(evidence, ({ thoughtNumber }) => thoughtNumber);
  return decisions.flatMap(({ thoughtNumber, seq, text }) => {
    const cited = [...(contents.get(seq) ?? "").matchAll(CITED)].map(([, hash, word]) =>
      Number(hash ?? word),
    );
    const references = [
      ...(bySeq.get(seq) ?? []),
      ...cited.flatMap((number) => (byNumber.get(number) ?? []).filter((one) => one.seq < seq)),
    ];
    if (references.length === 0) return [];
    return [{ thoughtNumber, seq, text, state: worstState(references.map(({ state }) => state)) }];
  });
}
