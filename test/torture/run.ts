import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { startPostgres } from "../support/postgres.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { endAfter } from "./pace.ts";
import { playRounds } from "./play.ts";
import type { Ground } from "./server.ts";
import { summarize } from "./summary.ts";
import { createTally, type Tally } from "./tally.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

if (import.meta.main) await main(process.argv.slice(2));

/** The whole of `npm run torture`. */
async function main(args: readonly string[]): Promise<void> {
  let options: Options;
  try {
    options = readOptions(args, process.env);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
  const workspace = openWorkspace();
  const ground: Ground = { workspace, tally: createTally(), command: options.command };
  const { tally } = ground;
  const started = Date.now();
  const minutes = () => (Date.now() - started) / 60_000;
  const finish = (): void => {
    workspace.close();
    if (existsSync(workspace.root)) tally.leftovers.push("the temporary folder of the run");
    const { table, isFailure } = summarize(tally, {
      minutes: minutes(),
      seed: options.seed,
      store: storeOf(options),
    });
    // A pipe may take a long table in parts: what is not yet written when the process exits is lost.
    process.stdout.write(`\n${table}\n`, () => process.exit(isFailure ? 1 : 0));
  };
  const fail = (error: unknown): void => {
    tally.unexpectedExits.push(`the run itself failed: ${error instanceof Error ? error.stack : error}`);
  };
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.once(event, (error: unknown) => {
      fail(error);
      finish();
    });
  const stopping = endAfter(options.minutes * 60_000);
  process.once("exit", () => workspace.close());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());
  setInterval(() => console.log(progressLine(tally, minutes())), 30_000).unref();
  // Rounds end by themselves. A run that hangs all the same is a failure.
  setTimeout(
    () => {
      tally.unexpectedExits.push("the run did not end by itself");
      finish();
    },
    (options.minutes + 1) * 60_000,
  ).unref();

  console.log(`Torture: ${options.minutes} min, seed ${options.seed}, ${storeOf(options)}`);
  try {
    await using database = options.postgres
      ? await startPostgres({ durable: true, parent: workspace.root })
      : undefined;
    await playRounds(ground, { ...options, database }, stopping.signal);
  } catch (error) {
    fail(error);
  }
  await waitForProcesses(workspace, tally);
  finish();
}

function storeOf({ postgres, databaseUrl }: Options): string {
  if (postgres) return "PostgreSQL of its own";
  return databaseUrl === undefined ? "SQLite" : "PostgreSQL at DATABASE_URL";
}

function progressLine(tally: Tally, minutes: number): string {
  const { findings, kills, databaseKills, calls, acknowledged, unexpectedExits, rounds } = tally;
  const wrong = findings.lost.length + findings.doubled.length + findings.misplaced.length;
  return `${minutes.toFixed(1)} min: round ${rounds}, ${kills} kills, ${databaseKills} database kills, ${calls} calls, ${acknowledged} acknowledged, ${wrong} wrong, ${unexpectedExits.length} unexpected exits`;
}

/** Servers were stopped or killed: whatever they started must end soon too. */
async function waitForProcesses(workspace: Workspace, tally: Tally): Promise<void> {
  for (let tries = 0; tries < 50 && workspace.processes().length > 0; tries++) await delay(200);
  for (const pid of workspace.processes()) tally.leftovers.push(`process ${pid}: ${workspace.describe(pid)}`);
}
