import { type Change, type SessionSummary, sessionState, type Thought } from "../../ledger/index.ts";
import type { Store } from "../../store/port.ts";
import { noteLine } from "../note.ts";
import { line } from "../table.ts";

/** How many thoughts are shown at the start. */
const EARLIER = 10;
/** How many of the newest sessions are searched for open questions. */
const SESSIONS = 200;

/** The output of `clew watch`. */
export interface WatchView {
  /** Prints open questions, then the newest thoughts and the open notes of the session. */
  begin(): Promise<void>;
  /** Prints a change. */
  show(change: Change): Promise<void>;
  /** The session that the newest line is about. */
  latest(): string | undefined;
  pause(): void;
  resume(): void;
}

/** Prints changes of one session, or of all, as lines. */
export function createView(store: Store, out: (text: string) => void, only?: string): WatchView {
  let latest = only;
  let held: string[] | undefined;
  const asked = new Map<string, string>();
  const branches = new Set<string>();

  function print(text: string): void {
    if (held) held.push(text);
    else out(`${text}\n`);
  }

  /** Prints a session's open question once. */
  function ask({ id, needsInput, needsInputOn }: SessionSummary): void {
    if (needsInput === undefined) asked.delete(id);
    else if (asked.get(id) !== needsInput) {
      asked.set(id, needsInput);
      print(`? ${line(id)} #${needsInputOn} needs your input: ${line(needsInput, 400)}`);
    }
  }

  function think({ sessionId, number, branchId, isRevision, revises, content }: Thought): void {
    const branch = branchId === undefined ? "" : ` [${line(branchId, 40)}]`;
    if (branchId !== undefined && !branches.has(`${sessionId} ${branchId}`)) {
      branches.add(`${sessionId} ${branchId}`);
      print(`+ ${line(sessionId)} branch ${line(branchId, 80)}`);
    }
    const revision = isRevision ? ` (revises #${revises})` : "";
    print(`  ${line(sessionId)} #${number}${branch}${revision}  ${line(content, 400)}`);
  }

  return {
    async begin() {
      const session = only === undefined ? undefined : await store.session(only);
      const sessions = session ? [session] : await store.sessions({ limit: SESSIONS });
      for (const one of sessions) ask(one);
      if (!session) {
        latest = sessions[0]?.id;
        return print(`Following ${sessions.length === 0 ? "the ledger" : "all sessions"}.`);
      }
      print(
        `Following ${line(session.id)}: ${line(session.title, 200)} (${sessionState(session, Date.now())})`,
      );
      const after = Math.max(0, session.thoughtCount - EARLIER);
      for (const thought of await store.thoughts(session.id, { after })) think(thought);
      for (const note of await store.notes(session.id, { open: true })) print(`! ${noteLine(note)}`);
    },
    async show({ kind, sessionId, seq, noteId }) {
      if (sessionId === undefined || (only !== undefined && sessionId !== only)) return;
      latest = only ?? sessionId;
      if (kind === "thought")
        for (const thought of await store.thoughts(sessionId, { after: seq! - 1, limit: 1 })) {
          think(thought);
          if (thought.metadata.needsInput === undefined) continue;
          const session = await store.session(sessionId);
          if (session) ask(session);
        }
      if (noteId !== undefined) {
        const [note] = await store.notes(sessionId, { id: noteId, limit: 1 });
        if (note) print(`! ${line(sessionId)}  ${noteLine(note)}`);
        const session = await store.session(sessionId);
        if (session) ask(session);
      }
    },
    latest: () => latest,
    pause() {
      held ??= [];
    },
    resume() {
      const lines = held ?? [];
      held = undefined;
      for (const text of lines) print(text);
    },
  };
}
