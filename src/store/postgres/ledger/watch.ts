import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Queryable } from "../database.ts";
import type { Listener } from "../listen.ts";
import { feedState } from "./feed.ts";

/** The channel on which servers tell each other that they have written. */
const CHANNEL = "clew_change";
/** How often a server tells the others at most. */
const TELL_MS = 20;
/** How soon a follower looks again for what an older transaction holds back. */
const HELD_BACK_MS = 10;
/** How often a follower looks in any case. */
const POLL_MS = 1000;

/** The signal that the feed has something new, whichever server wrote it. */
export interface Watch {
  /** To be called when this server has written: tells the listeners here and the other servers. */
  wrote(): void;
  listen(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Makes the watch of one server. Listeners are called when something new can be read, not before. */
export function createWatch(db: Queryable, listening: Listener): Watch {
  const listeners = new Set<() => void>();
  const self = randomUUID();
  let stopListening: (() => void) | undefined;
  let seen = -1;
  let looking: Promise<void> | undefined;
  let again = false;
  let telling: Promise<void> | undefined;
  let pending = false;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function lookOnce(): Promise<void> {
    const before = seen;
    const { position, more } = await feedState(db);
    seen = position;
    lookIn(more ? HELD_BACK_MS : POLL_MS);
    if (position !== before) for (const listener of [...listeners]) listener();
  }

  function lookIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = listeners.size === 0 || closed ? undefined : setTimeout(look, milliseconds).unref();
  }

  function look(): void {
    again = listeners.size > 0 && !closed;
    if (again) looking ??= lookOften();
  }

  async function lookOften(): Promise<void> {
    while (again && !closed) {
      again = false;
      // A database that cannot be reached now is looked at again soon; whoever reads is told why.
      await lookOnce().catch(() => lookIn(POLL_MS));
    }
    looking = undefined;
  }

  function tell(): void {
    pending = true;
    telling ??= (async () => {
      while (pending) {
        pending = false;
        // Who did not hear of it looks within a second.
        await db.query("SELECT pg_notify($1, $2)", [CHANNEL, self]).catch(() => {});
        await delay(TELL_MS);
      }
      telling = undefined;
    })();
  }

  return {
    wrote() {
      tell();
      look();
    },
    listen(listener) {
      // Each registration is its own entry, even when the same function comes twice.
      const entry = () => listener();
      listeners.add(entry);
      if (listeners.size === 1) {
        stopListening = listening.listen(CHANNEL, (from) => from !== self && look(), look);
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
      await Promise.all([telling, looking]);
    },
  };
}
