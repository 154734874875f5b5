import { createHash, randomBytes } from "node:crypto";
import {
  createRequestStateCodec,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { principalIn } from "./caller.ts";

/** What a call must know again when its client repeats it with the answers. Signed, not encrypted: it holds no secret. */
export const CallState = z.strictObject({
  /** Names the call in all its rounds; what it records is recorded under this key once. */
  key: z.uuid(),
  /** The tool and its arguments, as a hash. */
  call: z.hash("sha256"),
  round: z.int().min(1).max(100),
  /** Results of steps that must not differ from round to round, by name. */
  steps: z.record(z.string(), z.json()),
  /** What the client answered so far, by the name of the request. */
  answers: z.record(z.string(), z.json()),
});
export type CallState = z.infer<typeof CallState>;

/** Signs and checks the state that travels through the client. */
export interface StateCodec {
  mint(state: CallState, context: ServerContext): Promise<string>;
  /** Throws when the state is forged, expired, or of another principal. */
  verify(text: string, context: ServerContext): Promise<CallState>;
}

/** How long a client, and the person in front of it, may take for one round. */
const ROUND_SECONDS = 900;

/** A codec with the key that all servers of a deployment share; without one, a key of this process. */
export function createStateCodec(key: () => Promise<Uint8Array> = async () => randomBytes(32)): StateCodec {
  let made: Promise<RequestStateCodec<CallState>> | undefined;
  const codec = () => {
    made ??= key().then((secret) =>
      createRequestStateCodec<CallState>({
        key: secret,
        ttlSeconds: ROUND_SECONDS,
        bind: (context) => principalIn(context.http?.authInfo)?.name ?? "",
      }),
    );
    // A key that could not be read is read again by the next call.
    made.catch(() => {
      made = undefined;
    });
    return made;
  };
  return {
    mint: async (state, context) => (await codec()).mint(state, context),
    verify: async (text, context) => CallState.parse(await (await codec()).verify(text, context)),
  };
}

/** A tool call as its state names it: the same call has the same hash. */
export function hashCall(tool: string, input: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([tool, input ?? {}]))
    .digest("hex");
}
