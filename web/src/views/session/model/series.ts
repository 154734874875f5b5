import { FLAG, type Marks } from "./marks.ts";

/** A line of a chart: a value for each time, in seconds since 1970. */
export interface Series {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** More points than this cannot be told apart on a small chart. */
const POINTS = 400;

/** How many thoughts there were when. */
export function countOverTime(marks: Marks): Series {
  return sampled(marks, (seq) => seq);
}

/** How many of a hundred thoughts were revisions, of all up to a time. */
export function revisionShare(marks: Marks): Series {
  let revisions = 0;
  let counted = 0;
  return sampled(marks, (seq) => {
    while (counted < seq) if (marks.flags[counted++]! & FLAG.revision) revisions++;
    return (revisions / seq) * 100;
  });
}

/** Asks for values in order of `seq`. */
function sampled(marks: Marks, valueAt: (seq: number) => number): Series {
  const step = Math.max(1, Math.ceil(marks.length / POINTS));
  const times: number[] = [];
  const values: number[] = [];
  for (let seq = 1; seq <= marks.length; seq++) {
    if (seq % step !== 0 && seq !== 1 && seq !== marks.length) continue;
    times.push(marks.moment[seq - 1]! / 1_000);
    values.push(valueAt(seq));
  }
  return { times, values };
}
