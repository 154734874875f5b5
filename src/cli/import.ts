import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";
import { isFoundProgram, openImport } from "../import/open-import.ts";
import {
  createSkips,
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
} from "../import/run-import.ts";
import { FOUND_PROGRAMS } from "../import/sources.ts";
import { listFound, type ProgramSummary } from "../import/summary.ts";
import { type Places, PROGRAM_NAMES, type Transcript } from "../import/transcript.ts";
import { readTime } from "../ledger/index.ts";
import { CommandFailure, type DefineCommand, type Terminal } from "./command.ts";
import { progressLine } from "./progress-line.ts";
import { ledgerSettings, withSettings } from "./settings.ts";
import { line, safeJson, table } from "./table.ts";

interface Flags {
  readonly since?: string;
  readonly project?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly watch?: boolean;
}

/** How often `--watch` looks for new records. */
const WATCH_MS = 2000;

/** `clew import`: sessions from the transcripts of other programs. */
export const importCommand: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("import [source]")
    .description("import sessions from transcripts of other programs, which stay as they are");
  withSettings(command, ledgerSettings)
    .option("--since <time>", "only sessions with activity since then: 30d, 12h, 2026-11-15")
    .option("--project <name>", "only sessions of this project: its name, or its folder")
    .option("--dry-run", "read everything and write nothing")
    .option("--watch", "keep importing what is new, until Ctrl-C")
    .option("--json", "for scripts")
    .action(async (source: string | undefined, flags: Flags & Readonly<Record<string, unknown>>) => {
      const config = services.config(flags);
      const places: Places = { ...terminal, dataHome: services.dataHome(config) };
      const options: ImportOptions = {
        ...(flags.since !== undefined && { since: readSince(flags.since, Date.now()) }),
        ...(flags.project !== undefined && { project: flags.project }),
        isDryRun: flags.dryRun === true,
      };
      let sources = source === undefined ? [] : [readSource(source, terminal.workingFolder)];
      if (source === undefined) {
        const found = await listFound(places, options.since);
        if (flags.json) return terminal.out(`${safeJson(JSON.stringify({ found }, null, 2))}\n`);
        terminal.out(foundTable(found));
        if (found.length === 0) return;
        sources = await choose(found, terminal.isTerminal, terminal.out);
        if (sources.length === 0) return;
      }
      const stop = new AbortController();
      const onInterrupt = () => stop.abort();
      process.once("SIGINT", onInterrupt);
      const store = await services.openLedger(config);
      try {
        const seen = new Map<string, string>();
        let isFirst = true;
        for (;;) {
          const skips = createSkips();
          const progress = flags.json || flags.watch ? undefined : showProgress(terminal);
          const run = await openImport(store, places, sources, skips, {
            ...options,
            signal: stop.signal,
            onProgress: progress?.show,
            isNew: flags.watch ? (one) => isNew(one, seen) : undefined,
          });
          progress?.end();
          const report = run.report();
          // While watching, only the first pass and later changes are printed.
          const isWorthShowing =
            !flags.watch || isFirst || report.imported.thoughts > 0 || report.updated > 0;
          isFirst = false;
          if (isWorthShowing)
            terminal.out(
              flags.json
                ? `${safeJson(JSON.stringify(report, null, flags.watch ? 0 : 2))}\n`
                : reportText(report, options.isDryRun === true),
            );
          if (!flags.watch) {
            if (!run.hasRead()) throw new CommandFailure(nothingRead(sources));
            return;
          }
          await delay(WATCH_MS, undefined, { signal: stop.signal });
        }
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        if (!flags.watch)
          throw new CommandFailure("stopped; what was imported stays, and a second run continues", 130);
      } finally {
        process.off("SIGINT", onInterrupt);
        await store.close();
      }
    });
};

/** A program's name, or the path of a file or folder. */
function readSource(given: string, workingFolder: string): string {
  const name = programNamed(given);
  if (isFoundProgram(name)) return name;
  const path = resolve(workingFolder, given);
  if (existsSync(path)) return path;
  throw new CommandFailure(
    `'${line(given, 200)}' is neither a file nor a folder nor one of ${FOUND_PROGRAMS.join(", ")}`,
  );
}

/** A program's id from what a person writes: `Claude Code`, `claude`. */
function programNamed(given: string): string {
  const name = given.toLowerCase().replaceAll(/[\s_]/g, "-");
  return { claude: "claude-code", gemini: "gemini-cli" }[name] ?? name;
}

function isNew(
  { program, nativeId, place = "", fingerprint }: Transcript,
  seen: Map<string, string>,
): boolean {
  const key = `${program} ${nativeId} ${place}`;
  if (seen.get(key) === fingerprint) return false;
  seen.set(key, fingerprint);
  return true;
}

function foundTable(found: readonly ProgramSummary[]): string {
  if (found.length === 0)
    return `No transcripts found. Clew looks for ${Object.values(PROGRAM_NAMES).slice(0, 6).join(", ")}; or name a file: clew import FILE\n`;
  const rows = found.map(({ program, sessions, from, to, bytes }) => [
    program,
    String(sessions),
    `${from.slice(0, 10)} to ${to.slice(0, 10)}`,
    megabytes(bytes),
  ]);
  return table(["PROGRAM", "SESSIONS", "SPAN", "SIZE"], rows);
}

const megabytes = (bytes: number) =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

async function choose(
  found: readonly ProgramSummary[],
  isTerminal: boolean,
  out: (text: string) => void,
): Promise<string[]> {
  const names = found.map(({ program }) => program as string);
  if (!isTerminal || !process.stdin.isTTY) {
    out(`\nImport one with: clew import ${names[0]} [--since 30d] [--dry-run]\n`);
    return [];
  }
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = (
      await asking.question(`\nImport which? (${names.join(", ")}, all; Enter for none) `)
    ).trim();
    if (answer === "") return [];
    if (answer.toLowerCase() === "all") return names;
    const chosen = names.includes(programNamed(answer))
      ? [programNamed(answer)]
      : answer
          .split(/[\s,]+/)
          .filter((name) => name !== "")
          .map(programNamed);
    const unknown = chosen.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new CommandFailure(`'${line(unknown, 80)}' is not in the list: ${names.join(", ")}`, 2);
    return [...new Set(chosen)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ABORT_ERR") throw error;
    // Ctrl-C or Ctrl-D.
    out("\n");
    throw new CommandFailure("nothing imported", 130);
  } finally {
    asking.close();
  }
}

function reportText(
  { found, imported, updated, unchanged, skipped }: ImportReport,
  isDryRun: boolean,
): string {
  const would = isDryRun ? "Would import" : "Imported";
  const lines = [
    `${would} ${imported.sessions} of ${found} sessions with ${imported.thoughts} thoughts, ${imported.branches} branches and ${imported.decisions} decisions.`,
    `${updated} updated, ${unchanged} unchanged, ${imported.hidden} reasoning blocks hidden by the vendor.`,
  ];
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${line(reason, 80)}`);
  if (reasons.length > 0) lines.push(`Skipped: ${reasons.join(", ")}.`);
  return `${lines.join("\n")}\n`;
}

function nothingRead(sources: readonly string[]): string {
  const names = sources.map((source) => (isFoundProgram(source) ? PROGRAM_NAMES[source] : line(source, 200)));
  return `nothing to import: no transcript of ${names.join(", ")} could be read`;
}

/** Shows the progress of an import on a terminal. */
function showProgress(terminal: Pick<Terminal, "isTerminal" | "err">) {
  const { show, end } = progressLine(terminal);
  return {
    show: ({ done, total, bytesDone, bytesTotal, thoughts }: ImportProgress) =>
      show(() => {
        const share = bytesTotal === 0 ? 100 : Math.floor((100 * bytesDone) / bytesTotal);
        return `${share}% · ${done} of ${total} sessions · ${thoughts} thoughts`;
      }),
    end,
  };
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Reads `--since`: `30d`, `12h`, `2w`, or a time such as 2026-11-15. */
function readSince(given: string, now: number): number {
  const relative = /^(\d{1,5})\s?([mhdw])$/.exec(given.trim());
  if (relative) return now - Number(relative[1]) * UNITS[relative[2] as keyof typeof UNITS];
  const time = readTime(given, "since");
  if (time !== undefined) return Date.parse(time);
  throw new CommandFailure(
    `--since must be a time span or a date, such as 30d, 12h or 2026-11-15, not '${line(given, 80)}'`,
    2,
  );
}
