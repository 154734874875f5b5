import {
  type JSONRPCMessage,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/** Changes what goes out to the client; undefined keeps it back. */
export type Outward = (
  message: JSONRPCMessage,
  relatedRequestId: RequestId | undefined,
) => Promise<JSONRPCMessage | undefined>;

/** The SDK's transport, watched: it is busy while a request has no answer yet or a client listens. */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #unanswered = new Set<RequestId>();
  #holds = 0;
  lastUsed = performance.now();
  /** Where the session is shared with other servers. */
  outward: Outward | undefined;

  get busy(): boolean {
    return this.#unanswered.size > 0 || this.#holds > 0;
  }

  /** Whether a request of the client is under way here. */
  isAnswering(id: unknown): boolean {
    return this.#unanswered.has(id as RequestId);
  }

  /** Keeps the session busy until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    this.lastUsed = performance.now();
    let held = true;
    return () => {
      if (held) this.#holds -= 1;
      held = false;
      this.lastUsed = performance.now();
    };
  }

  watch(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#unanswered.add(message.id);
    // A cancelled request is never answered.
    else if (message.method === "notifications/cancelled") {
      this.#unanswered.delete(message.params?.requestId as RequestId);
    }
  }

  override async send(message: JSONRPCMessage, options?: { relatedRequestId?: RequestId }): Promise<void> {
    try {
      const outgoing = this.outward ? await this.outward(message, options?.relatedRequestId) : message;
      if (outgoing) await super.send(outgoing, options);
    } finally {
      if (!("method" in message) && message.id !== undefined) this.#unanswered.delete(message.id);
      this.lastUsed = performance.now();
    }
  }

  /** Sends a message as it is to the client that listens, or keeps it for when it comes back. */
  async sayAloud(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
  }
}
