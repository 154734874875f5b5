import { readTime } from "../../ledger/index.ts";
import { CommandFailure } from "../command.ts";
import { line } from "../table.ts";

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Reads `--since`: `30d`, `12h`, `2w`, or a time such as 2026-11-15. */
export function readSince(given: string, now: number): number {
  const relative = /^(\d{1,5})\s?([mhdw])/.exec(given.trim());
  if (relative) return now - Number(relative[1]) * UNITS[relative[2] as keyof typeof UNITS];
  const time = readTime(given, "since");
  if (time !== undefined) return Date.parse(time);
  throw new CommandFailure(`--since must be such as 30d, 12h or 2026-11-15, not '${line(given, 80)}'`, 2);
}
