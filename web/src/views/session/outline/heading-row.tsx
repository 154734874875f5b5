import { Visible } from "../../../text/visible-text.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { memo } from "../../../ui/memo.ts";
import type { Lanes } from "../model/lane-layout.ts";
import { type Gutter, HeadingGutter, laneClass } from "./lane-gutter.tsx";

/** What the heading of a branch is made from. */
export interface HeadingRowProps {
  /** The thought that follows it. */
  readonly seq: number;
  readonly lane: number;
  readonly branch: string;
  /** The number of the thought that the branch hangs on, and the lane of that thought. */
  readonly forkNumber: number;
  readonly forkBranch: string;
  /** Whether the branch begins here, and does not go on. */
  readonly isBeginning: boolean;
  readonly isOpen: boolean;
  /** How many thoughts the branch has. */
  readonly thoughts: number;
  readonly place: number;
  readonly size: number;
  readonly isCurrent: boolean;
  readonly lanes: Lanes;
  readonly gutter: Gutter;
  readonly isFolded: (branch: number) => boolean;
}

/** The heading of a branch, or of its continuation: an item of the tree that folds. */
export const HeadingRow = memo((props: HeadingRowProps) => {
  const { seq, lane, branch, isBeginning, isOpen, thoughts } = props;
  return (
    <div
      id={`heading-${seq}`}
      class={`heading-row ${isBeginning ? "" : "is-continued"}`}
      style={{ paddingLeft: `${props.gutter.width}px` }}
      role="treeitem"
      aria-level={1}
      aria-posinset={props.place}
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
        <span class="quiet">
          {isBeginning ? (
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
            "goes on"
          )}
          {!isOpen && `, ${thoughts} ${thoughts === 1 ? "thought" : "thoughts"} folded`}
        </span>
      </span>
    </div>
  );
});
