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

/** A line without the citation at its end, which a link replaces, and without a label that repeats the heading. */
export const briefText = (line: string): string =>
  statementText(line.replace(/ \(#\d{1,9}[^()]{0,60}\)$/, ""));
