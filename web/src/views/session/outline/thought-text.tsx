import { useMemo, useState } from "preact/hooks";
import { AnswerText } from "../../../text/answer-text.tsx";
import { excerpt } from "../../../text/excerpt.ts";
import { SafeMarkdown } from "../../../text/safe-markdown.tsx";
import { Visible } from "../../../text/visible-text.tsx";
import { memo } from "../../../ui/memo.ts";
import { Redacted } from "../../../ui/redacted.tsx";
import { Question } from "../../../ui/speaker.tsx";
import { type Contents, useThought } from "../thought-contents.ts";
import { similarChanges, WordChanges } from "./word-changes.tsx";

export interface ThoughtTextProps {
  readonly contents: Contents;
  readonly seq: number;
  /** Shown until the content is loaded. */
  readonly beginning: string;
  /** The revised thought, or 0. */
  readonly revises: number;
  readonly revisedNumber: number;
}

/** Longer texts are truncated until expanded. */
const LONG = 6_000;
const SHOWN = 4_000;

/** The text of a thought. A revision that keeps most of the text shows its changes, with a button for the plain text. */
export const ThoughtText = memo((props: ThoughtTextProps) => {
  const { contents, seq, beginning, revises, revisedNumber } = props;
  const thought = useThought(contents, seq);
  const revised = useThought(contents, revises);
  const changes = useMemo(
    () => (thought && revised ? similarChanges(revised.content, thought.content) : undefined),
    [thought, revised],
  );
  const [isAsChanges, setIsAsChanges] = useState(true);
  const [isWhole, setIsWhole] = useState(false);
  if (!thought)
    return (
      <p class="thought-beginning" dir="auto">
        <Visible text={excerpt(beginning)} />
      </p>
    );
  const { content, critique, redaction } = thought;
  if (redaction) return <Redacted redaction={redaction} />;
  const isLong = content.length > LONG && !isWhole;
  return (
    <>
      <Question thought={thought} />
      {changes && isAsChanges ? (
        <WordChanges changes={changes} />
      ) : (
        <AnswerText
          text={isLong ? content.slice(0, SHOWN).toWellFormed() : content}
          metadata={thought.metadata}
        />
      )}
      {changes && (
        <button
          type="button"
          class="link-button changes-toggle"
          tabIndex={-1}
          aria-pressed={isAsChanges}
          onClick={() => setIsAsChanges(!isAsChanges)}
        >
          {isAsChanges ? "Show as text" : `Show changes to ${revisedNumber}`}
        </button>
      )}
      {isLong && !(changes && isAsChanges) && (
        <button type="button" class="link-button" onClick={() => setIsWhole(true)}>
          Show all {content.length.toLocaleString("en-GB")} characters
        </button>
      )}
      {critique && <Critique critique={critique} />}
    </>
  );
});

/** The critique of a thought, folded by default. */
export function Critique({
  critique,
  isOpen = false,
}: {
  readonly critique: Readonly<Record<string, unknown>>;
  readonly isOpen?: boolean;
}) {
  const { text, model } = critique;
  const content = typeof text === "string" ? text : JSON.stringify(critique, undefined, 2);
  return (
    <details class="critique" open={isOpen}>
      <summary>
        Critique
        {typeof model === "string" && (
          <>
            {" by "}
            <Visible text={model} />
          </>
        )}
      </summary>
      <SafeMarkdown text={content} headingLevel={4} />
    </details>
  );
}
