import type { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { ownerTag } from "../owner-ids.ts";
import { indexText } from "../search/index-text.ts";
import type { Write } from "./writer.ts";

/** How long one transaction may take, so that other writers do not wait long. */
const TURN_MS = 4;
/** The same while a search waits for many thoughts, or many callers write at once: then larger batches cost less. */
const LONG_TURN_MS = 15;
const FAR_BEHIND = 1_000;
/** How much longer the indexes rest after each transaction while they are far behind and callers write one by one. */
const REST = 3;
/** Many callers write at once if this many thoughts arrive from one transaction to the next. */
const FLOOD = 64;
/** The indexes are updated when no thought has arrived for a moment, and at the latest after this time. */
const PAUSE_MS = 20;
const LATEST_MS = 500;
/** How many thoughts are indexed again in one transaction. */
const REINDEXED = 200;

/**
 * Keeps the text index and the sessions' counts and last activity up to date with the thoughts. They are not written
 * with the thought, because that would double the cost of an append. Searches and lists catch up first, so they find
 * everything acknowledged.
 */
export function createIndexUpdates(
  db: DatabaseSync,
  write: Write["derived"],
  writeDerived: Write["derived"] = write,
) {
  const done = db.prepare("SELECT max(id) AS position FROM thought_text_docsize");
  const newest = db.prepare("SELECT max(position) AS position FROM thought");
  const waiting = db.prepare(
    `SELECT position, session_id, seq, branch_id, content, source, marks FROM thought
     WHERE position > ? ORDER BY position LIMIT 1000`,
  );
  const first = db.prepare(
    "SELECT position, session_id, seq, branch_id, content, source, marks FROM thought WHERE session_id = ? AND seq = 1",
  );
  const ofBranch = db.prepare(
    `SELECT position, session_id, seq, branch_id, content, source, marks FROM thought
     WHERE session_id = ? AND branch_id = ? AND position > ? ORDER BY position LIMIT ${REINDEXED}`,
  );
  const dropText = db.prepare("DELETE FROM thought_text WHERE rowid = ?");
  const addText = db.prepare("INSERT INTO thought_text (rowid, content, source, extra) VALUES (?, ?, ?, ?)");
  const owner = db.prepare("SELECT owner FROM session WHERE id = ?");
  const texts = db.prepare("SELECT title, project, tags FROM session WHERE id = ?");
  const count = db.prepare(
    `UPDATE session SET (thought_count, updated_at) =
         (SELECT seq, max(created_at, session.updated_at) FROM thought WHERE session_id = session.id ORDER BY seq DESC LIMIT 1),
       branch_count = ifnull((SELECT max(ordinal) FROM branch WHERE session_id = session.id), 0)
     WHERE id = ?`,
  );
  let timer: NodeJS.Timeout | undefined;
  let arrived = 0;
  let waitingSince = 0;
  let lastAt = 0;
  let updating = false;
  const positionOf = (statement: typeof done) => (statement.get()?.position as number | null) ?? 0;

  /** The owner is indexed like the source, so that a principal's search reads only its own thoughts. */
  function markOf(sessionId: string): string {
    const name = owner.get(sessionId)?.owner as string | null | undefined;
    return name ? ` ${ownerTag(name)}` : "";
  }

  /** The searchable text of a thought: its content and its declared facts. */
  const textOf = ({ content, marks }: Readonly<Record<string, unknown>>): string =>
    marks === null ? (content as string) : `${content}\n${marks}`;

  function extraOf(row: Readonly<Record<string, unknown>>): string {
    const session = row.seq === 1 ? texts.get(row.session_id as string) : undefined;
    return indexText({
      content: textOf(row),
      branchId: row.branch_id as string,
      session: session && {
        title: session.title as string,
        project: session.project as string,
        tags: JSON.parse(session.tags as string),
      },
    });
  }

  function index(turnMs: number): void {
    const from = positionOf(done);
    const end = performance.now() + turnMs;
    const marks = new Map<string, string>();
    for (const row of waiting.iterate(from)) {
      const sessionId = row.session_id as string;
      const mark = marks.get(sessionId) ?? markOf(sessionId);
      marks.set(sessionId, mark);
      addText.run(row.position as number, textOf(row), `${row.source}${mark}`, extraOf(row));
      if (performance.now() > end) break;
    }
    for (const id of marks.keys()) count.run(id);
  }

  /** Indexes what is written now; what arrives meanwhile has its own turn. */
  async function catchUp(): Promise<void> {
    const newestNow = positionOf(newest);
    for (let from = positionOf(done); from < newestNow; from = positionOf(done)) {
      const turnMs = newestNow - from > FAR_BEHIND ? LONG_TURN_MS : TURN_MS;
      await writeDerived(() => index(turnMs));
    }
  }

  /** The same in the background: after a burst, callers that write one by one hardly notice it. */
  async function catchUpSlowly(): Promise<void> {
    const target = positionOf(newest);
    let [from, seen] = [positionOf(done), target];
    while (from < target) {
      const now = positionOf(newest);
      const isFlood = now - seen >= FLOOD;
      seen = now;
      await writeDerived(() => index(isFlood ? LONG_TURN_MS : TURN_MS));
      from = positionOf(done);
      const isQuiet = performance.now() - lastAt >= PAUSE_MS;
      if (target - from > FAR_BEHIND && !isFlood && !isQuiet)
        await delay(TURN_MS * REST, undefined, { ref: false });
    }
  }

  function look(): void {
    const now = performance.now();
    const isQuiet = now - lastAt >= PAUSE_MS;
    if (!isQuiet && now - waitingSince < LATEST_MS && arrived < FAR_BEHIND) {
      timer = setTimeout(look, PAUSE_MS).unref();
      return;
    }
    timer = undefined;
    updating = true;
    arrived = 0;
    void catchUpSlowly()
      .catch(() => {})
      .then(() => {
        updating = false;
        if (arrived > 0) soon();
      });
  }

  /** Catches up in the background. If that fails, the next caller of `catchUp` tries again and gets the error. */
  function soon(): void {
    lastAt = performance.now();
    arrived += 1;
    if (timer !== undefined || updating) return;
    waitingSince = lastAt;
    timer = setTimeout(look, PAUSE_MS).unref();
  }

  function reindex(row: Readonly<Record<string, unknown>>): void {
    const position = row.position as number;
    // A thought that is not indexed yet will be.
    if (position > positionOf(done)) return;
    dropText.run(position);
    addText.run(position, textOf(row), `${row.source}${markOf(row.session_id as string)}`, extraOf(row));
  }

  return {
    catchUp,
    /** Indexes the first thought of a session again, which is found by the session's texts; in a write transaction. */
    reindexFirst(sessionId: string): void {
      const row = first.get(sessionId);
      if (row) reindex(row);
    },
    /** Indexes the thoughts of a branch again, in several transactions. */
    async reindexBranch(sessionId: string, branchId: string): Promise<void> {
      for (let after = 0; ; ) {
        const rows = await write(() => {
          const page = ofBranch.all(sessionId, branchId, after);
          for (const row of page) reindex(row);
          return page;
        });
        if (rows.length < REINDEXED) return;
        after = rows.at(-1)!.position as number;
      }
    },
    soon,
    close(): void {
      clearTimeout(timer);
      updating = true;
    },
  };
}
