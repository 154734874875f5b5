import * as z from "zod";

/** When the sessions of a project are archived and deleted; without a project, those of projects without a rule. In milliseconds. */
export interface RetentionRule {
  /** Absent in the rule for all other projects. */
  readonly project?: string;
  /** Time without activity after which a session is archived. */
  readonly archiveAfter?: number;
  /** Time without activity after which a session is deleted. */
  readonly deleteAfter?: number;
}

const HOUR = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 168 * HOUR, y: 8_766 * HOUR };
const FORM = "such as archive=90d,delete=365d; billing: archive=30d; research: never";
const TERM = /^(archive|delete)(?: {0,3}= {0,3}| )(\d{1,6}) ?([hdwy]?)$/i;

/** Parses the setting of retention rules. */
export const retention = z
  .string()
  .transform((text, { addIssue }): readonly RetentionRule[] => {
    try {
      return readRetention(text);
    } catch (error) {
      addIssue((error as Error).message);
      return z.NEVER;
    }
  })
  .optional();

/** Reads rules: `archive=90d,delete=365d; project: archive=30d; other: never`. Throws an error that says what is wrong. */
function readRetention(text: string): readonly RetentionRule[] {
  const rules = text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(readRule);
  if (rules.length === 0) throw new Error(`must have a rule, ${FORM}`);
  const names = rules.map(({ project }) => project);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (new Set(names).size < names.length)
    throw new Error(
      `must have one rule ${twice === undefined ? "for all projects" : `for project '${twice}'`}`,
    );
  return rules;
}

function readRule(text: string): RetentionRule {
  const [, name = "", rest = text] = /^([^:=,]{1,100}):(.*)$/s.exec(text) ?? [];
  const project = name.trim();
  const terms = rest.trim();
  const rule: { project?: string; archiveAfter?: number; deleteAfter?: number } = project ? { project } : {};
  if (/^(never|off)$/i.test(terms)) return rule;
  for (const term of terms.split(",")) {
    const [, action, count, unit] = TERM.exec(term.trim()) ?? [];
    if (action === undefined)
      throw new Error(`must be rules ${FORM}; '${term.trim().slice(0, 80)}' is not one`);
    const time = Number(count) * UNITS[unit!.toLowerCase() || "d"]!;
    const field = action.toLowerCase() === "archive" ? "archiveAfter" : "deleteAfter";
    if (rule[field] !== undefined) throw new Error(`must set ${action} at most once per rule`);
    rule[field] = time;
  }
  if (rule.deleteAfter === 0)
    throw new Error("must not delete after 0 days: that would delete every session at once");
  if (rule.archiveAfter === 0)
    throw new Error("must not archive after 0 days: that would archive every session at once");
  if (
    rule.deleteAfter !== undefined &&
    rule.archiveAfter !== undefined &&
    rule.deleteAfter <= rule.archiveAfter
  )
    throw new Error("must delete later than it archives");
  return rule;
}
