import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Change, SessionAction } from "../../../ledger/index.ts";
import { toSessionActions } from "../../ledger-rows.ts";
import type { FeedState } from "../../port.ts";
import type { Queryable, Row } from "../database.ts";
import type { Listener } from "../listen.ts";

/** Actions on a session, with who did them and when (in milliseconds). */
export interface ActionRecord {
  readonly actions: readonly SessionAction[];
  readonly by: string;
  readonly at: number;
}

/** Adds a session to the feed, as the first change of its transaction. The mark identifies the write. */
export async function addChange(
  tx: Queryable,
  sessionId: string,
  mark?: string,
  noteId?: string,
  action?: ActionRecord,
): Promise<number> {
  const [row] = await tx.query(
    `INSERT INTO clew.change (position, session_id, mark, note_id, actions, actor, at)
     VALUES (clew.next_position(0), $1, $2, $3, $4, $5, $6::bigint) RETURNING position`,
    [
      sessionId,
      mark ?? null,
      noteId ?? null,
      action?.actions.join(" ") ?? null,
      action?.by ?? null,
      action?.at ?? null,
    ],
  );
  return row!.position as number;
}

/** Whether the feed has a change with this mark. */
export async function hasChange(db: Queryable, position: number, mark: string): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM clew.change WHERE position = $1 AND mark = $2", [
    position,
    mark,
  ]);
  return rows.length > 0;
}

/** Reads the state of the feed. */
export async function feedState(db: Queryable): Promise<FeedState> {
  const [row] = await db.query(STATE);
  return { position: row!.position as number, more: row!.more as boolean };
}

/** Changes after a position, oldest first. */
export async function changesAfter(db: Queryable, after: number, limit: number): Promise<Change[]> {
  return (await db.query(AFTER, [after, Math.max(0, limit)])).map(toChange);
}

const STATE = `SELECT greatest(0,
    (SELECT max(position) FROM clew.thought WHERE position < clew.horizon()),
    (SELECT max(position) FROM clew.change WHERE position < clew.horizon())) AS position,
  EXISTS (SELECT 1 FROM clew.thought WHERE position >= clew.horizon())
    OR EXISTS (SELECT 1 FROM clew.change WHERE position >= clew.horizon()) AS more`;

const AFTER = `SELECT f.*, coalesce(s.owner, n.owner, d.owner) AS owner FROM (
    (SELECT position, session_id, seq, NULL AS notebook_id, NULL AS note_id, NULL AS actions, NULL AS actor,
        NULL::bigint AS at FROM clew.thought
      WHERE position > $1 AND position < clew.horizon() ORDER BY position LIMIT $2)
    UNION ALL
    (SELECT position, session_id, NULL, notebook_id, note_id, actions, actor, at FROM clew.change
      WHERE position > $1 AND position < clew.horizon() ORDER BY position LIMIT $2)
    ORDER BY position LIMIT $2) f
  LEFT JOIN clew.session s ON s.id = f.session_id LEFT JOIN clew.notebook n ON n.id = f.notebook_id
  LEFT JOIN clew.tombstone d ON d.name = f.session_id
  ORDER BY f.position`;

function toChange(row: Row): Change {
  const position = row.position as number;
  const owner = row.owner === null ? {} : { owner: row.owner as string };
  if (row.notebook_id !== null)
    return { position, notebookId: row.notebook_id as string, kind: "notebook", ...owner };
  const sessionId = row.session_id as string;
  const note = row.note_id === null ? {} : { noteId: row.note_id as string };
  if (row.seq === null)
    return { position, sessionId, kind: "session", ...note, ...toSessionActions(row), ...owner };
  return { position, sessionId, kind: "thought", seq: row.seq as number, ...owner };
}

/** Channel on which servers announce writes. */
const CHANNEL = "clew_change";
/** The shortest interval between announcements. */
const ANNOUNCE_MS = 20;
/** How soon to look again for changes behind an older transaction. */
const PENDING_MS = 10;
/** How often to look without an announcement. */
const POLL_MS = 1000;

/** Signals that the feed has new changes, from any server. */
export interface FeedWatch {
  /** Called after a write of this server: notifies the listeners here and the other servers. */
  wrote(): void;
  listen(onChange: () => void): () => void;
  close(): Promise<void>;
}

/** Creates the watch of one server. Listeners are called when changes are readable, not before. */
export function createFeedWatch(db: Queryable, listener: Listener): FeedWatch {
  const listeners = new Set<() => void>();
  const self = randomUUID();
  let stopListening: (() => void) | undefined;
  let seen = -1;
  let looking: Promise<void> | undefined;
  let again = false;
  let announcing: Promise<void> | undefined;
  let pending = false;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function lookOnce(): Promise<void> {
    const before = seen;
    const { position, more } = await feedState(db);
    seen = position;
    lookIn(more ? PENDING_MS : POLL_MS);
    if (position !== before) for (const onChange of [...listeners]) onChange();
  }

  function lookIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = listeners.size === 0 || closed ? undefined : setTimeout(look, milliseconds).unref();
  }

  function look(): void {
    again = listeners.size > 0 && !closed;
    if (again) looking ??= lookUntilCurrent();
  }

  async function lookUntilCurrent(): Promise<void> {
    while (again && !closed) {
      again = false;
      // If the database is unreachable, try again soon; readers get the error.
      await lookOnce().catch(() => lookIn(POLL_MS));
    }
    looking = undefined;
  }

  function announce(): void {
    pending = true;
    announcing ??= (async () => {
      while (pending) {
        pending = false;
        // A server that misses it looks within a second.
        await db.query("SELECT pg_notify($1, $2)", [CHANNEL, self]).catch(() => {});
        await delay(ANNOUNCE_MS);
      }
      announcing = undefined;
    })();
  }

  return {
    wrote() {
      announce();
      look();
    },
    listen(onChange) {
      // Wrapped, because the same function may be registered twice.
      const entry = () => onChange();
      listeners.add(entry);
      if (listeners.size === 1) {
        stopListening = listener.listen(CHANNEL, (from) => from !== self && look(), look);
        look();
      }
      return () => {
        listeners.delete(entry);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        stopListening?.();
      };
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all([announcing, looking]);
    },
  };
}
