import type { HtmlSession } from "./data.ts";

/** The part of a lane in the row of one thought. */
export interface GutterLine {
  readonly column: number;
  /** Whether it connects to the row above and to the row below. */
  readonly top: boolean;
  readonly bottom: boolean;
  /** The column of its fork, if that is in the row above. */
  readonly from?: number;
  /** It starts here, but its fork is further back. */
  readonly isFar?: boolean;
}

type Graph = Pick<HtmlSession, "lanes"> & { readonly thoughts: readonly { readonly column: number }[] };

/** The lanes to draw in each row, as in a commit graph. */
export function gutterLines({ lanes, thoughts }: Graph): readonly (readonly GutterLine[])[] {
  const rows: GutterLine[][] = thoughts.map(() => []);
  const columnOf = (seq: number) => thoughts[seq - 1]?.column ?? 0;
  /** Thoughts that other lanes fork from in the next row. */
  const isForked = new Set(lanes.filter(({ fork, from }) => fork === from - 1).map(({ fork }) => fork));
  for (const { column, from, last, fork } of lanes)
    for (let seq = from; seq <= last; seq++) {
      const isStart = seq === from;
      rows[seq - 1]!.push({
        column,
        top: !isStart,
        bottom: seq < last || isForked.has(seq),
        ...(isStart && fork !== 0 && (fork === from - 1 ? { from: columnOf(fork) } : { isFar: true })),
      });
    }
  return rows;
}
