import { kindOf } from "../model/kind.ts";
import { FLAG } from "../model/marks.ts";
import { treePlace } from "../model/outline-rows.ts";
import type { Reading } from "../reading.ts";
import { HeadingRow } from "./heading-row.tsx";
import type { Gutter } from "./lane-gutter.tsx";
import { ThoughtRow } from "./thought-row.tsx";

/** Which row is shown, and how. */
export interface OutlineRowProps {
  readonly reading: Reading;
  readonly row: number;
  readonly gutter: Gutter;
  readonly isFolded: (branch: number) => boolean;
  readonly isCurrent: boolean;
}

/** A row of the outline: a thought, or the heading of a branch. */
export function OutlineRow({ reading, row, gutter, isFolded, isCurrent }: OutlineRowProps) {
  const { marks, rows, lanes, store, thought } = reading;
  const key = rows.keys[row]!;
  const seq = Math.abs(key);
  const lane = marks.branch[seq - 1]!;
  const { level, place, size } = treePlace(rows, row);
  const shared = {
    seq,
    lane,
    branch: marks.branches[lane]!,
    place,
    size,
    isCurrent,
    lanes,
    gutter,
    isFolded,
  };
  if (key < 0) {
    const span = lanes.byBranch.get(lane);
    const fork = span?.fork ?? 0;
    return (
      <HeadingRow
        {...shared}
        forkNumber={marks.number[fork - 1] ?? 0}
        forkBranch={marks.branches[marks.branch[fork - 1] ?? 0]!}
        isBeginning={span?.first === seq}
        isOpen={!isFolded(lane)}
        thoughts={lanes.counts.get(lane) ?? 0}
      />
    );
  }
  const flags = marks.flags[seq - 1]!;
  const revises = marks.revises[seq - 1]!;
  return (
    <ThoughtRow
      {...shared}
      number={marks.number[seq - 1]!}
      kind={kindOf(marks, seq, lanes.forks.has(seq))}
      isRevision={(flags & FLAG.revision) !== 0}
      isLast={(flags & FLAG.last) !== 0}
      hasCritique={(flags & FLAG.critique) !== 0}
      isRepeated={isRepeated(reading, seq)}
      revises={revises}
      revisedNumber={marks.number[revises - 1] ?? 0}
      confidence={marks.confidence[seq - 1] ?? null}
      source={marks.source[seq - 1]!}
      at={marks.at[seq - 1]!}
      beside={marks.at[seq - 2] ?? new Date().setHours(0, 0, 0, 0)}
      beginning={marks.beginning[seq - 1]!}
      level={level}
      isChosen={thought === seq}
      contents={store.contents}
    />
  );
}

/** Whether the thought before it in its lane, which is no other version of it, has the same number. */
function isRepeated({ marks }: Reading, seq: number): boolean {
  const parent = marks.parent[seq - 1]!;
  const isRevision = (marks.flags[seq - 1]! & FLAG.revision) !== 0;
  const isSameLane = parent > 0 && marks.branch[parent - 1] === marks.branch[seq - 1];
  return isSameLane && !isRevision && marks.number[parent - 1] === marks.number[seq - 1];
}
