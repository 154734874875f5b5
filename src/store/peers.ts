/** What servers of one deployment share besides the ledger; a server that is alone has none. */
export interface Peers {
  /** The id of this server: lowercase letters and digits, new at every start. */
  readonly self: string;
  remember(sessionId: string, opened: OpenedSession): Promise<void>;
  recall(sessionId: string): Promise<SessionFacts | undefined>;
  /** Changes what is known of a session, which counts as use; undefined when it is not known. */
  note(sessionId: string, note: SessionNote): Promise<NotedSession | undefined>;
  /** These sessions have just been used. */
  use(sessionIds: readonly string[]): Promise<void>;
  forget(sessionId: string): Promise<void>;
  /** Forgets what nobody will ask for: sessions by their last use, old messages, full buckets. */
  tidy(keep: SessionBounds): Promise<void>;
  /** Sends a message. Messages of one sender arrive in the order in which they were sent, or not at all. */
  send(message: Omit<PeerMessage, "from">): Promise<void>;
  /** Calls back with each letter to this server, and with those to every other, until the returned function is called. */
  receive(listener: (message: PeerMessage) => void): () => void;
  /** A random key of 32 bytes, the same for all servers. */
  secret(): Promise<Uint8Array>;
  /** Takes tokens out of a bucket that all servers fill theirs from. */
  lease(order: LeaseOrder): Promise<Lease>;
}

/** A session as its client opened it. */
export interface OpenedSession {
  /** The parameters of the client's `initialize` request, with the negotiated protocol version. */
  readonly hello: {
    readonly protocolVersion: string;
    readonly capabilities: object;
    readonly clientInfo: { readonly name: string; readonly version: string };
  };
  /** The principal that opened it. */
  readonly owner?: string | undefined;
  /** The query of the URL that it was opened at: its choice of tools. */
  readonly query: string;
}

/** What is known of a session. */
export interface SessionFacts extends OpenedSession {
  /** Rises with every note. */
  readonly version: number;
  readonly level?: string | undefined;
  readonly subscriptions: readonly string[];
  /** The server where the client listens, or listened last. */
  readonly listener?: string | undefined;
  /** How long ago it was last used, on whichever server. */
  readonly restedMs: number;
}

/** A change of a session. */
export type SessionNote =
  | { readonly kind: "subscribed" | "unsubscribed"; readonly uri: string }
  | { readonly kind: "level"; readonly level: string }
  /** The sender is where the client listens from now on. */
  | { readonly kind: "listening" };

/** A session after a note. */
export type NotedSession = Pick<SessionFacts, "version" | "listener">;

/** What is kept of sessions: those used within so long, and the most recently used of them. */
export interface SessionBounds {
  readonly idleMs: number;
  readonly maxSessions: number;
}

/** What one server tells another about a session; without `to` it is for every other one. */
export interface PeerMessage {
  readonly to?: string | undefined;
  readonly from: string;
  readonly sessionId: string;
  /** Anything that JSON can carry. */
  readonly body: unknown;
}

/** So many tokens, or none when fewer than `atLeast` are there. */
export interface LeaseOrder {
  readonly key: string;
  /** What the bucket holds, and what flows into it in a minute. */
  readonly perMinute: number;
  readonly atLeast: number;
  readonly atMost: number;
  /** Unused tokens of an earlier lease, to be put back first. */
  readonly unused: number;
}

/** What was granted, and what is in the bucket after it. */
export interface Lease {
  readonly granted: number;
  readonly left: number;
}
