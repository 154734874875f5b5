import type { HtmlSession } from "./data.ts";

/** A piece of a lane's line in the row of one thought. */
export interface GutterLine {
  readonly column: number;
  /** Whether it comes from the row above, and whether it goes on in the row below. */
  readonly top: boolean;
  readonly bottom: boolean;
  /** The column that it swings over from: its fork is in the row above. */
  readonly from?: number;
  /** It begins here, but its fork lies far back. */
  readonly isFar?: boolean;
}

type Graph = Pick<HtmlSession, "lanes"> & { readonly thoughts: readonly { readonly column: number }[] };

/** What is drawn in each row: lanes that pass, begin and end, as in a graph of commits. */
export function gutterLines({ lanes, thoughts }: Graph): readonly (readonly GutterLine[])[] {
  const rows: GutterLine[][] = thoughts.map(() => []);
  const columnOf = (seq: number) => thoughts[seq - 1]?.column ?? 0;
  /** Thoughts with which their lane ends, but from which others begin. */
  const isForked = new Set(lanes.filter(({ fork, from }) => fork === from - 1).map(({ fork }) => fork));
  for (const { column, from, last, fork } of lanes)
    for (let seq = from; seq <= last; seq++) {
      const isBegin = seq === from;
      rows[seq - 1]!.push({
        column,
        top: !isBegin,
        bottom: seq < last || isForked.has(seq),
        ...(isBegin && fork !== 0 && (fork === from - 1 ? { from: columnOf(fork) } : { isFar: true })),
      });
    }
  return rows;
}
