import type { BranchFate } from "../../../data/api-types.ts";
import { Visible } from "../../../text/visible-text.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { memo } from "../../../ui/memo.ts";
import { Fate } from "../fate.tsx";
import type { Lanes } from "../model/lane-layout.ts";
import { type Gutter, HeadingGutter, laneClass } from "./lane-gutter.tsx";

export interface HeadingRowProps {
  /** The thought below it. */
  readonly seq: number;
  readonly lane: number;
  readonly branch: string;
  /** The number and the branch of the thought it forks from. */
  readonly forkNumber: number;
  readonly forkBranch: string;
  /** Whether the branch starts here rather than continues. */
  readonly isStart: boolean;
  readonly isOpen: boolean;
  /** The number of thoughts of the branch. */
  readonly thoughts: number;
  readonly position: number;
  readonly size: number;
  readonly isCurrent: boolean;
  readonly lanes: Lanes;
  readonly gutter: Gutter;
  readonly isFolded: (branch: number) => boolean;
  readonly fate: BranchFate | undefined;
}

/** The heading of a branch or of its continuation; a tree item that folds. */
export const HeadingRow = memo((props: HeadingRowProps) => {
  const { seq, lane, branch, isStart, isOpen, thoughts } = props;
  return (
    <div
      id={`heading-${seq}`}
      class={`heading-row${isStart ? "" : " is-continued"}${props.fate === "dropped" ? " is-dropped" : ""}`}
      style={{ paddingLeft: `${props.gutter.width}px` }}
      role="treeitem"
      aria-level={1}
      aria-posinset={props.position}
      aria-setsize={props.size}
      aria-expanded={isOpen}
      aria-selected={false}
      tabIndex={props.isCurrent ? 0 : -1}
      data-heading={seq}
    >
      <HeadingGutter lanes={props.lanes} gutter={props.gutter} seq={seq} isFolded={props.isFolded} />
      <span class={`branch-heading ${laneClass(lane)}`}>
        <Icon name="next" />
        <strong>
          <span class="visually-hidden">Branch </span>
          <Visible text={branch} />
        </strong>
        {props.fate && <Fate fate={props.fate} />}
        <span class="quiet">
          {isStart ? (
            <>
              from {props.forkNumber}
              {props.forkBranch !== "" && (
                <>
                  {" of "}
                  <Visible text={props.forkBranch} />
                </>
              )}
            </>
          ) : (
            "continued"
          )}
          {!isOpen && `, ${thoughts} ${thoughts === 1 ? "thought" : "thoughts"} folded`}
        </span>
      </span>
    </div>
  );
});
