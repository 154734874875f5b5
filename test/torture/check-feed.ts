import type { Findings, StoredThought } from "./checker.ts";

/** A change as a follower of the feed got it. */
export interface SeenChange {
  readonly position: number;
  readonly sessionId?: string;
  readonly seq?: number;
}

/**
 * Compares what a follower of the feed saw with what the ledger stores. It must have seen every thought that was stored
 * before it was asked to catch up, and nothing that is not stored at the end.
 */
export function checkFeed(
  seen: readonly SeenChange[],
  before: readonly StoredThought[],
  after: readonly StoredThought[] = before,
): Findings {
  const [lost, doubled, misplaced]: [string[], string[], string[]] = [[], [], []];
  const times = new Map<string, number>();
  const last = new Map<string, number>();
  let highest = 0;
  for (const { position, sessionId, seq } of seen) {
    if (position <= highest) misplaced.push(`the feed showed position ${position} after ${highest}`);
    highest = Math.max(highest, position);
    if (sessionId === undefined || seq === undefined) continue;
    const name = `${sessionId} ${seq}`;
    times.set(name, (times.get(name) ?? 0) + 1);
    const newest = last.get(sessionId) ?? 0;
    if (seq < newest) misplaced.push(`the feed showed ${name} after seq ${newest}`);
    last.set(sessionId, Math.max(newest, seq));
  }
  const due = new Set(before.map(({ sessionId, seq }) => `${sessionId} ${seq}`));
  for (const { sessionId, seq } of after) {
    const name = `${sessionId} ${seq}`;
    const count = times.get(name) ?? 0;
    if (count === 0 && due.has(name)) lost.push(`the feed never showed ${name}`);
    if (count > 1) doubled.push(`the feed showed ${name} ${count} times`);
    times.delete(name);
  }
  for (const name of times.keys()) misplaced.push(`the feed showed ${name}, which is not stored`);
  return { lost, doubled, misplaced };
}
