import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { Failure } from "../ledger/index.ts";
import type { SamplingAnswer, SamplingRequest } from "../llm/index.ts";
import type { Author } from "../reasoning/index.ts";
import type { ClientRoot, Watch } from "./define.ts";
import type { CallState, StateCodec } from "./request-state.ts";
import { sampledAnswer, toldRoots } from "./round-answers.ts";

/** The most rounds of one call; the SDK's client gives up after as many. */
const MAX_ROUNDS = 10;
/** The longest state that travels; HTTP bodies end at 4 MiB. */
const MAX_STATE_CHARACTERS = 2_000_000;
/** Requests that begin together travel together: how long the first one waits for others. */
const GATHER_MS = 20;

/**
 * One call of a 2026-07-28 client in several rounds. That revision has no requests from server to client: a call that
 * needs the client's folders or model ends with what it needs, and the client repeats it with the answers. The tool runs
 * from its beginning in every round; what it recorded before is found again by the key of the call.
 */
export interface Rounds {
  /** The client's folders; undefined when it does not offer them. */
  readonly roots?: () => Promise<readonly ClientRoot[] | undefined>;
  /** Has the client ask its model; undefined when it does not offer it. */
  readonly sample?: (request: SamplingRequest) => Promise<SamplingAnswer>;
  /** What a thought of this call is recorded under, so that a later round finds it. */
  readonly idempotency?: Author["idempotency"];
  readonly journal?: Watch["journal"];
  readonly isRepeated: boolean;
  /** The requests to the client, when the call cannot end without them. */
  needs(): Promise<InputRequiredResult | undefined>;
}

/** Reads what an earlier round left, and what the client declares with this request. */
export function openRounds(
  context: ServerContext,
  call: { readonly hash: () => string; readonly scope: string; readonly asksModel: boolean },
  codec: StateCodec,
): Rounds {
  const { mcpReq } = context;
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  const earlier = mcpReq.requestState() as CallState | undefined;
  if (earlier && earlier.call !== call.hash())
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "requestState belongs to another call: repeat the call that it was sent for, unchanged.",
      { reason: "invalid_request_state" },
    );
  const key = earlier?.key ?? randomUUID();
  const round = earlier?.round ?? 0;
  const answers = new Map<string, Json>(
    Object.entries({ ...earlier?.answers, ...asObject(mcpReq.inputResponses) }),
  );
  const steps = new Map<string, Json>(Object.entries(earlier?.steps ?? {}));
  const pending = new Map<string, InputRequest>();

  /** The answer to a request, or the end of this round. */
  async function need(name: string, request: InputRequest): Promise<unknown> {
    if (answers.has(name)) return answers.get(name);
    pending.set(name, request);
    await delay(GATHER_MS);
    throw new Failure("CANCELLED", {});
  }

  const scope = `${call.scope}/${key}`;
  return {
    isRepeated: round > 0,
    ...(declared?.roots && {
      roots: async () => toldRoots(await need("roots", inputRequired.listRoots())),
    }),
    ...(declared?.sampling && {
      sample: async (request) => {
        const params = { ...request, messages: [...request.messages] };
        const name = `sampling-${createHash("sha256").update(JSON.stringify(params)).digest("hex").slice(0, 32)}`;
        return sampledAnswer(await need(name, inputRequired.createMessage(params)));
      },
    }),
    ...(declared?.sampling &&
      call.asksModel && {
        idempotency: { scope, key: "answer" },
        journal: {
          key: scope,
          async remember<T>(name: string, step: () => Promise<T>): Promise<T> {
            // Answers of models are found by their requests.
            if (name !== "begin") return step();
            if (!steps.has(name)) steps.set(name, asJson(await step()));
            return steps.get(name) as T;
          },
        },
      }),
    async needs() {
      if (pending.size === 0) return undefined;
      if (round >= MAX_ROUNDS) throw tooMany("more rounds than a client takes part in");
      const state: CallState = {
        key,
        call: call.hash(),
        round: round + 1,
        steps: Object.fromEntries(steps),
        answers: Object.fromEntries(answers),
      };
      const requestState = await codec.mint(state, context);
      if (requestState.length > MAX_STATE_CHARACTERS) throw tooMany("longer answers than a client repeats");
      return inputRequired({ inputRequests: Object.fromEntries(pending), requestState });
    },
  };
}

function tooMany(what: string): Failure {
  return new Failure("ENGINE_REFUSED", {
    reason: `This needs ${what} (at most ${MAX_ROUNDS} rounds). What was recorded stays. Ask for less at once, or configure a model for the server: set ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENAI_BASE_URL or LANGBASE_API_KEY.`,
  });
}

type Json = CallState["answers"][string];

/** A value as JSON carries it. */
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

function asObject(value: unknown): Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null ? (asJson(value) as Record<string, Json>) : {};
}
