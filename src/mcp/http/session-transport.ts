import {
  type JSONRPCMessage,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { SessionCalls } from "./session-calls.ts";

/** Changes a message to the client before it is sent; undefined drops it. */
export type Outward = (
  message: JSONRPCMessage,
  relatedRequestId: RequestId | undefined,
) => Promise<JSONRPCMessage | undefined>;

/** The SDK's transport, which also knows whether it is busy: a request is unanswered, or a client listens. */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #unanswered = new Set<RequestId>();
  #holds = 0;
  lastUsed = performance.now();
  /** Set when other servers share the session. */
  outward: Outward | undefined;
  /** The calls that are answered without the SDK. */
  calls: SessionCalls | undefined;

  get busy(): boolean {
    return this.#unanswered.size > 0 || this.#holds > 0;
  }

  isAnswering(id: unknown): boolean {
    return this.#unanswered.has(id as RequestId);
  }

  /** Keeps the session busy until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    this.lastUsed = performance.now();
    let isHeld = true;
    return () => {
      if (isHeld) this.#holds -= 1;
      isHeld = false;
      this.lastUsed = performance.now();
    };
  }

  /** Counts the requests that need an answer. */
  onReceived(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if ("id" in message) this.#unanswered.add(message.id);
    // A cancelled request is never answered.
    else if (message.method === "notifications/cancelled") {
      const id = message.params?.requestId as RequestId;
      this.#unanswered.delete(id);
      this.calls?.cancel(id);
    }
  }

  override async send(message: JSONRPCMessage, options?: { relatedRequestId?: RequestId }): Promise<void> {
    const id = options?.relatedRequestId;
    if (id !== undefined) await this.calls?.streamOf(id);
    try {
      const outgoing = this.outward ? await this.outward(message, options?.relatedRequestId) : message;
      if (outgoing) await super.send(outgoing, options);
    } finally {
      if (!("method" in message) && message.id !== undefined) this.#unanswered.delete(message.id);
      this.lastUsed = performance.now();
    }
  }

  /** Sends a message to the listening client without `outward`, or keeps it until the client comes back. */
  async sendUnchanged(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
  }
}
