import { useState } from "preact/hooks";
import { plainLine } from "../../../text/plain-line.ts";
import { SafeMarkdown } from "../../../text/safe-markdown.tsx";
import { Visible } from "../../../text/visible-text.tsx";
import { memo } from "../../../ui/memo.ts";
import { type Contents, useThought } from "../contents.ts";
import { WordChanges } from "./word-changes.tsx";

/** What the text of a thought is shown with. */
export interface ThoughtTextProps {
  readonly contents: Contents;
  readonly seq: number;
  /** What stands there until the content has come. */
  readonly beginning: string;
  /** The thought that it revises, or 0. */
  readonly revises: number;
  readonly revisedNumber: number;
}

/** Of a longer text the beginning is shown until the reader asks for all of it. */
const LONG = 6_000;
const SHOWN = 4_000;

/** The text of a thought; of a revision, what it changed, with the text itself behind a button. */
export const ThoughtText = memo((props: ThoughtTextProps) => {
  const { contents, seq, beginning, revises, revisedNumber } = props;
  const thought = useThought(contents, seq);
  const revised = useThought(contents, revises);
  const [isAsChanges, setIsAsChanges] = useState(true);
  const [isWhole, setIsWhole] = useState(false);
  if (!thought)
    return (
      <p class="thought-beginning" dir="auto">
        <Visible text={plainLine(beginning)} />…
      </p>
    );
  const { content, critique } = thought;
  const isLong = content.length > LONG && !isWhole;
  return (
    <>
      {revises > 0 && (
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
      {revised && isAsChanges ? (
        <WordChanges before={revised.content} after={content} />
      ) : (
        <SafeMarkdown text={isLong ? content.slice(0, SHOWN).toWellFormed() : content} />
      )}
      {isLong && !(revised && isAsChanges) && (
        <button type="button" class="link-button" onClick={() => setIsWhole(true)}>
          Show all {content.length.toLocaleString("en-GB")} letters
        </button>
      )}
      {critique && <Critique critique={critique} />}
    </>
  );
});

/** What a reviewer had to say, folded. */
export function Critique({
  critique,
  isOpen = false,
}: {
  readonly critique: Readonly<Record<string, unknown>>;
  readonly isOpen?: boolean;
}) {
  const { text, model } = critique;
  const said = typeof text === "string" ? text : JSON.stringify(critique, undefined, 2);
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
      <SafeMarkdown text={said} headingLevel={4} />
    </details>
  );
}
