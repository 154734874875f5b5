import { useMemo } from "preact/hooks";
import { wordDiff } from "../../../text/diff.ts";
import { visible } from "../../../text/visible-text.tsx";

/** Texts longer than this are not compared word by word. */
const LONGEST = 60_000;

export interface WordChangesProps {
  readonly before: string;
  readonly after: string;
}

/** The words that a revision removed and added. */
export function WordChanges({ before, after }: WordChangesProps) {
  const changes = useMemo(() => {
    if (before.length > LONGEST || after.length > LONGEST) return undefined;
    return wordDiff(before, after).map(({ kind, parts }, index) => {
      const text = parts.join("");
      if (kind === "added") return <ins key={index}>{visible(text)}</ins>;
      if (kind === "removed") return <del key={index}>{visible(text)}</del>;
      return <span key={index}>{visible(text)}</span>;
    });
  }, [before, after]);
  if (!changes) return <p class="quiet">The texts are too long to compare word by word.</p>;
  return (
    <p class="word-changes plain-text" dir="auto">
      {changes}
    </p>
  );
}
