import { readTime } from "../ledger/index.ts";
import { CommandFailure } from "./command.ts";
import { line } from "./table.ts";

/** The whole number of 1 or more that a flag gives; anything else is used wrongly. */
export function readCount(flag: string, given: string): number {
  const number = Number(given);
  if (given.trim() === "" || !Number.isSafeInteger(number) || number < 1)
    throw new CommandFailure(`${flag}: '${line(given, 80)}' is not a whole number of 1 or more`, 2);
  return number;
}

/** The time that `--since` or `--until` gives; anything else is used wrongly. */
export function readEdge(edge: "since" | "until", given: string): string {
  const time = readTime(given, edge);
  if (time === undefined)
    throw new CommandFailure(
      `--${edge}: '${line(given, 80)}' is no time; write 2026-11-15 or 2026-11-15T10:00:00Z`,
      2,
    );
  return time;
}

/** The one of these words that a flag gives; anything else is used wrongly. */
export function readChoice<T extends string>(flag: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === given);
  if (found === undefined)
    throw new CommandFailure(`${flag}: '${line(given, 80)}' is not one of ${allowed.join(", ")}`, 2);
  return found;
}
