import { type Attempt, attemptIdOf, type Journal, markOf } from "./journal.ts";

/** A thought as it is stored. */
export interface StoredThought {
  readonly sessionId: string;
  readonly seq: number;
  readonly number: number;
  readonly content: string;
}

/** A cell as it is stored. */
export interface StoredCell {
  readonly notebookId: string;
  readonly cellId: string;
  readonly content: string;
}

/** Everything that one ledger stores, read without the product. */
export interface StoredLedger {
  readonly thoughts: readonly StoredThought[];
  readonly cells: readonly StoredCell[];
}

/** What is wrong, one sentence each. */
export interface Findings {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly misplaced: readonly string[];
}

/** Compares what clients were answered with what the ledger stores. */
export function check(
  journal: Pick<Journal, "attempts" | "cells" | "contradictions">,
  ledger: StoredLedger,
): Findings {
  const lost: string[] = [];
  const doubled: string[] = [...journal.contradictions];
  const misplaced: string[] = [...gaps(ledger.thoughts)];
  const stored = Map.groupBy(ledger.thoughts, ({ content }) => attemptIdOf(content) ?? 0);
  const owners = new Map<string, string>();
  for (const attempt of journal.attempts) {
    const rows = stored.get(attempt.id) ?? [];
    const [row] = rows;
    if (rows.length > 1) doubled.push(`${nameOf(attempt)} is stored ${rows.length} times`);
    if (row === undefined) {
      if (attempt.acknowledged && !attempt.isElsewhere)
        lost.push(`${nameOf(attempt)} was acknowledged and is not stored`);
      continue;
    }
    // Only lone surrogates are replaced: they are not text.
    if (row.content !== attempt.content.toWellFormed()) lost.push(`${nameOf(attempt)} has another content`);
    misplaced.push(...whereElse(attempt, row));
    for (const { sessionId } of rows) {
      const owner = owners.get(sessionId) ?? attempt.owner;
      owners.set(sessionId, owner);
      if (owner !== attempt.owner)
        misplaced.push(`${nameOf(attempt)} of ${attempt.owner} is in ${sessionId}, a session of ${owner}`);
    }
  }
  const cells = new Map(ledger.cells.map((cell) => [`${cell.notebookId} ${cell.cellId}`, cell.content]));
  for (const { notebookId, cellId, content, isElsewhere } of journal.cells) {
    if (isElsewhere) continue;
    const kept = cells.get(`${notebookId} ${cellId}`);
    if (kept === undefined) lost.push(`cell ${cellId} of ${notebookId} was acknowledged and is not stored`);
    else if (kept !== content.toWellFormed())
      lost.push(`cell ${cellId} of ${notebookId} has another content`);
  }
  return { lost, doubled, misplaced };
}

/** Adds findings up. */
export function joinFindings(all: readonly Findings[]): Findings {
  return {
    lost: all.flatMap(({ lost }) => lost),
    doubled: all.flatMap(({ doubled }) => doubled),
    misplaced: all.flatMap(({ misplaced }) => misplaced),
  };
}

function* whereElse(attempt: Attempt, row: StoredThought): Generator<string> {
  const claimed = attempt.acknowledged;
  if (claimed === undefined) return;
  const wrong = [
    claimed.sessionId !== row.sessionId && `session ${row.sessionId}, not ${claimed.sessionId}`,
    claimed.seq !== undefined && claimed.seq !== row.seq && `seq ${row.seq}, not ${claimed.seq}`,
    claimed.number !== undefined &&
      claimed.number !== row.number &&
      `number ${row.number}, not ${claimed.number}`,
  ].filter((text) => text !== false);
  if (wrong.length > 0) yield `${nameOf(attempt)} is stored with ${wrong.join(" and ")}`;
}

/** Sessions whose `seq` is not 1, 2, 3… */
function* gaps(thoughts: readonly StoredThought[]): Generator<string> {
  for (const [sessionId, rows] of Map.groupBy(thoughts, (thought) => thought.sessionId)) {
    const sorted = rows.map(({ seq }) => seq).sort((a, b) => a - b);
    const at = sorted.findIndex((seq, index) => seq !== index + 1);
    if (at !== -1) yield `session ${sessionId} has seq ${sorted[at]} where ${at + 1} is expected`;
  }
}

function nameOf({ id, key }: Attempt): string {
  return `thought ${markOf(id)}${key === undefined ? "" : " (with a key)"}`;
}
