import { addressOf } from "../../input/route.ts";
import { Confidence } from "../session/confidence.tsx";
import type { Pair } from "../session/model/chain.ts";
import { FLAG } from "../session/model/outline-entries.ts";
import { laneClass } from "../session/outline/lane-gutter.tsx";
import { ThoughtText } from "../session/outline/thought-text.tsx";
import type { Side } from "./use-side.ts";

export interface PairRowProps {
  readonly row: number;
  readonly pair: Pair;
  readonly left: Side;
  readonly right: Side;
  readonly isCurrent: boolean;
}

/** Two thoughts side by side, or one thought and an empty cell. */
export function PairRow({ row, pair, left, right, isCurrent }: PairRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      id={`pair-${row}`}
      class={`pair${pair.isShared ? " is-shared" : ""}`}
      role="group"
      aria-label={`Row ${row + 1}`}
      tabIndex={isCurrent ? 0 : -1}
    >
      <Cell side={left} seq={pair.left} name="left" isShared={pair.isShared} />
      {/* A shared thought is shown once. */}
      {!pair.isShared && <Cell side={right} seq={pair.right} name="right" isShared={false} />}
    </div>
  );
}

interface CellProps {
  readonly side: Side;
  readonly seq: number | undefined;
  readonly name: "left" | "right";
  readonly isShared: boolean;
}

function Cell({ side: { entries, store, ref }, seq, name, isShared }: CellProps) {
  if (seq === undefined) return <div class={`pair-cell is-empty of-${name}`} aria-hidden="true" />;
  const confidence = entries.confidence[seq - 1];
  const revises = entries.revises[seq - 1]!;
  const flags = entries.flags[seq - 1]!;
  return (
    <div class={`pair-cell of-${name} ${laneClass(Math.max(0, entries.branches.indexOf(ref.branch)))}`}>
      <p class="thought-head">
        <a
          class="thought-number"
          href={addressOf({ name: "session", id: store.id, view: "outline", thought: seq, panel: "thought" })}
        >
          {entries.number[seq - 1]}
        </a>
        <span class={isShared ? "badge" : "badge is-only"}>{isShared ? "both" : `only ${name}`}</span>
        {(flags & FLAG.revision) !== 0 && (
          <span class="badge">revises {entries.number[revises - 1] ?? "an earlier thought"}</span>
        )}
        {(flags & FLAG.last) !== 0 && <span class="badge">end</span>}
        {confidence !== null && confidence !== undefined && (
          <span class="thought-side">
            <Confidence value={confidence} />
          </span>
        )}
      </p>
      <ThoughtText
        contents={store.contents}
        seq={seq}
        beginning={entries.beginning[seq - 1]!}
        revises={0}
        revisedNumber={0}
      />
    </div>
  );
}
