import { type Finding, LINT_RULES } from "../../ledger/index.ts";
import { line } from "../table.ts";

/** The result of a lint run over one or more sessions. */
export interface LintReport {
  readonly checked: { readonly thoughts: number; readonly rules: number };
  readonly findings: readonly Finding[];
  readonly ignored: number;
  /** Ids of the rules that were checked. */
  readonly rules: readonly string[];
  readonly sessions: readonly { readonly id: string; readonly file?: string }[];
}

const PAGE = "https://github.com/clew/clew/blob/main/docs/reference/lint.md";

/** Writes a report. */
export const reports = { text, json, sarif, junit } as const;

function text({ findings, checked, ignored, sessions }: LintReport): string {
  const shown = findings.map(
    ({ sessionId, thoughtNumber, branchId, level, rule, message }) =>
      `${line(sessionId)} #${thoughtNumber}${branchId === undefined ? "" : ` [${line(branchId, 40)}]`}  ${level}  ${rule}  ${line(message, 300)}\n`,
  );
  const count = (level: string) => findings.filter((one) => one.level === level).length;
  const sum = `${counted(checked.thoughts, "thought")} of ${counted(sessions.length, "session")} checked with ${counted(checked.rules, "rule")}`;
  return `${shown.join("")}${shown.length > 0 ? "\n" : ""}${sum}: ${counted(count("error"), "error")}, ${counted(count("warning"), "warning")}, ${ignored} ignored.\n`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function json({ checked, findings }: LintReport): string {
  return `${JSON.stringify({ checked, findings }, null, 2)}\n`;
}

function sarif({ findings, sessions }: LintReport): string {
  const files = new Map(sessions.map(({ id, file }) => [id, file]));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "clew lint",
            rules: LINT_RULES.map(({ id, title, why, fix, level }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: why },
              help: { text: fix },
              helpUri: `${PAGE}#${id.toLowerCase()}`,
              defaultConfiguration: { level },
            })),
          },
        },
        results: findings.map(({ rule, level, sessionId, thoughtNumber, seq, message }) => ({
          ruleId: rule,
          ruleIndex: LINT_RULES.findIndex(({ id }) => id === rule),
          level,
          message: { text: `${message} (thought ${thoughtNumber})` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(files.get(sessionId) ?? `sessions/${sessionId}.json`) },
                // An export has one thought per line, after the line of the session.
                region: { startLine: seq + 1 },
              },
            },
          ],
          partialFingerprints: { "clew/v1": `${sessionId}/${rule}/${seq}` },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const uriOf = (path: string): string => path.split(/[\\/]/).map(encodeURIComponent).join("/");

function junit({ findings, sessions, rules }: LintReport): string {
  const checked = LINT_RULES.filter(({ id }) => rules.includes(id));
  const suites = sessions.map(({ id }) => {
    const own = findings.filter(({ sessionId }) => sessionId === id);
    const cases = checked.map((rule) => {
      const failures = own
        .filter((finding) => finding.rule === rule.id)
        .map(
          ({ level, message, thoughtNumber }) =>
            `<failure type="${level}" message="${xml(`#${thoughtNumber} ${message}`)}"/>`,
        );
      return `    <testcase classname="${xml(id)}" name="${rule.id} ${xml(rule.title)}">${failures.join("")}</testcase>`;
    });
    const failed = new Set(own.map(({ rule }) => rule)).size;
    return `  <testsuite name="${xml(id)}" tests="${checked.length}" failures="${failed}" errors="0">\n${cases.join("\n")}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text for an attribute: XML has no control characters at all. */
const xml = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, " ")
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
