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
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { Failure } from "../ledger/index.ts";
import type { SamplingAnswer, SamplingRequest } from "../llm/index.ts";
import type { Author } from "../sessions/index.ts";
import { type AskPerson, replyIn, replyRequest, showsForms } from "./ask-person.ts";
import type { CallRequest } from "./caller.ts";
import type { ClientRoot, ToolProgress } from "./define.ts";
import type { CallState, StateCodec } from "./request-state.ts";

/** The SDK's client gives up after this many round trips. */
const MAX_ROUNDS = 10;
/** HTTP request bodies are limited to 4 MiB. */
const MAX_STATE_CHARACTERS = 2_000_000;
/** How long the first request of a round waits for others to be sent along with it. */
const GATHER_MS = 20;

/**
 * A multi round-trip request of the 2026-07-28 revision, which has no requests from server to client. A call that needs
 * the client's roots or model returns what it needs (`inputRequests`), and the client repeats the call with the answers.
 * The tool runs from its beginning in every round; the key of the call finds what earlier rounds recorded.
 */
export interface MultiRoundTrip {
  /** The client's roots; absent when the client does not offer them. */
  readonly roots?: () => Promise<readonly ClientRoot[] | undefined>;
  /** Asks the client's model; absent when the client does not offer it. */
  readonly sample?: (request: SamplingRequest) => Promise<SamplingAnswer>;
  /** Asks the person at the client; absent when the client shows no forms. */
  readonly askPerson?: AskPerson;
  /** The idempotency key of this call's thought, so that a later round finds it. */
  readonly idempotency?: Author["idempotency"];
  readonly journal?: ToolProgress["journal"];
  readonly isRepeated: boolean;
  /** The result that asks the client for input; undefined when the call is complete. */
  inputRequired(): Promise<InputRequiredResult | undefined>;
}

/** Reads the state of earlier rounds and the capabilities the client declares with this request. */
export function openMultiRoundTrip(
  context: CallRequest,
  call: {
    readonly hash: () => string;
    readonly scope: string;
    readonly asksModel: boolean;
    readonly asksPerson: () => boolean;
  },
  codec: StateCodec,
): MultiRoundTrip {
  const { mcpReq } = context;
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  const earlier = mcpReq.requestState() as CallState | undefined;
  if (earlier && earlier.call !== call.hash())
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "`requestState` belongs to another call. Repeat the call it was sent for, unchanged.",
      { reason: "invalid_request_state" },
    );
  const key = earlier?.key ?? randomUUID();
  const round = earlier?.round ?? 0;
  const answers = new Map<string, Json>(
    Object.entries({ ...earlier?.answers, ...asObject(mcpReq.inputResponses) }),
  );
  const steps = new Map<string, Json>(Object.entries(earlier?.steps ?? {}));
  const pending = new Map<string, InputRequest>();

  /** Returns the client's answer, or ends this round when there is none yet. */
  async function ask(name: string, request: InputRequest): Promise<unknown> {
    if (answers.has(name)) return answers.get(name);
    pending.set(name, request);
    await delay(GATHER_MS);
    throw new Failure("CANCELLED", {});
  }

  const scope = `${call.scope}/${key}`;
  const asksPerson = showsForms(declared?.elicitation) && call.asksPerson();
  return {
    isRepeated: round > 0,
    ...(declared?.roots && {
      roots: async () => Roots.safeParse(await ask("roots", inputRequired.listRoots())).data?.roots,
    }),
    ...(declared?.sampling && {
      sample: async (request) => {
        const params = { ...request, messages: [...request.messages] };
        const name = `sampling-${shortHash(JSON.stringify(params))}`;
        return SampledMessage.parse(await ask(name, inputRequired.createMessage(params)));
      },
    }),
    ...(asksPerson && {
      askPerson: async (question) =>
        replyIn(await ask(`question-${shortHash(question)}`, replyRequest(question))),
    }),
    ...((asksPerson || (declared?.sampling && call.asksModel)) && {
      idempotency: { scope, key: "answer" },
    }),
    ...(declared?.sampling &&
      call.asksModel && {
        journal: {
          key: scope,
          async remember<T>(name: string, step: () => Promise<T>): Promise<T> {
            // Answers of the model are found by their requests.
            if (name !== "begin") return step();
            if (!steps.has(name)) steps.set(name, asJson(await step()));
            return steps.get(name) as T;
          },
        },
      }),
    async inputRequired() {
      if (pending.size === 0) return undefined;
      if (round >= MAX_ROUNDS) throw tooLong("more rounds than a client takes part in");
      const state: CallState = {
        key,
        call: call.hash(),
        round: round + 1,
        steps: Object.fromEntries(steps),
        answers: Object.fromEntries(answers),
      };
      const requestState = await codec.mint(state, context);
      if (requestState.length > MAX_STATE_CHARACTERS) throw tooLong("longer answers than a client repeats");
      return inputRequired({ inputRequests: Object.fromEntries(pending), requestState });
    },
  };
}

/** Answers come from the client: they are untrusted and bounded. */
const Roots = z.object({
  roots: z
    .array(z.object({ uri: z.string().max(10_000), name: z.string().max(1_000).optional() }))
    .max(1_000),
});
const Content = z.looseObject({ type: z.string(), text: z.unknown().optional() });
const SampledMessage = z.object({
  role: z.string(),
  model: z.string().max(200),
  content: z.union([Content, z.array(Content).max(1_000)]),
  stopReason: z.string().optional(),
});

function tooLong(what: string): Failure {
  return new Failure("ENGINE_REFUSED", {
    reason: `This call needs ${what} (at most ${MAX_ROUNDS} rounds). The thoughts recorded so far are kept. Ask for less at once, or configure a model for the server: set ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENAI_BASE_URL or LANGBASE_API_KEY.`,
  });
}

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

type Json = CallState["answers"][string];

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

function asObject(value: unknown): Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null ? (asJson(value) as Record<string, Json>) : {};
}
