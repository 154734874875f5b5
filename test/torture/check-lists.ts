import type { Findings, StoredThought } from "./checker.ts";

interface ListedSession {
  readonly id: string;
  readonly thoughtCount: number;
}

/** Reads every session that a server lists, page by page. */
export async function listSessions(address: string): Promise<readonly ListedSession[]> {
  const all: ListedSession[] = [];
  for (let before: string | undefined; ; ) {
    const url = new URL("/api/sessions?limit=200", address);
    if (before !== undefined) url.searchParams.set("before", before);
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`/api/sessions answered ${answer.status}: ${await answer.text()}`);
    const page = (await answer.json()) as { sessions: ListedSession[]; next?: string };
    all.push(...page.sessions);
    if (page.next === undefined || page.sessions.length === 0) return all;
    before = page.next;
  }
}

/**
 * Compares the thought counts of a list of sessions with the thoughts themselves, read before and after the list: calls
 * whose clients have left may still be writing.
 */
export function checkLists(
  listed: readonly ListedSession[],
  before: readonly StoredThought[],
  after: readonly StoredThought[] = before,
): Findings {
  const [least, counts] = [countBySession(before), countBySession(after)];
  const [lost, doubled, misplaced]: [string[], string[], string[]] = [[], [], []];
  for (const { id, thoughtCount: claimed } of listed) {
    const stored = counts.get(id) ?? 0;
    if (!counts.delete(id) && claimed > 0) doubled.push(`session ${id} is listed twice, or has no thoughts`);
    else if (claimed > stored || claimed < (least.get(id) ?? 0))
      misplaced.push(`session ${id} is listed with ${claimed} thoughts and has ${stored}`);
  }
  for (const id of counts.keys()) if (least.has(id)) lost.push(`session ${id} is not listed`);
  return { lost, doubled, misplaced };
}

function countBySession(thoughts: readonly StoredThought[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { sessionId } of thoughts) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  return counts;
}
