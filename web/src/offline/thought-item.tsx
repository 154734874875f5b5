import { useMemo } from "preact/hooks";
import type { BranchFate } from "../data/api-types.ts";
import { countText } from "../text/count-text.ts";
import { Visible } from "../text/visible-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { memo } from "../ui/memo.ts";
import { Question, SpeakerName } from "../ui/speaker.tsx";
import { Fate } from "../views/session/fate.tsx";
import { similarChanges, WordChanges } from "../views/session/outline/word-changes.tsx";
import type { HtmlThought } from "./data.ts";
import { Fold } from "./fold.tsx";
import { Gutter } from "./gutter.tsx";
import type { GutterLine } from "./gutter-lines.ts";
import { isPrinting, ThoughtText } from "./thought-text.tsx";

export interface ThoughtItemProps {
  readonly thought: HtmlThought;
  readonly lines: readonly GutterLine[];
  /** The name of its branch; empty for main. */
  readonly branch: string;
  /** How its branch ended. */
  readonly fate: BranchFate | undefined;
  /** For the first thought of a branch: its number of thoughts, and whether it is folded. */
  readonly heading?: { readonly count: number; readonly isFolded: boolean } | undefined;
  /** The revised thought. */
  readonly revised?: HtmlThought | undefined;
  readonly isHit: boolean;
  onFold(branch: number): void;
}

/** One thought beside its lanes. */
export const ThoughtItem = memo(function ThoughtItem(props: ThoughtItemProps) {
  const { thought, lines, branch, fate, heading, revised, isHit, onFold } = props;
  const { seq, column, isLast } = thought;
  const isFolded = heading?.isFolded === true && !isPrinting.value;
  return (
    <li
      id={`t${seq}`}
      class={`thought${isHit ? " is-hit" : ""}${fate === "dropped" ? " is-dropped" : ""}`}
      tabIndex={-1}
    >
      <Gutter
        lines={lines}
        column={column}
        kind={thought.revises === 0 ? "thought" : "revision"}
        isLast={isLast}
      />
      <div class="thought-body">
        {heading && (
          <div class="branch-head">
            <Icon name="branch" />
            <strong>
              <Visible text={branch} />
            </strong>
            {fate && <Fate fate={fate} />}
            {thought.parent !== 0 && <a href={`#t${thought.parent}`}>from #{thought.parent}</a>}
            <button
              type="button"
              class="button small"
              aria-expanded={!isFolded}
              onClick={() => onFold(thought.branch)}
            >
              {isFolded ? `Show ${countText(heading.count, "thought")}` : "Fold"}
            </button>
          </div>
        )}
        {!isFolded && (
          <>
            <ThoughtHead thought={thought} branch={branch} revised={revised} />
            <Question thought={thought} />
            <ThoughtText text={thought.content} metadata={thought.metadata} />
            <Additions thought={thought} revised={revised} />
          </>
        )}
      </div>
    </li>
  );
});

type PartProps = Pick<ThoughtItemProps, "thought" | "revised">;

function ThoughtHead({ thought, branch, revised }: PartProps & { readonly branch: string }) {
  const { seq, number, confidence, createdAt, source, isLast } = thought;
  return (
    <div class="thought-head">
      <h3>
        <a href={`#t${seq}`} title={`Thought ${seq} to arrive`}>
          {number}
        </a>
        {branch !== "" && (
          <span class="lane-name">
            <Visible text={branch} />
          </span>
        )}
      </h3>
      <SpeakerName thought={thought} />
      {thought.revises !== 0 && <a href={`#t${thought.revises}`}>revises {revised?.number ?? "another"}</a>}
      {confidence !== undefined && <span>confidence {Math.round(confidence * 100)}%</span>}
      {isLast && <span class="end">end</span>}
      <span class="quiet">via {source}</span>
      <time class="quiet" dateTime={createdAt}>
        {createdAt.slice(0, 19).replace("T", " ")}
      </time>
    </div>
  );
}

function Additions({ thought: { content, critique, metadata }, revised }: PartProps) {
  const { text, ...rest } = critique ?? {};
  const changes = useMemo(() => revised && similarChanges(revised.content, content), [revised, content]);
  return (
    <>
      {changes && (
        <Fold title="Changes">
          <WordChanges changes={changes} />
        </Fold>
      )}
      {critique && (
        <Fold title="Critique" class="critique" isOpen>
          {typeof text === "string" && <ThoughtText text={text} />}
          <Facts of={typeof text === "string" ? rest : critique} />
        </Fold>
      )}
      {metadata && (
        <Fold title="Metadata">
          <Facts of={metadata} />
        </Fold>
      )}
    </>
  );
}

function Facts({ of }: { readonly of: Readonly<Record<string, unknown>> }) {
  return (
    <dl class="facts">
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>
            <Visible text={name} />
          </dt>
          <dd>
            <Visible text={typeof value === "string" ? value : JSON.stringify(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
