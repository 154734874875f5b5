import * as z from "zod";
import type { Finding } from "./brief/best.ts";
import type { Branch } from "./brief/branches.ts";
import { type Digest, digest } from "./brief/digest.ts";
import { safeLine } from "./brief/sentences.ts";
import { FactOrigin } from "./facts/fact.ts";
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

/** A session. The branch count is exact only while branches are few. */
type Briefed = Session & { readonly branchCount?: number };

/** The default length of a brief, and the minimum that fits a goal and a next step. */
export const BRIEF_TOKENS = 600;
const LEAST_TOKENS = 50;
const MOST_LINES = 6;

const SECTIONS = {
  Goal: "goal",
  Decided: "decided",
  "Tried and dropped": "dropped",
  "Open questions": "open",
  Branches: "branches",
  "Next step": "next",
} as const;
type Section = keyof typeof SECTIONS;

interface Line {
  readonly section: Section | "title";
  readonly text: string;
  readonly seq: number;
  readonly number: number;
  readonly branchId?: string | undefined;
}

/**
 * The brief of a session: goal, decisions, dead ends, open questions, branches and next step, each with the numbers of
 * its thoughts. No model writes it: the same session always gives the same text. If it is too long, whole lines are
 * dropped, the least important first.
 */
export async function brief(
  session: Briefed,
  thoughts: AsyncIterable<Thought>,
  maxTokens: number = BRIEF_TOKENS,
): Promise<Brief> {
  const budget = Math.max(LEAST_TOKENS, Math.floor(maxTokens) || BRIEF_TOKENS);
  // Short enough for a dozen lines, so that no long sentence crowds out the others.
  const width = Math.max(48, Math.min(200, Math.floor(budget / 3)));
  const lines = byImportance(session, await digest(thoughts), width);
  let kept = lines.length;
  while (kept > 1 && estimateTokens(render(lines.slice(0, kept))) > budget) kept--;
  const text = render(lines.slice(0, kept));
  return { brief: text, tokens: estimateTokens(text), lines: linesOf(lines.slice(0, kept)) };
}

function linesOf(lines: readonly Line[]): readonly BriefLine[] {
  return Object.entries(SECTIONS).flatMap(([title, section]) =>
    lines
      .filter((line) => line.section === title)
      .toSorted((a, b) => a.seq - b.seq)
      .map(({ text, seq, number, branchId }) => ({
        section,
        text,
        seq,
        thoughtNumber: number,
        ...(branchId === undefined ? {} : { branchId }),
        origin: "inferred" as const,
      })),
  );
}

/** All possible lines, the most important first. */
function byImportance(session: Briefed, found: Digest, width: number): readonly Line[] {
  const line = (section: Section, { text, number, branchId, seq }: Finding): Line => ({
    section,
    text: `${safeLine(text, width)} ${cite(number, branchId)}`,
    seq,
    number,
    branchId,
  });
  const said = new Set([found.goal?.text, session.status === "completed" ? undefined : found.next?.text]);
  const unsaid = (findings: readonly Finding[]) =>
    findings.filter(({ text }) => !said.has(text)).slice(0, MOST_LINES);
  const isDropped = ({ fate }: Branch) => fate === "dropped";
  const dropped = [
    ...found.branches
      .filter(isDropped)
      .slice(0, MOST_LINES)
      .map((branch) => droppedLine(branch, width)),
    ...unsaid(found.dropped).map((one) => line("Tried and dropped", one)),
  ];
  const branches = found.branches.filter((branch) => !isDropped(branch)).slice(0, MOST_LINES);
  const rounds: readonly (readonly Line[])[] = [
    unsaid(found.decided).map((one) => line("Decided", one)),
    unsaid(found.open).map((one) => line("Open questions", one)),
    interleaved(dropped, found.branches.filter(isDropped).length),
    branches.map((branch) => branchLine(branch, width)),
  ];
  return [
    ...(found.goal ? [line("Goal", found.goal)] : []),
    ...nextLines(session, found, width),
    { section: "title", text: titleLine(session, found), seq: 0, number: 0 },
    ...Array.from({ length: MOST_LINES }, (_, round) => rounds.flatMap((one) => one[round] ?? [])).flat(),
  ];
}

/** Alternates branches and sentences, so that neither crowds out the other. */
function interleaved(lines: readonly Line[], branches: number): readonly Line[] {
  const [first, second] = [
    lines.slice(0, Math.min(branches, MOST_LINES)),
    lines.slice(Math.min(branches, MOST_LINES)),
  ];
  return Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [
    ...(first[index] ? [first[index]] : []),
    ...(second[index] ? [second[index]] : []),
  ]).flat();
}

function titleLine(session: Briefed, { thoughts, revisions, ...found }: Digest): string {
  const { branchCount = found.branchCount } = session;
  const counts = [
    counted(thoughts),
    ...(branchCount > 0 ? [`${branchCount} ${branchCount === 1 ? "branch" : "branches"}`] : []),
    ...(revisions > 0 ? [`${revisions} ${revisions === 1 ? "revision" : "revisions"}`] : []),
  ];
  const time = `${session.updatedAt.slice(0, 16).replace("T", " ")} UTC`;
  return `# ${safeLine(session.title, 100) || session.id}\n\n${session.status}, ${counts.join(", ")}, last activity ${time}`;
}

function nextLines(session: Session, { next, last }: Digest, width: number): readonly Line[] {
  if (!last) return [];
  const at = cite(last.number, last.branchId);
  if (session.status === "completed")
    return [{ ...last, section: "Next step", text: `None: the session is complete ${at}` }];
  if (!next) return [];
  const text = `${safeLine(next.text, width)} ${cite(next.number, next.branchId)}`;
  return [{ ...next, section: "Next step", text }];
}

function branchLine({ name, from, thoughts, last, fate, verdict }: Branch, width: number): Line {
  const ending = safeLine(last.sentence, width);
  const merged = verdict ? ` in #${verdict.number}` : "";
  const text = `${safeLine(name, 40)}, from #${from ?? "?"}, ${counted(thoughts)}, ${fate}${merged}: ${ending} ${cite(last.number, name)}`;
  return { ...last, section: "Branches", text, branchId: name };
}

function droppedLine({ name, from, thoughts, last, verdict }: Branch, width: number): Line {
  const why = verdict
    ? `${safeLine(verdict.sentence, width)} ${cite(verdict.number)}`
    : `${safeLine(last.sentence, width)} ${cite(last.number, name)}`;
  const text = `Branch ${safeLine(name, 40)}, from #${from ?? "?"}, ${counted(thoughts)}: ${why}`;
  return { ...last, section: "Tried and dropped", text, branchId: name };
}

function counted(thoughts: number): string {
  return `${thoughts} ${thoughts === 1 ? "thought" : "thoughts"}`;
}

function cite(number: number, branchId?: string): string {
  return branchId === undefined ? `(#${number})` : `(#${number} ${safeLine(branchId, 40)})`;
}

function render(lines: readonly Line[]): string {
  const title = lines.filter(({ section }) => section === "title").map(({ text }) => `${text}\n\n`);
  const sections = Object.keys(SECTIONS).flatMap((section) => {
    const own = lines.filter((line) => line.section === section).toSorted((a, b) => a.seq - b.seq);
    return own.length === 0 ? [] : [`**${section}**\n${own.map(({ text }) => `- ${text}\n`).join("")}`];
  });
  return `${`${title.join("")}${sections.join("\n")}`.trimEnd()}\n`;
}
