import * as z from "zod";
import { normalizedName } from "../ledger/index.ts";

/** The description of each tag. */
export const tagDescriptions = {
  debugging: "Finding out why something fails, down to its root cause",
  planning: "Choosing a course and laying out the work",
  "decision-making": "Choosing between options and weighing what each one costs",
  "risk-analysis": "Finding what could go wrong, and making it rarer or cheaper",
  estimation: "Getting usable numbers and forecasts from little data",
  prioritization: "Deciding which tasks and goals come first",
  communication: "Explaining something and convincing others",
  architecture: "Deciding how a system is built",
  validation: "Testing whether a claim, a plan or a result holds",
} as const;

/** The names of the tags. */
export const Tag = z.enum(Object.keys(tagDescriptions) as [Tag, ...Tag[]]);
export type Tag = keyof typeof tagDescriptions;

/** Finds a tag in any spelling: `Decision Making` is `decision-making`. */
export function findTag(written: string): Tag | undefined {
  return Tag.options.find((tag) => normalizedName(tag) === normalizedName(written));
}
