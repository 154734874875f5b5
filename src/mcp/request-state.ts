import { createHash, randomBytes } from "node:crypto";
import {
  createRequestStateCodec,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { type CallRequest, principalOf } from "./caller.ts";

/** The state of a multi round-trip call, which the client sends back. Signed, not encrypted: it contains no secret. */
export const CallState = z.strictObject({
  /** The idempotency key of the call in all its rounds. */
  key: z.uuid(),
  /** A hash of the tool and its arguments. */
  call: z.hash("sha256"),
  round: z.int().min(1).max(100),
  /** Results of steps that must not differ from round to round, by name. */
  steps: z.record(z.string(), z.json()),
  /** The client's answers so far, by the name of the request. */
  answers: z.record(z.string(), z.json()),
});
export type CallState = z.infer<typeof CallState>;

/** Signs and verifies the state. */
export interface StateCodec {
  mint(state: CallState, context: CallRequest): Promise<string>;
  /** Throws when the state is forged, expired, or belongs to another principal. */
  verify(text: string, context: ServerContext): Promise<CallState>;
}

/** How long a client and its user may take for one round. */
const ROUND_SECONDS = 900;

/** Creates a codec with the key that all servers of a deployment share; by default, a key of this process. */
export function createStateCodec(key: () => Promise<Uint8Array> = async () => randomBytes(32)): StateCodec {
  let made: Promise<RequestStateCodec<CallState>> | undefined;
  const codec = () => {
    made ??= key().then((secret) =>
      createRequestStateCodec<CallState>({
        key: secret,
        ttlSeconds: ROUND_SECONDS,
        bind: (context) => principalOf(context.http?.authInfo)?.name ?? "",
      }),
    );
    // If the key could not be read, the next call tries again.
    made.catch(() => {
      made = undefined;
    });
    return made;
  };
  return {
    mint: async (state, context) => (await codec()).mint(state, context as ServerContext),
    verify: async (text, context) => CallState.parse(await (await codec()).verify(text, context)),
  };
}

/** Hashes a tool call. */
export function hashCall(tool: string, input: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([tool, input ?? {}]))
    .digest("hex");
}
