import { kindOf } from "../model/kind.ts";
import { FLAG } from "../model/outline-entries.ts";
import { treePosition } from "../model/outline-rows.ts";
import type { Reading } from "../reading.ts";
import { HeadingRow } from "./heading-row.tsx";
import type { Gutter } from "./lane-gutter.tsx";
import { ThoughtRow } from "./thought-row.tsx";

export interface OutlineRowProps {
  readonly reading: Reading;
  readonly row: number;
  readonly gutter: Gutter;
  readonly isFolded: (branch: number) => boolean;
  readonly isCurrent: boolean;
}

/** A row of the outline: a thought, or the heading of a branch. */
export function OutlineRow({ reading, row, gutter, isFolded, isCurrent }: OutlineRowProps) {
  const { entries, rows, lanes, store, thought } = reading;
  const key = rows.keys[row]!;
  const seq = Math.abs(key);
  const lane = entries.branch[seq - 1]!;
  const { level, position, size } = treePosition(rows, row);
  const shared = {
    seq,
    lane,
    branch: entries.branches[lane]!,
    position,
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
        forkNumber={entries.number[fork - 1] ?? 0}
        forkBranch={entries.branches[entries.branch[fork - 1] ?? 0]!}
        isStart={span?.first === seq}
        isOpen={!isFolded(lane)}
        thoughts={lanes.counts.get(lane) ?? 0}
      />
    );
  }
  const flags = entries.flags[seq - 1]!;
  const revises = entries.revises[seq - 1]!;
  return (
    <ThoughtRow
      {...shared}
      number={entries.number[seq - 1]!}
      kind={kindOf(entries, seq, lanes.forks.has(seq))}
      isRevision={(flags & FLAG.revision) !== 0}
      isLast={(flags & FLAG.last) !== 0}
      hasCritique={(flags & FLAG.critique) !== 0}
      isRepeated={isRepeated(reading, seq)}
      revises={revises}
      revisedNumber={entries.number[revises - 1] ?? 0}
      confidence={entries.confidence[seq - 1] ?? null}
      source={entries.source[seq - 1]!}
      at={entries.at[seq - 1]!}
      reference={entries.at[seq - 2] ?? new Date().setHours(0, 0, 0, 0)}
      beginning={entries.beginning[seq - 1]!}
      level={level}
      isSelected={thought === seq}
      contents={store.contents}
    />
  );
}

/** Whether the previous thought of the branch has the same number, without being revised by this one. */
function isRepeated({ entries }: Reading, seq: number): boolean {
  const parent = entries.parent[seq - 1]!;
  const isRevision = (entries.flags[seq - 1]! & FLAG.revision) !== 0;
  const isSameLane = parent > 0 && entries.branch[parent - 1] === entries.branch[seq - 1];
  return isSameLane && !isRevision && entries.number[parent - 1] === entries.number[seq - 1];
}
