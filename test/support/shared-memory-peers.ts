import type { PeerMessage, Peers, SessionFacts } from "../../src/store/peers.ts";

/** Servers in one process that share what servers of one deployment share. */
export interface Hub {
  /** One more server. */
  join(): Peers;
  /** The server has ended: nothing reaches it any more. */
  kill(peers: Peers): void;
}

interface Remembered extends Omit<SessionFacts, "restedMs"> {
  readonly lastUse: number;
}

/** Peers that share the memory of this process; messages travel as JSON, one event loop turn later. */
export function sharedMemoryPeers(now: () => number = () => performance.now()): Hub {
  const sessions = new Map<string, Remembered>();
  const servers = new Map<string, Set<(message: PeerMessage) => void>>();
  const buckets = new Map<string, { left: number; filled: number }>();
  const secret = crypto.getRandomValues(new Uint8Array(32));

  function join(): Peers {
    const self = `memory${servers.size + 1}`;
    servers.set(self, new Set());
    return {
      self,
      async remember(sessionId, opened) {
        const kept = JSON.parse(JSON.stringify(opened));
        sessions.set(sessionId, { ...kept, version: 0, subscriptions: [], lastUse: now() });
      },
      async recall(sessionId) {
        const { lastUse, ...facts } = sessions.get(sessionId) ?? {};
        return lastUse === undefined ? undefined : { ...(facts as Remembered), restedMs: now() - lastUse };
      },
      async note(sessionId, note) {
        const known = sessions.get(sessionId);
        if (!known) return undefined;
        const others = known.subscriptions.filter((uri) => !("uri" in note && note.uri === uri));
        const noted: Remembered = {
          ...known,
          version: known.version + 1,
          lastUse: now(),
          subscriptions: note.kind === "subscribed" ? [...others, note.uri] : others,
          ...(note.kind === "level" && { level: note.level }),
          ...(note.kind === "listening" && { listener: self }),
        };
        sessions.set(sessionId, noted);
        return { version: noted.version, listener: noted.listener };
      },
      async use(sessionIds) {
        for (const id of sessionIds) {
          const known = sessions.get(id);
          if (known) sessions.set(id, { ...known, lastUse: now() });
        }
      },
      async forget(sessionId) {
        sessions.delete(sessionId);
      },
      async tidy({ idleMs, maxSessions }) {
        const rested = [...sessions].toSorted(([, a], [, b]) => b.lastUse - a.lastUse);
        for (const [at, [id, { lastUse }]] of rested.entries())
          if (at >= maxSessions || lastUse < now() - idleMs) sessions.delete(id);
      },
      async send(message) {
        const text = JSON.stringify({ ...message, from: self });
        const to =
          message.to === undefined ? [...servers.keys()].filter((one) => one !== self) : [message.to];
        setImmediate(() => {
          for (const server of to) for (const hear of servers.get(server) ?? []) hear(JSON.parse(text));
        });
      },
      receive(listener) {
        servers.get(self)?.add(listener);
        return () => void servers.get(self)?.delete(listener);
      },
      secret: async () => secret,
      async lease({ key, perMinute, atLeast, atMost, unused }) {
        const bucket = buckets.get(key) ?? { left: perMinute, filled: now() };
        const flown = ((now() - bucket.filled) * perMinute) / 60_000;
        const full = Math.min(perMinute, bucket.left + flown + unused);
        const granted = full < atLeast ? 0 : Math.min(atMost, Math.floor(full));
        buckets.set(key, { left: full - granted, filled: now() });
        return { granted, left: full - granted };
      },
    };
  }

  return {
    join,
    kill: ({ self }) => void servers.get(self)?.clear(),
  };
}
