import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { factsOf } from "../ledger/facts/facts-of.ts";
import { type Finding, LINT_RULES, type LintResult, lintSession } from "../ledger/index.ts";
import { checkExported, createSessions, type LintOptions, type Sessions } from "../sessions/index.ts";
import { CommandFailure, type DefineCommand } from "./command.ts";
import { findSessionId } from "./find-session-id.ts";
import { readChoice } from "./flag-value.ts";
import { readExported } from "./lint/exported-session.ts";
import { checkRule, readLintConfig } from "./lint/lint-config.ts";
import { type LintReport, reports } from "./lint/report.ts";
import { progressLine } from "./progress-line.ts";
import { ledgerSettings, withSettings } from "./settings.ts";
import { line, safeJson } from "./table.ts";

interface Flags {
  readonly project?: string;
  readonly all?: boolean;
  readonly format?: string;
  readonly failOn?: string;
  readonly rule?: readonly string[];
}

/** `clew lint`: finds faults in the reasoning of sessions. */
export const lint: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("lint [targets...]")
    .description("find faults in the reasoning of sessions, or of exported sessions (.json files)")
    .option("--project <name>", "every session of this project")
    .option("--all", "every session")
    .option("--format <format>", "text, json, sarif or junit", "text")
    .option("--fail-on <level>", "exit with 1 for findings of this level or above: error or warning")
    .option("--rule <id...>", "only these rules: CL001 to CL012");
  withSettings(command, ledgerSettings).action(async (targets: readonly string[], flags: Flags) => {
    const write =
      reports[readChoice("--format", flags.format!, Object.keys(reports) as (keyof typeof reports)[])];
    const ways = [targets.length > 0, flags.project !== undefined, flags.all === true].filter(Boolean).length;
    if (ways !== 1)
      throw new CommandFailure("name a session or an exported file, or use --project or --all.", 2);
    for (const id of flags.rule ?? []) checkRule(id, "--rule");
    const failOnFlag =
      flags.failOn === undefined
        ? undefined
        : readChoice("--fail-on", flags.failOn, ["error", "warning"] as const);
    const config = services.config({
      home: (flags as { home?: string }).home,
      database: (flags as { database?: string }).database,
    });
    const home = services.dataHome(config);
    const settings = readLintConfig(home, terminal.workingFolder);
    const options: LintOptions = { levels: settings.levels, ...(flags.rule && { only: flags.rule }) };
    const run = createRun(options);
    const files = targets.map((target) => fileOf(target, terminal.workingFolder));
    for (const file of files.filter((one) => one !== undefined))
      await run.lintFile(file, terminal.workingFolder, home);
    const ids = targets.filter((_, index) => files[index] === undefined);
    if (ids.length > 0 || targets.length === 0) {
      const store = await services.openLedger(config);
      try {
        const ledger = createSessions(store, { ...config, home });
        for (const id of ids) await run.lintStored(ledger, await findSessionId(store, id, 2));
        if (targets.length === 0) {
          const progress = progressLine(terminal);
          await run.lintMany(ledger, flags.project, (done) =>
            progress.show(() => `${done} sessions checked`),
          );
          progress.end();
          if (flags.project !== undefined && run.count() === 0)
            throw new CommandFailure(
              `no session in project '${line(flags.project, 80)}'. Run \`clew sessions list\` to see the sessions and their projects.`,
              2,
            );
        }
      } finally {
        await store.close();
      }
    }
    const report = run.report();
    const shown = write(report);
    terminal.out(flags.format === "json" || flags.format === "sarif" ? safeJson(shown) : shown);
    if (report.findings.some((finding) => reaches(finding, failOnFlag ?? settings.failOn)))
      process.exitCode = 1;
  });
};

const reaches = ({ level }: Finding, failOn: "error" | "warning"): boolean =>
  level === "error" || failOn === "warning";

/** The path of an exported session; undefined for a session's id. */
function fileOf(target: string, folder: string): string | undefined {
  const path = resolve(folder, target);
  return target.endsWith(".json") && existsSync(path) ? path : undefined;
}

/** How many sessions are listed at once. */
const PAGE = 500;

/** Collects the results of several sessions. */
function createRun(options: LintOptions) {
  const sessions: { readonly id: string; readonly file?: string }[] = [];
  const findings: Finding[] = [];
  let [thoughts, ignored] = [0, 0];
  const rules = LINT_RULES.filter(
    ({ id }) => options.levels?.[id] !== "off" && (!options.only || options.only.includes(id)),
  ).map(({ id }) => id);

  function add(result: LintResult, id: string, file?: string): void {
    sessions.push({ id, ...(file !== undefined && { file }) });
    for (const finding of result.findings) findings.push(finding);
    thoughts += result.checked.thoughts;
    ignored += result.ignored;
  }

  return {
    async lintFile(file: string, folder: string, home: string): Promise<void> {
      const name = relative(folder, file) || file;
      const exported = readExported(file, name);
      const facts = await factsOf(exported.thoughts);
      const evidence = await checkExported(folder, home, exported.thoughts);
      add(await lintSession({ ...exported, facts, evidence }, options), exported.session.id, name);
    },
    async lintStored(ledger: Sessions, id: string): Promise<void> {
      add(await ledger.lint(id, options), id);
    },
    async lintMany(
      ledger: Sessions,
      project: string | undefined,
      report: (done: number) => void,
    ): Promise<void> {
      let page = await ledger.list({ ...(project !== undefined && { project }), limit: PAGE });
      for (;;) {
        for (const { id } of page) {
          add(await ledger.lint(id, options), id);
          report(sessions.length);
        }
        const last = page.at(-1);
        if (!last || page.length < PAGE) return;
        page = await ledger.list({ ...(project !== undefined && { project }), limit: PAGE, behind: last });
      }
    },
    count: () => sessions.length,
    report: (): LintReport => ({
      checked: { thoughts, rules: rules.length },
      findings,
      ignored,
      rules,
      sessions,
    }),
  };
}
