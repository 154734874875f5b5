import { useEffect } from "preact/hooks";
import { countText } from "../../../text/count-text.ts";
import type { Reading } from "../reading.ts";
import { findingsOf, nextFinding } from "./findings.ts";

/** The number of findings of a session; a click selects the next one. */
export function FindingCount({ reading }: { readonly reading: Reading }) {
  const { store, entries } = reading;
  const { findings, load } = findingsOf(store.id);
  const isWhole = store.isWhole.value;
  useEffect(() => {
    if (isWhole && entries.length > 0) load(entries.length);
  }, [load, entries.length, isWhole]);
  const { count } = findings.value;
  if (count === 0) return null;
  const toNext = () => {
    const seq = nextFinding(findings.value, reading.now().thought ?? 0);
    if (seq !== undefined) reading.moveTo(seq, { open: true });
  };
  return (
    <button type="button" class="badge is-warning" onClick={toNext} title="Go to the next finding">
      {countText(count, "finding")}
    </button>
  );
}
