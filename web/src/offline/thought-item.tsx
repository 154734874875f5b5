import { Visible } from "../text/visible-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { memo } from "../ui/memo.ts";
import { WordChanges } from "../views/session/outline/word-changes.tsx";
import type { HtmlThought } from "./data.ts";
import { Facts } from "./facts.tsx";
import { Fold } from "./fold.tsx";
import { Gutter } from "./gutter.tsx";
import type { GutterLine } from "./gutter-lines.ts";
import { isPrinting, ThoughtText } from "./thought-text.tsx";

/** What a thought is shown with. */
export interface ThoughtItemProps {
  readonly thought: HtmlThought;
  readonly lines: readonly GutterLine[];
  /** The name of its lane; empty for the main one. */
  readonly branch: string;
  /** The first of a branch has its heading: how many thoughts it has, and whether they are folded. */
  readonly begins?: { readonly count: number; readonly isFolded: boolean } | undefined;
  /** The thought that it revises. */
  readonly revised?: HtmlThought | undefined;
  readonly isHit: boolean;
  onFold(branch: number): void;
}

/** One thought beside its lanes. */
export const ThoughtItem = memo(function ThoughtItem(props: ThoughtItemProps) {
  const { thought, lines, branch, begins, revised, isHit, onFold } = props;
  const { seq, column, isLast } = thought;
  const isFolded = begins?.isFolded === true && !isPrinting.value;
  return (
    <li id={`t${seq}`} class={`thought${isHit ? " is-hit" : ""}`} tabIndex={-1}>
      <Gutter
        lines={lines}
        column={column}
        kind={thought.revises === 0 ? "thought" : "revision"}
        isLast={isLast}
      />
      <div class="thought-body">
        {begins && (
          <div class="branch-head">
            <Icon name="branch" />
            <strong>
              <Visible text={branch} />
            </strong>
            {thought.parent !== 0 && <a href={`#t${thought.parent}`}>from #{thought.parent}</a>}
            <button
              type="button"
              class="button small"
              aria-expanded={!isFolded}
              onClick={() => onFold(thought.branch)}
            >
              {isFolded ? `Show ${thoughts(begins.count)}` : "Fold"}
            </button>
          </div>
        )}
        {!isFolded && (
          <>
            <ThoughtHead thought={thought} branch={branch} revised={revised} />
            <ThoughtText text={thought.content} />
            <Additions thought={thought} revised={revised} />
          </>
        )}
      </div>
    </li>
  );
});

const thoughts = (count: number): string => `${count} ${count === 1 ? "thought" : "thoughts"}`;

type PartProps = Pick<ThoughtItemProps, "thought" | "revised">;

function ThoughtHead({ thought, branch, revised }: PartProps & { readonly branch: string }) {
  const { seq, number, confidence, createdAt, source, author, isLast } = thought;
  return (
    <div class="thought-head">
      <h3>
        <a href={`#t${seq}`} title={`Number ${seq} of this session`}>
          {number}
        </a>
        {branch !== "" && (
          <span class="lane-name">
            <Visible text={branch} />
          </span>
        )}
      </h3>
      {thought.revises !== 0 && <a href={`#t${thought.revises}`}>revises {revised?.number ?? "another"}</a>}
      {confidence !== undefined && <span>confidence {confidence}</span>}
      {isLast && <span class="end">the end of this line</span>}
      <span class="quiet">
        via {source}
        {author !== undefined && (
          <>
            , <Visible text={author} />
          </>
        )}
      </span>
      <time class="quiet" dateTime={createdAt}>
        {createdAt.slice(0, 19).replace("T", " ")}
      </time>
    </div>
  );
}

function Additions({ thought: { content, critique, metadata }, revised }: PartProps) {
  const { text, ...rest } = critique ?? {};
  return (
    <>
      {revised && (
        <Fold title="What it changed">
          <WordChanges before={revised.content} after={content} />
        </Fold>
      )}
      {critique && (
        <Fold title="Critique" class="critique" opens>
          {typeof text === "string" && <ThoughtText text={text} />}
          <Facts of={typeof text === "string" ? rest : critique} />
        </Fold>
      )}
      {metadata && (
        <Fold title="More facts">
          <Facts of={metadata} />
        </Fold>
      )}
    </>
  );
}
