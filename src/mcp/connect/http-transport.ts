import {
  type AuthProvider,
  type JSONRPCMessage,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { limitedFetch } from "./limited-fetch.ts";
import type { HttpPlan } from "./plan.ts";

type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1];

/** Streamable HTTP whose answers are limited in size, and which tells when a server breaks an answer off. */
export class HttpTransport extends StreamableHTTPClientTransport {
  constructor(
    { url, headers }: HttpPlan,
    maxMessageBytes: number,
    authProvider: AuthProvider | OAuthClientProvider | undefined,
  ) {
    super(url, {
      fetch: limitedFetch(maxMessageBytes),
      requestInit: { headers: { ...headers } },
      ...(authProvider && { authProvider }),
    });
  }

  /** The SDK lets a request wait for its time limit when the stream of its answer breaks off. */
  override send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !("method" in message) || !("id" in message) || options?.onRequestStreamEnd)
      return super.send(message, options);
    const error = { code: -32603, message: "The server broke its answer off." };
    const onRequestStreamEnd = () => this.onmessage?.({ jsonrpc: "2.0", id: message.id, error });
    return super.send(message, { ...options, onRequestStreamEnd });
  }
}
