import type { SessionBrief } from "../data/api-types.ts";
import { statementText } from "./statement.ts";

/** The main sections of a brief in reading order, with their titles. */
export const BRIEF_SECTIONS: readonly (readonly [SessionBrief["lines"][number]["section"], string])[] = [
  ["goal", "Goal"],
  ["outcome", "Outcome"],
  ["decided", "Decided"],
  ["dropped", "Dropped"],
  ["open", "Open"],
  ["next", "Next"],
];

/** How many lines of a section are shown, if its facts were declared or extracted, and if they are only inferred. */
const MOST_FIRM = 5;
const MOST_INFERRED = 3;

/** What the brief of a complete session says instead of a next step; the state of the session says it already. */
const NOTHING_NEXT = /^None: the session is complete\b/;

interface Line {
  readonly section: string;
  readonly text: string;
  readonly origin?: string;
}

/** Facts in two parts. */
export interface FoldedLines<One> {
  readonly shown: readonly One[];
  readonly folded: readonly One[];
  /** The title of the folded part. */
  readonly more: string;
}

/** The lines of one section. */
export const sectionLines = <One extends Line>(brief: readonly One[], section: string): FoldedLines<One> =>
  foldLines(brief.filter((line) => line.section === section && !NOTHING_NEXT.test(line.text)));

/**
 * The newest facts that an author declared or a model quoted are shown, and others folded. Without any, the newest that
 * were inferred from the text are shown.
 */
export function foldLines<One extends { readonly origin?: string }>(lines: readonly One[]): FoldedLines<One> {
  const firm = lines.filter(({ origin }) => origin !== "inferred");
  // A single line is not folded.
  const most = lines.length === MOST_INFERRED + 1 ? lines.length : MOST_INFERRED;
  const shown = firm.length > 0 ? firm.slice(-MOST_FIRM) : lines.slice(-most);
  const folded = lines.filter((line) => !shown.includes(line));
  const isInferred = folded.every(({ origin }) => origin === "inferred");
  const more = `${folded.length} ${firm.length > 0 && isInferred ? "inferred from the text" : "more"}`;
  return { shown, folded, more };
}

/** A line without the citation at its end, which a link replaces, and without a label that repeats the heading. */
export const briefText = (line: string): string =>
  statementText(line.replace(/ \(#\d{1,9}[^()]{0,60}\)$/, ""));
