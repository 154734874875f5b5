import { MOMENTS, type Moment, readMoment, readTime } from "../ledger/index.ts";
import { CommandFailure } from "./command.ts";
import { line } from "./table.ts";

/** Reads a flag as a whole number of 1 or more; anything else is a usage error. */
export function readCount(flag: string, given: string): number {
  const number = Number(given);
  if (given.trim() === "" || !Number.isSafeInteger(number) || number < 1)
    throw new CommandFailure(`${flag} must be a whole number of 1 or more, not '${line(given, 80)}'`, 2);
  return number;
}

/** Reads `--since` or `--until` as a time; anything else is a usage error. */
export function readEdge(edge: "since" | "until", given: string): string {
  const time = readTime(given, edge);
  if (time === undefined)
    throw new CommandFailure(
      `--${edge} must be a time such as 2026-11-15 or 2026-11-15T10:00:00Z, not '${line(given, 80)}'`,
      2,
    );
  return time;
}

/** Reads `--as-of`, if it is given, as a moment of a session; anything else is a usage error. */
export function readAsOf(given: string | undefined): Moment | undefined {
  if (given === undefined) return undefined;
  const moment = readMoment(given);
  if (!moment) throw new CommandFailure(`--as-of must be ${MOMENTS}, not '${line(given, 80)}'`, 2);
  return moment;
}

/** Reads a flag as one of these values; anything else is a usage error. */
export function readChoice<T extends string>(flag: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === given);
  if (found === undefined)
    throw new CommandFailure(`${flag} must be one of ${allowed.join(", ")}, not '${line(given, 80)}'`, 2);
  return found;
}
