import * as z from "zod";
import { pace } from "../pace.ts";
import type { Thought } from "../thought.ts";
import { branchVerdicts } from "./branch-verdicts.ts";
import { createContext, type Found, type LintInput, type Rule } from "./context.ts";
import { proseOf } from "./prose.ts";
import { RULES } from "./rules.ts";

/** Something that a rule found in a session. */
export const Finding = z.object({
  rule: z.string().describe("CL001 to CL012"),
  level: z.enum(["error", "warning"]),
  sessionId: z.string(),
  thoughtNumber: z.int(),
  branchId: z.string().optional(),
  seq: z.int(),
  message: z.string(),
  related: z.array(z.int()).readonly().optional().describe("`seq` of other thoughts that it is about"),
});
export type Finding = z.infer<typeof Finding>;

/** Levels of rules: `off` leaves a rule out. */
export type LintLevels = Readonly<Record<string, "error" | "warning" | "off">>;

/** The result of checking one session. */
export interface LintResult {
  readonly checked: { readonly thoughts: number; readonly rules: number };
  readonly findings: readonly Finding[];
  /** How many findings `clew:ignore` suppressed. */
  readonly ignored: number;
}

/** How much of a thought is read. A longer one is a log or a file, whose beginning shows its topic. */
const READ = 20_000;

/** The part of a thought that the linter reads. The copy does not keep the whole text in memory. */
export function clipForLint<T extends Pick<Thought, "content">>(thought: T): T {
  if (thought.content.length <= READ) return thought;
  const content = Buffer.from(thought.content.slice(0, READ).toWellFormed()).toString();
  return { ...thought, content };
}

/** Checks a session with all rules that are not off, or with some of them. */
export async function lintSession(
  given: LintInput,
  { levels = {}, only }: { readonly levels?: LintLevels; readonly only?: readonly string[] } = {},
): Promise<LintResult> {
  const input = { ...given, thoughts: given.thoughts.map(clipForLint) };
  const context = await createContext(input, branchVerdicts);
  const rules = RULES.filter(({ id }) => levels[id] !== "off" && (!only || only.includes(id)));
  const found: Finding[] = [];
  for (const rule of rules)
    for (const one of rule.find(context)) {
      if (one) found.push(toFinding(input, rule, levels, one));
      else await pace();
    }
  const findings = withoutIgnored(input, found).toSorted(
    (a, b) => a.seq - b.seq || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0),
  );
  return {
    checked: { thoughts: input.thoughts.length, rules: rules.length },
    findings,
    ignored: found.length - findings.length,
  };
}

function toFinding(
  { session }: LintInput,
  rule: Rule,
  levels: LintLevels,
  { thought, message, related }: Found,
): Finding {
  const level = levels[rule.id];
  return {
    rule: rule.id,
    level: level === undefined || level === "off" ? rule.level : level,
    sessionId: session.id,
    thoughtNumber: thought.number,
    ...(thought.branchId !== undefined && { branchId: thought.branchId }),
    seq: thought.seq,
    message: message.replace(/\s+/g, " "),
    ...(related && { related }),
  };
}

const IGNORE = /clew:ignore\s+(CL\d{3})\b[ \t]*(?:#(\d{1,9})\b)?[ \t]*(\S?)/gi;

/**
 * Findings without those that a later thought suppresses. `clew:ignore CL004 reason` suppresses the newest finding of the
 * rule before it, `clew:ignore CL004 #12 reason` the one at that thought. Without a reason nothing is suppressed.
 */
function withoutIgnored({ thoughts }: LintInput, found: readonly Finding[]): readonly Finding[] {
  const left = new Set(found);
  for (const { content, seq } of thoughts) {
    if (!/clew:ignore/i.test(content)) continue;
    for (const [, rule, number, reason] of withoutCode(content).matchAll(IGNORE)) {
      if (!reason) continue;
      const suppressed = [...left]
        .filter((one) => one.rule === rule!.toUpperCase())
        .filter((one) => one.seq < seq || one.rule === "CL007" || (one.seq === seq && number !== undefined))
        .filter((one) => number === undefined || one.thoughtNumber === Number(number))
        .sort((a, b) => a.seq - b.seq)
        .at(-1);
      if (suppressed) left.delete(suppressed);
    }
  }
  return [...left];
}

/** The text without code and quotations, but with instructions to the linter. */
function withoutCode(content: string): string {
  return proseOf(content.replaceAll(/clew:ignore/gi, "clew:\u0000ignore")).replaceAll("\u0000", "");
}
