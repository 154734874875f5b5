import { realpathSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { EvidenceState } from "../ledger/index.ts";
import { type CheckedReference, createSessions, type Sessions } from "../sessions/index.ts";
import type { Store } from "../store/port.ts";
import { coloursOf } from "./colours.ts";
import { CommandFailure, type DefineCommand, type Services, type Terminal } from "./command.ts";
import { findSessionId } from "./find-session-id.ts";
import { readChoice } from "./flag-value.ts";
import { progressLine } from "./progress-line.ts";
import { ledgerSettings, withSettings } from "./settings.ts";
import { line, safeJson, table } from "./table.ts";

interface Flags {
  readonly all?: boolean;
  readonly format?: string;
  readonly json?: boolean;
}

/** `clew check`: checks whether the evidence that sessions cite has changed. */
export const check: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("check [session]")
    .description("compare the evidence of thoughts with files and cells as they are now")
    .option("--all", "every session with evidence")
    .option("--format <format>", "text or json", "text")
    .option("--json", "the same as --format json");
  withSettings(command, ledgerSettings).action(async (id: string | undefined, flags: Flags) => {
    const format = flags.json ? "json" : readChoice("--format", flags.format!, ["text", "json"] as const);
    if ((id === undefined) === (flags.all !== true))
      throw new CommandFailure("name a session, or use --all for every session.", 2);
    await onLedger(services, flags, async (ledger, store) => {
      const found = id === undefined ? undefined : await ledger.need(await findSessionId(store, id));
      const evidence: CheckedReference[] = [];
      const ids = found ? [found.id] : await ledger.sessionsWithEvidence();
      const progress = progressLine(terminal);
      for (const [index, sessionId] of ids.entries()) {
        progress.show(() => `${index} of ${ids.length} sessions checked`);
        evidence.push(...(await ledger.checkEvidence(sessionId)));
      }
      progress.end();
      if (format === "json")
        return printJson(terminal, { evidence: found ? evidence.map(withoutSession) : evidence });
      printStates(terminal, evidence, id === undefined);
    });
  });
};

/** `clew why`: lists the thoughts that cite a line of a file. */
export const why: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("why <file>")
    .description("list the thoughts that cite a file or a line of it (src/a.ts:40), newest first")
    .option("--json", "for scripts");
  withSettings(command, ledgerSettings).action(async (wanted: string, flags: Flags) => {
    const { file, line: at } = placeOf(wanted, terminal.workingFolder);
    await onLedger(services, flags, async (ledger) => {
      const thoughts = await ledger.citationsOf(file, at, terminal.workingFolder);
      if (flags.json) return printJson(terminal, { thoughts });
      if (thoughts.length === 0) return terminal.out("No thought cites this place.\n");
      for (const one of thoughts)
        terminal.out(
          `${line(one.sessionId)} #${one.thoughtNumber}  ${line(one.ref, 80)}  ${one.state}\n    ${line(one.text, 200)}\n`,
        );
    });
  });
};

async function onLedger(
  services: Services,
  flags: Flags,
  work: (ledger: Sessions, store: Store) => Promise<void>,
) {
  const config = services.config({ ...flags });
  const store = await services.openLedger(config);
  try {
    await work(createSessions(store, { ...config, home: services.dataHome(config) }), store);
  } finally {
    await store.close();
  }
}

const withoutSession = ({ sessionId: _, ...checked }: CheckedReference) => checked;

function printJson(terminal: Terminal, value: object): void {
  terminal.out(`${safeJson(JSON.stringify(value, null, 2))}\n`);
}

function printStates(terminal: Terminal, evidence: readonly CheckedReference[], isAll: boolean): void {
  if (evidence.length === 0) {
    terminal.out("No thought names evidence.\n");
    return;
  }
  const rows = evidence.map(({ sessionId, thoughtNumber, ref, state }) => [
    ...(isAll ? [line(sessionId)] : []),
    `#${thoughtNumber}`,
    state,
    line(ref, 100),
  ]);
  terminal.out(
    table([...(isAll ? ["SESSION"] : []), "THOUGHT", "STATE", "EVIDENCE"], rows, coloursOf(terminal)),
  );
  const count = (state: EvidenceState) => evidence.filter((one) => one.state === state).length;
  terminal.out(
    `\n${evidence.length} checked: ${count("fresh")} fresh, ${count("moved")} moved, ${count("stale")} stale, ` +
      `${count("missing")} missing, ${count("unchecked")} not checkable.\n`,
  );
}

/** Splits `src/a.ts:40` into file and line. */
function placeOf(wanted: string, folder: string): { readonly file: string; readonly line?: number } {
  const at = wanted.lastIndexOf(":");
  const number = at > 0 && /^\d{1,9}$/.test(wanted.slice(at + 1)) ? Number(wanted.slice(at + 1)) : undefined;
  const path = number === undefined ? wanted : wanted.slice(0, at);
  const full = isAbsolute(path) ? path : resolve(folder, path);
  return { file: realPath(full), ...(number !== undefined && { line: number }) };
}

/** The real path; a file that was deleted keeps the name it has below its real folder. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = resolve(path, "..");
    return folder === path
      ? path
      : resolve(realPath(folder), path.slice(folder.length).replace(/^[\\/]/, ""));
  }
}
