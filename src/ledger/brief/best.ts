/** A line for the brief: its text, the thought that it comes from, and its weight. */
export interface Finding {
  readonly text: string;
  readonly thoughtId: string;
  readonly number: number;
  readonly branchId?: string | undefined;
  readonly seq: number;
  readonly weight: number;
}

/** The best findings of a long session, newest first among equals, in bounded memory. */
export interface Best {
  add(finding: Finding): void;
  remove(isGone: (finding: Finding) => boolean): void;
  /** The best first. */
  list(): readonly Finding[];
}

/** Keeps the `most` best findings. A repeated text counts once, in its last form. */
export function keepBest(most: number): Best {
  let kept: Finding[] = [];
  const best = () => kept.toSorted((a, b) => b.weight - a.weight || b.seq - a.seq);
  return {
    add(finding) {
      const words = finding.text.toLowerCase();
      const same = kept.findIndex(({ text }) => text.toLowerCase() === words);
      if (same >= 0) kept.splice(same, 1);
      kept.push(finding);
      if (kept.length >= most * 2) kept = best().slice(0, most);
    },
    remove(isGone) {
      if (kept.length > 0) kept = kept.filter((finding) => !isGone(finding));
    },
    list: () => best().slice(0, most),
  };
}
