import type { EvidenceStates } from "../../../data/api-types.ts";
import { Visible, visible } from "../../../text/visible-text.tsx";
import { findingsOf } from "./findings.ts";

interface Place {
  readonly id: string;
  readonly seq: number;
}

type State = EvidenceStates["evidence"][number]["state"];

/** What a reader needs to know about a rule at a glance; the message says the rest. */
const NAMES: Readonly<Record<string, string>> = {
  CL001: "unanswered",
  CL002: "no alternative",
  CL003: "revised premise",
  CL004: "no evidence",
  CL005: "loop",
  CL006: "no verdict",
  CL007: "no conclusion",
  CL008: "contradicts",
  CL009: "changed evidence",
  CL010: "circular revision",
  CL011: "note unanswered",
  CL012: "confidence jump",
};

const MEANINGS: Readonly<Record<State, string>> = {
  fresh: "as it was when the thought was written",
  moved: "the same text, elsewhere in the file",
  stale: "changed since the thought was written",
  missing: "gone",
  unchecked: "cannot be compared",
};

const isChanged = (state: State): boolean => state === "stale" || state === "missing";

/** The rules that a thought breaks, and whether its evidence, or what its decision cites, has changed. */
export function FindingMarks({ id, seq }: Place) {
  const { bySeq, references, decisions } = findingsOf(id).findings.value;
  const own = bySeq.get(seq) ?? [];
  const changed = (references.get(seq) ?? []).filter(({ state }) => isChanged(state));
  const decision = decisions.get(seq);
  const isMissing = changed.some(({ state }) => state === "missing");
  return (
    <>
      {own
        // The badge of the evidence says the same.
        .filter(({ rule }) => rule !== "CL009" || changed.length === 0)
        .map(({ rule, message }, index) => (
          <span key={`${rule} ${index}`} class="badge is-warning" title={`${rule}: ${message}`}>
            {NAMES[rule] ?? rule}
          </span>
        ))}
      {changed.length > 0 && (
        <span class="badge is-warning" title={changed.map(({ ref }) => ref).join(", ")}>
          evidence {isMissing ? "missing" : "stale"}
        </span>
      )}
      {changed.length === 0 && decision && isChanged(decision.state) && (
        <span class="badge is-warning" title={`This decision cites evidence that is ${decision.state}.`}>
          rests on {decision.state} evidence
        </span>
      )}
    </>
  );
}

/** The linter's findings on a thought, the state of each of its references and of its decision. */
export function FindingList({ id, seq }: Place) {
  const { bySeq, references, decisions } = findingsOf(id).findings.value;
  const [own, cited, decision] = [bySeq.get(seq) ?? [], references.get(seq) ?? [], decisions.get(seq)];
  if (own.length === 0 && cited.length === 0 && !decision) return null;
  return (
    <>
      {own.length > 0 && (
        <section class="findings">
          <h3>Findings</h3>
          <ul>
            {own.map(({ rule, message }, index) => (
              <li key={`${rule} ${index}`}>
                <span class="badge is-warning">{NAMES[rule] ?? rule}</span> <Visible text={message} />{" "}
                <span class="quiet">{rule}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(cited.length > 0 || decision) && (
        <section class="findings">
          <h3>Evidence</h3>
          <ul>
            {cited.map(({ ref, state }, index) => (
              <li key={`${index} ${ref}`}>
                <StateBadge state={state} /> <code class="reference">{visible(ref)}</code>
              </li>
            ))}
            {decision && (
              <li>
                <StateBadge state={decision.state} /> this decision, because of what it cites
              </li>
            )}
          </ul>
        </section>
      )}
    </>
  );
}

const StateBadge = ({ state }: { readonly state: State }) => (
  <span class={`badge${isChanged(state) ? " is-warning" : ""}`} title={MEANINGS[state]}>
    {state}
  </span>
);
