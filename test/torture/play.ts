import type { RunningPostgres } from "../support/postgres.ts";
import { createRandom, type Random } from "./random.ts";
import { type Kind, kinds, type RoundSetup } from "./round.ts";
import { fullDiskRound } from "./rounds/full-disk.ts";
import { mixedRound } from "./rounds/mixed.ts";
import { removedFileRound } from "./rounds/removed-file.ts";
import type { Ground } from "./server.ts";

/** The options of the run. */
export interface Play {
  readonly seed: string;
  readonly minutes: number;
  /** The only kind of round to run. */
  readonly only?: Kind | undefined;
  /** The database server that this run started. */
  readonly database?: RunningPostgres | undefined;
  /** An existing database. */
  readonly databaseUrl?: string | undefined;
}

/** After each kind was played once, most rounds are mixed. */
const LATER: readonly Kind[] = ["mixed", "mixed", "mixed", "full-disk", "removed-file"];

/** Runs one round after another, each on a new ledger if that is a file, until the run is over. */
export async function playRounds(ground: Ground, play: Play, stop: AbortSignal): Promise<void> {
  const random = createRandom(play.seed);
  const order = random.fork("kinds");
  const ends = Date.now() + play.minutes * 60_000;
  for (let number = 1; !stop.aborted; number++) {
    ground.tally.rounds += 1;
    const lengthMs = roundMs(number, ends - Date.now());
    const name = `round${number}`;
    const kind = play.only ?? kinds[number - 1] ?? order.pick(LATER);
    await playRound(
      kind,
      name,
      { ground, random: random.fork(name), lengthMs, stop, database: play.database },
      play,
    );
  }
}

async function playRound(kind: Kind, name: string, setup: RoundSetup, play: Play): Promise<void> {
  const { ground, random } = setup;
  const databaseUrl = await databaseOf(play);
  // A database server has its own disk and files, which are not attacked.
  if (databaseUrl !== undefined || kind === "mixed")
    return mixedRound(setup, nameIn(play, random, name), {
      home: ground.workspace.folder("home"),
      databaseUrl,
    });
  if (kind === "removed-file") return removedFileRound(setup, name);
  if (!(await fullDiskRound(setup, name))) ground.tally.missing.add(kind);
}

/** A new database for every round, if this run has started the server. */
async function databaseOf({ database, databaseUrl }: Play): Promise<string | undefined> {
  return database ? database.newDatabase() : databaseUrl;
}

/** In an existing database, names must differ from those of earlier runs. */
function nameIn({ databaseUrl }: Play, random: Random, name: string): string {
  return databaseUrl === undefined ? name : `${name}-${Date.now().toString(36)}${random.between(0, 999)}`;
}

/** Long enough for several kills, short enough for all kinds in the remaining time: servers may be slow to start. */
function roundMs(number: number, leftMs: number): number {
  const roundsToCome = Math.max(1, kinds.length - number + 1);
  return Math.min(25_000, Math.max(2_000, leftMs / roundsToCome - OVERHEAD_MS));
}

/** The time for starting, stopping and checking. */
const OVERHEAD_MS = 3_000;
