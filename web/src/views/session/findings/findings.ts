import { type ReadonlySignal, signal } from "@preact/signals";
import { api } from "../../../data/api.ts";
import type { EvidenceStates, Finding } from "../../../data/api-types.ts";
import { keyedCache } from "../../../data/keyed-cache.ts";
import { throttle } from "../../../data/throttle.ts";

type Reference = EvidenceStates["evidence"][number];
type Decision = EvidenceStates["decisions"][number];

/** The linter's findings in a session, and the states of its evidence and of its decisions, by `seq`. */
export interface SessionFindings {
  readonly count: number;
  readonly bySeq: ReadonlyMap<number, readonly Finding[]>;
  readonly references: ReadonlyMap<number, readonly Reference[]>;
  readonly decisions: ReadonlyMap<number, Decision>;
}

const NOTHING: SessionFindings = {
  count: 0,
  bySeq: new Map(),
  references: new Map(),
  decisions: new Map(),
};
/** A session that grows is checked again at most this often. */
const AGAIN_MS = 15_000;

/** Longer sessions are not checked by the linter here, because it takes seconds; `clew lint` checks them. */
const MOST_LINTED = 5_000;

/** The findings of a session. They are loaded after everything else, and an error leaves them out. */
export const findingsOf = keyedCache(4, (id) => {
  const findings = signal(NOTHING);
  let thoughts = 0;
  const load = async () => {
    const [found, checked] = await Promise.all([
      thoughts <= MOST_LINTED ? api.lint(id).then(({ findings }) => findings) : [],
      api.evidence(id),
    ]);
    findings.value = {
      count: found.length,
      bySeq: Map.groupBy(found, ({ seq }) => seq),
      references: Map.groupBy(checked.evidence, ({ seq }) => seq),
      decisions: new Map(checked.decisions.map((one) => [one.seq, one])),
    };
  };
  const loadSoon = throttle(() => void load().catch(() => {}), AGAIN_MS);
  return {
    findings: findings as ReadonlySignal<SessionFindings>,
    /** Loads them for a session of `count` thoughts. */
    load(count: number): void {
      thoughts = count;
      loadSoon();
    },
  };
});

/** The next thought with a finding after a position, starting over at the end. */
export function nextFinding({ bySeq }: SessionFindings, after: number): number | undefined {
  const seqs = [...bySeq.keys()].sort((a, b) => a - b);
  return seqs.find((seq) => seq > after) ?? seqs[0];
}
