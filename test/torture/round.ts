import type { RunningPostgres } from "../support/postgres.ts";
import type { Random } from "./random.ts";
import type { Ground } from "./server.ts";

/** The kinds of rounds: every attack at once, a disk that fills up, a database file that is taken away. */
export const kinds = ["mixed", "full-disk", "removed-file"] as const;

/** One of them. */
export type Kind = (typeof kinds)[number];

/** What every round is given. */
export interface RoundSetup {
  readonly ground: Ground;
  readonly random: Random;
  /** How long the round lasts once its servers are up, in milliseconds. */
  readonly lengthMs: number;
  /** When the whole run is over. */
  readonly stop: AbortSignal;
  /** The database server, where this run started it. */
  readonly database?: RunningPostgres | undefined;
}
