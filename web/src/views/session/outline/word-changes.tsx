import { type Change, wordDiff } from "../../../text/diff.ts";
import { plainText } from "../../../text/plain-text.ts";
import { visible } from "../../../text/visible-text.tsx";

/** Texts longer than this are not compared word by word. */
const LONGEST = 60_000;
/** A word diff is readable only if at least this part of the longer text is kept. */
const LEAST_KEPT = 0.6;

/**
 * The word changes between two Markdown texts, without its syntax; undefined if they have too little in common, or the
 * same words.
 */
export function similarChanges(beforeText: string, afterText: string): readonly Change[] | undefined {
  if (Math.max(beforeText.length, afterText.length) > LONGEST) return undefined;
  const [before, after] = [plainText(beforeText), plainText(afterText)];
  const longer = Math.max(before.length, after.length);
  if (before === after || Math.min(before.length, after.length) < LEAST_KEPT * longer) return undefined;
  const changes = wordDiff(before, after);
  const kept = changes
    .filter(({ kind }) => kind === "kept")
    .reduce((sum, { parts }) => sum + parts.join("").length, 0);
  return kept >= LEAST_KEPT * longer ? changes : undefined;
}

/** The words that a revision removed and added. */
export function WordChanges({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <p class="word-changes plain-text" dir="auto">
      {changes.map(({ kind, parts }, index) => {
        const text = parts.join("");
        if (kind === "added") return <ins key={index}>{visible(text)}</ins>;
        if (kind === "removed") return <del key={index}>{visible(text)}</del>;
        return <span key={index}>{visible(text)}</span>;
      })}
    </p>
  );
}
