import type { BranchFate } from "../../../data/api-types.ts";
import { dollars, spentText } from "../../../text/cost-text.ts";
import { countText } from "../../../text/count-text.ts";
import { Visible } from "../../../text/visible-text.tsx";
import { memo } from "../../../ui/memo.ts";
import { SpeakerName } from "../../../ui/speaker.tsx";
import { clockTime, fullTime } from "../clock.ts";
import { Confidence } from "../confidence.tsx";
import { FindingMarks } from "../findings/finding-marks.tsx";
import type { Kind } from "../model/kind.ts";
import type { Lanes } from "../model/lane-layout.ts";
import { type Contents, useThought } from "../thought-contents.ts";
import { type Gutter, laneClass, ThoughtGutter } from "./lane-gutter.tsx";
import { ThoughtText } from "./thought-text.tsx";

/** All but `lanes` are values that change only with the thought. */
export interface ThoughtRowProps {
  readonly session: string;
  readonly seq: number;
  readonly number: number;
  /** Empty for main. */
  readonly branch: string;
  readonly lane: number;
  readonly kind: Kind;
  readonly isRevision: boolean;
  readonly isLast: boolean;
  readonly hasCritique: boolean;
  readonly isRepeated: boolean;
  readonly revises: number;
  readonly revisedNumber: number;
  readonly confidence: number | null;
  readonly source: string;
  readonly at: number;
  /** The time of the previous thought. */
  readonly reference: number;
  readonly beginning: string;
  readonly level: number;
  readonly position: number;
  readonly size: number;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly contents: Contents;
  readonly lanes: Lanes;
  readonly gutter: Gutter;
  readonly isFolded: (branch: number) => boolean;
  readonly fate: BranchFate | undefined;
  /** At a fork: the address that compares its branches. */
  readonly compare: string | undefined;
  /** The number of notes on it. */
  readonly notes: number;
}

/** A thought of the outline; a tree item. */
export const ThoughtRow = memo((props: ThoughtRowProps) => {
  const { seq, number, branch, kind, at, confidence, source, isSelected, isCurrent } = props;
  return (
    <div
      id={`thought-${seq}`}
      class={`thought-row${isSelected ? " is-selected" : ""}${props.fate === "dropped" ? " is-dropped" : ""}`}
      style={{ paddingLeft: `${props.gutter.width}px` }}
      role="treeitem"
      aria-level={props.level}
      aria-posinset={props.position}
      aria-setsize={props.size}
      aria-selected={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      data-seq={seq}
    >
      <ThoughtGutter
        lanes={props.lanes}
        gutter={props.gutter}
        seq={seq}
        isFolded={props.isFolded}
        kind={kind}
      />
      <div class="thought">
        <p class="thought-head">
          <span class="thought-number">
            <span class="visually-hidden">Thought </span>
            {number}
          </span>
          <RowSpeaker contents={props.contents} seq={seq} />
          {branch !== "" && (
            <span class={`branch-name ${laneClass(props.lane)}`}>
              <span class="visually-hidden">branch </span>
              <Visible text={branch} />
            </span>
          )}
          {props.isRevision && <span class="badge">revises {props.revisedNumber}</span>}
          {props.isLast && <span class="badge">end</span>}
          {props.hasCritique && <span class="badge">critique</span>}
          {props.isRepeated && (
            <span class="badge is-warning" title="An earlier thought of this branch has the same number.">
              duplicate number
            </span>
          )}
          {props.notes > 0 && <span class="badge is-note">{countText(props.notes, "note")}</span>}
          <FindingMarks id={props.session} seq={seq} />
          {props.compare !== undefined && (
            <a class="compare-link" href={props.compare} tabIndex={-1}>
              Compare branches
            </a>
          )}
          <span class="thought-side">
            <RowCost contents={props.contents} seq={seq} />
            {confidence !== null && <Confidence value={confidence} />}
            <span class="thought-source">{source}</span>
            <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
              {clockTime(at, props.reference)}
            </time>
          </span>
        </p>
        <ThoughtText
          contents={props.contents}
          seq={seq}
          beginning={props.beginning}
          revises={props.revises}
          revisedNumber={props.revisedNumber}
        />
      </div>
    </div>
  );
});

/** What the model call of the thought cost, once it is loaded. */
function RowCost({ contents, seq }: Pick<ThoughtRowProps, "contents" | "seq">) {
  const metadata = useThought(contents, seq)?.metadata ?? {};
  const spent = spentText(metadata);
  if (spent === undefined || typeof metadata.cost !== "number") return null;
  return (
    <span class="thought-cost" title={spent}>
      {dollars(metadata.cost)}
    </span>
  );
}

/** The speaker, once the thought is loaded. */
function RowSpeaker({ contents, seq }: Pick<ThoughtRowProps, "contents" | "seq">) {
  const thought = useThought(contents, seq);
  return thought ? <SpeakerName thought={thought} /> : null;
}
