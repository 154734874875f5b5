/** The state and messages that the servers of one deployment share besides the ledger. A single server has no peers. */
export interface Peers {
  /** The id of this server: lowercase letters and digits, new at every start. */
  readonly self: string;
  remember(sessionId: string, opened: OpenedSession): Promise<void>;
  recall(sessionId: string): Promise<SessionFacts | undefined>;
  /** Changes a session, which counts as use. Returns undefined if the session is unknown. */
  note(sessionId: string, note: SessionNote): Promise<NotedSession | undefined>;
  /** Marks sessions as just used. */
  use(sessionIds: readonly string[]): Promise<void>;
  forget(sessionId: string): Promise<void>;
  /** Deletes sessions outside these bounds, old messages and full rate buckets. */
  tidy(keep: SessionBounds): Promise<void>;
  /** Sends a message. Messages of one sender arrive in the order in which they were sent, or not at all. */
  send(message: Omit<PeerMessage, "from">): Promise<void>;
  /** Calls back with each message to this server or to all servers, until the returned function is called. */
  receive(listener: (message: PeerMessage) => void): () => void;
  /** A random key of 32 bytes, the same for all servers. */
  secret(): Promise<Uint8Array>;
  /** Takes tokens from a rate bucket that all servers share. */
  lease(order: LeaseRequest): Promise<Lease>;
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
  /** The query of the URL that it was opened at, which selects tools. */
  readonly query: string;
}

/** The shared state of a session. */
export interface SessionFacts extends OpenedSession {
  /** Rises with every note. */
  readonly version: number;
  readonly level?: string | undefined;
  readonly subscriptions: readonly string[];
  /** The server where the client listens, or listened last. */
  readonly listener?: string | undefined;
  /** Milliseconds since the last use, on any server. */
  readonly restedMs: number;
}

/** A change of a session. */
export type SessionNote =
  | { readonly kind: "subscribed" | "unsubscribed"; readonly uri: string }
  | { readonly kind: "level"; readonly level: string }
  /** The client now listens at this server. */
  | { readonly kind: "listening" };

/** A session after a note. */
export type NotedSession = Pick<SessionFacts, "version" | "listener">;

/** Which sessions to keep: those used within `idleMs`, and of these the `maxSessions` most recently used. */
export interface SessionBounds {
  readonly idleMs: number;
  readonly maxSessions: number;
}

/** A message to another server about a session; without `to`, to all other servers. */
export interface PeerMessage {
  readonly to?: string | undefined;
  readonly from: string;
  readonly sessionId: string;
  /** Any JSON. */
  readonly body: unknown;
}

/** A request for tokens. Nothing is granted if fewer than `atLeast` are available. */
export interface LeaseRequest {
  readonly key: string;
  /** The capacity of the bucket, and its refill per minute. */
  readonly perMinute: number;
  readonly atLeast: number;
  readonly atMost: number;
  /** Unused tokens of an earlier lease, which are returned first. */
  readonly unused: number;
}

/** The granted tokens, and those left in the bucket. */
export interface Lease {
  readonly granted: number;
  readonly left: number;
}
