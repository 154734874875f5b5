import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Kind, kinds } from "./round.ts";

/** The command line of a run. */
export interface Options {
  readonly minutes: number;
  readonly seed: string;
  /** Whether the run starts its own PostgreSQL server. */
  readonly postgres: boolean;
  readonly databaseUrl: string | undefined;
  /** The only kind of round to play. */
  readonly only: Kind | undefined;
  /** The program to attack. */
  readonly command: string;
}

export const usage = `npm run torture -- [--minutes N] [--seed S] [--postgres] [--only KIND] [--command FILE]

Attacks a built Clew for N minutes (1 by default) and compares every acknowledged answer with the ledger.
  --seed S        repeats the schedule of an earlier run
  --postgres      starts a PostgreSQL server of its own, and kills that too
  --only KIND     plays rounds of one kind only: mixed, full-disk or removed-file
  --command FILE  attacks another build: a JavaScript file that takes the arguments of clew
With DATABASE_URL set, the servers share that database, which must be empty.`;

const clewCommand = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));
const built = fileURLToPath(new URL("../../dist/cli/clew.js", import.meta.url));

/** Reads the command line; a mistake is thrown as a sentence. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "1" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
      postgres: { type: "boolean", default: false },
      only: { type: "string" },
      command: { type: "string" },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 24 * 60))
    throw new Error("--minutes must be a number above 0 and at most 1440.");
  if (values.command === undefined && !existsSync(built))
    throw new Error("Clew is not built. Run `npm run build` first.");
  const only = kinds.find((kind) => kind === values.only);
  if (values.only !== undefined && only === undefined)
    throw new Error(`--only must be one of ${kinds.join(", ")}.`);
  const databaseUrl = env.DATABASE_URL || undefined;
  if (values.postgres && databaseUrl !== undefined)
    throw new Error("Use --postgres or DATABASE_URL, not both.");
  const command = values.command === undefined ? clewCommand : resolve(values.command);
  return { minutes, seed: values.seed, postgres: values.postgres, databaseUrl, only, command };
}
