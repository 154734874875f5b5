import * as z from "zod";
import { fitBudget } from "./brief/fit-budget.ts";
import { linesOf } from "./brief/lines.ts";
import { safeLine } from "./brief/safe-line.ts";
import { wordWeights } from "./brief/word-worth.ts";
import { type Fact, FactOrigin } from "./facts/fact.ts";
import { findFacts } from "./facts/facts-of.ts";
import type { Findings } from "./facts/follow-facts.ts";
import type { Weights } from "./facts/read-weights.ts";
import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";
import { estimateTokens } from "./tokens.ts";

/** The part of a brief that a line belongs to. */
export const BriefSection = z.enum([
  "goal",
  "decided",
  "dropped",
  "open",
  "answered",
  "branches",
  "noted",
  "outcome",
  "next",
]);
export type BriefSection = z.infer<typeof BriefSection>;

/** A line of a brief and the thought that it cites. */
export const BriefLine = z.object({
  section: BriefSection,
  text: z.string(),
  seq: z.int(),
  thoughtNumber: z.int(),
  branchId: z.string().optional(),
  origin: FactOrigin,
});
export type BriefLine = z.infer<typeof BriefLine>;

/** A short summary of a session, written for the agent or person who resumes it. */
export const Brief = z.object({
  brief: z.string().describe("Markdown"),
  tokens: z.int().describe("an estimate"),
  lines: z.array(BriefLine).readonly().describe("the lines of the Markdown, in its order"),
});
export type Brief = z.infer<typeof Brief>;

/** A session. The branch count is exact only for few branches. A thought count is set if only some thoughts are passed. */
type Briefed = Session & { readonly branchCount?: number; readonly thoughtCount?: number };

/** The default length of a brief, and the minimum that fits a goal and a next step. */
export const BRIEF_TOKENS = 600;
const LEAST_TOKENS = 50;

/**
 * The brief of a session: goal, decisions, dead ends, open questions, branches and next step, each with the numbers of
 * its thoughts. No model writes it: the same session always gives the same text. If it is too long, lines become
 * shorter, then whole lines are dropped, the least important first. A larger budget never contains less.
 */
export async function brief(
  session: Briefed,
  thoughts: AsyncIterable<Thought>,
  maxTokens: number = BRIEF_TOKENS,
  declared: readonly Fact[] = [],
): Promise<Brief> {
  return briefOf(session, await findFacts(thoughts, declared), maxTokens);
}

/** The brief of a session whose facts are known. */
export function briefOf(
  session: Briefed,
  found: Findings,
  maxTokens: number,
  words: Weights = wordWeights(),
): Brief {
  const budget = Math.max(LEAST_TOKENS, Math.floor(maxTokens) || BRIEF_TOKENS);
  const lines = linesOf(found, session.status === "completed", words);
  const { text, lines: fitted } = fitBudget(titleOf(session, found), lines, budget);
  return { brief: text, tokens: estimateTokens(text), lines: fitted };
}

function titleOf(session: Briefed, { revisions, ...found }: Findings): string {
  const { branchCount = found.branchCount, thoughtCount: thoughts = found.thoughts } = session;
  const counts = [
    `${thoughts} ${thoughts === 1 ? "thought" : "thoughts"}`,
    ...(branchCount > 0 ? [`${branchCount} ${branchCount === 1 ? "branch" : "branches"}`] : []),
    ...(revisions > 0 && thoughts === found.thoughts
      ? [`${revisions} ${revisions === 1 ? "revision" : "revisions"}`]
      : []),
  ];
  const time = `${session.updatedAt.slice(0, 16).replace("T", " ")} UTC`;
  return `# ${safeLine(session.title, 100) || session.id}\n\n${session.status}, ${counts.join(", ")}, last activity ${time}\n\n`;
}
