import type { Command } from "commander";
import type { Sessions } from "../../sessions/index.ts";
import type { Services, Terminal } from "../command.ts";
import { readAsOf } from "../flag-value.ts";

/** The flags of the commands on sessions. */
export interface SessionFlags {
  readonly json?: boolean;
  readonly limit?: string;
  readonly project?: string;
  readonly tag?: string[];
  readonly state?: string;
  readonly status?: string;
  readonly archived?: boolean;
  readonly source?: string;
  readonly session?: string;
  readonly kind?: string;
  readonly since?: string;
  readonly until?: string;
  readonly asOf?: string;
  readonly maxTokens?: string;
  readonly format?: string;
  readonly output?: string;
  readonly reason?: string;
  readonly yes?: boolean;
  readonly all?: boolean;
  readonly title?: string;
  readonly dryRun?: boolean;
  readonly retention?: string;
}

/** Adds one command on the ledger; the ledger is closed after its work. */
export type DefineOnLedger = (
  usage: string,
  description: string,
  work: (ledger: Sessions, flags: SessionFlags, args: string[]) => Promise<void>,
) => Command;

/** The output functions of a command on sessions. */
export interface SessionOutput {
  readonly out: (text: string) => void;
  /** Prints a value as JSON. */
  readonly json: (value: unknown) => void;
  readonly terminal: Terminal;
  readonly services: Services;
}

/** Adds some commands to `clew sessions`. */
export type DefineSessionCommand = (define: DefineOnLedger, output: SessionOutput) => void;

/** The option of commands that show a session as it was. */
export const AS_OF = [
  "--as-of <moment>",
  "as it was at a time, 2026-11-15T10:00:00Z, or after a thought, '#3'",
] as const;

/** A session and its ledger, as they were at the moment that the flags name. */
export async function findAsOf(now: Sessions, id: string, { asOf }: SessionFlags) {
  const ledger = await now.asOf(id, readAsOf(asOf));
  return { ledger, session: await ledger.need(id) };
}
