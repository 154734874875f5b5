import { addressOf } from "../../../input/route.ts";
import { formatBranchRef } from "../../compare/branch-ref.ts";
import { kindOf } from "../model/kind.ts";
import { FLAG } from "../model/outline-entries.ts";
import { treePosition } from "../model/outline-rows.ts";
import { notesOn } from "../notes/notes-on.ts";
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
  const { entries, rows, lanes, store, thought, fates } = reading;
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
    fate: fates.get(lane),
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
      session={store.id}
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
      compare={compareAt(reading, seq)}
      notes={countNotes(reading, seq)}
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

/** The address that compares the branches of a fork: the first two, or the only one with the line it left. */
function compareAt({ store, entries, lanes }: Reading, seq: number): string | undefined {
  const [first, second] = lanes.forks.get(seq) ?? [];
  if (!first) return undefined;
  const ref = (branch: number) => formatBranchRef({ id: store.id, branch: entries.branches[branch]! });
  const other = second ? second.branch : entries.branch[seq - 1]!;
  return addressOf({ name: "compare", a: ref(first.branch), b: ref(other) });
}

/** The number of notes on a thought. */
function countNotes({ notes, entries }: Reading, seq: number): number {
  return notes.length === 0 ? 0 : notesOn(notes, entries, seq).length;
}
