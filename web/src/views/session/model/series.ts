import type { Series } from "../../../ui/draw-line-chart.ts";
import { FLAG, type OutlineEntries } from "./outline-entries.ts";

/** More points are not visible on a small chart. */
const POINTS = 400;

/** The number of thoughts over time, of the first `count`. */
export function countOverTime(entries: OutlineEntries, count = entries.length): Series {
  return sample(entries, count, (seq) => seq);
}

/** Revisions in percent of all thoughts so far, over time. */
export function revisionShare(entries: OutlineEntries, count = entries.length): Series {
  let revisions = 0;
  let counted = 0;
  return sample(entries, count, (seq) => {
    while (counted < seq) if (entries.flags[counted++]! & FLAG.revision) revisions++;
    return (revisions / seq) * 100;
  });
}

/** `valueAt` is called in order of `seq`. */
function sample(entries: OutlineEntries, count: number, valueAt: (seq: number) => number): Series {
  const step = Math.max(1, Math.ceil(count / POINTS));
  const times: number[] = [];
  const values: number[] = [];
  for (let seq = 1; seq <= count; seq++) {
    if (seq % step !== 0 && seq !== 1 && seq !== count) continue;
    times.push(entries.moment[seq - 1]! / 1_000);
    values.push(valueAt(seq));
  }
  return { times, values };
}
