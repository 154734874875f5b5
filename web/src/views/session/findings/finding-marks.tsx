import { Visible } from "../../../text/visible-text.tsx";
import { findingsOf } from "./findings.ts";

interface Place {
  readonly id: string;
  readonly seq: number;
}

/** The rules that a thought breaks, and whether its evidence changed. */
export function FindingMarks({ id, seq }: Place) {
  const { bySeq, references } = findingsOf(id).findings.value;
  const own = bySeq.get(seq) ?? [];
  const changed = (references.get(seq) ?? []).filter(({ state }) => state === "stale" || state === "missing");
  return (
    <>
      {own.map(({ rule, message }) => (
        <span key={rule} class="badge is-warning" title={message}>
          {rule}
        </span>
      ))}
      {changed.length > 0 && (
        <span class="badge is-warning" title={changed.map(({ ref }) => ref).join(", ")}>
          evidence {changed.some(({ state }) => state === "missing") ? "missing" : "stale"}
        </span>
      )}
    </>
  );
}

/** The linter's findings on a thought, and the state of each of its references. */
export function FindingList({ id, seq }: Place) {
  const { bySeq, references } = findingsOf(id).findings.value;
  const [own, cited] = [bySeq.get(seq) ?? [], references.get(seq) ?? []];
  if (own.length === 0 && cited.length === 0) return null;
  return (
    <ul class="findings">
      {own.map(({ rule, message }) => (
        <li key={rule}>
          <span class="badge is-warning">{rule}</span> <Visible text={message} />
        </li>
      ))}
      {cited.map(({ ref, state }, index) => (
        <li key={`${index} ${ref}`}>
          <span class={`badge${state === "stale" || state === "missing" ? " is-warning" : ""}`}>{state}</span>{" "}
          <Visible text={ref} />
        </li>
      ))}
    </ul>
  );
}
