import { Failure } from "../ledger/index.ts";
import type { Message, Usage } from "../llm/index.ts";
import type { ServerSet } from "../mcp/connect/index.ts";
import type { LLMConfig } from "./config.ts";
import { keptConfig } from "./kept-config.ts";
import { asMuchAgain, type Grant, type Remaining, remaining } from "./limits/index.ts";
import type { StreamSurroundings } from "./message-run.ts";
import { type MessageStream, streamMessage } from "./message-stream.ts";
import type { HostSessionState } from "./session-state.ts";

/** One message of a session's history. */
export type ChatMessage = Message;

/** What a session is and has done. */
export interface SessionData {
  readonly id: string;
  /** Without the key, and without what may be a secret in the entries of servers. */
  readonly llmConfig: LLMConfig;
  readonly messages: readonly ChatMessage[];
  readonly lastActivity: Date;
  /** All calls that were run in this session. */
  readonly toolCallCount: number;
}

/** How a message is sent. */
export interface SendOptions {
  /** Ends the work on it. */
  readonly signal?: AbortSignal | undefined;
}

/** An open session. */
export interface AgentSession extends SessionData {
  /** All tokens so far, as the service reports them. */
  readonly usage: Usage;
  /** In dollars, as far as prices are known. */
  readonly cost: number;
  /** What is left of what is limited. */
  remaining(): Remaining;
  /**
   * Goes on where a limit, or the end of the program, stopped the last message. Without a grant there is as much again
   * of what had run out.
   */
  continue(more?: Grant, options?: SendOptions): MessageStream;
  /** How each server is. */
  servers(): ReturnType<ServerSet["status"]>;
  /** The tools of all servers, with what they say of them. */
  tools(): ReturnType<ServerSet["tools"]>;
  resources: ServerSet["resources"];
  readResource: ServerSet["readResource"];
  prompts: ServerSet["prompts"];
  getPrompt: ServerSet["getPrompt"];
}

/** What the outside sees of a session. */
export function agentSession(state: HostSessionState, around: StreamSurroundings): AgentSession {
  const servers = () => {
    if (state.servers) return state.servers;
    throw new Failure("INVALID_ARGUMENT", { problem: "servers: this session has none." });
  };
  return {
    id: state.id,
    get llmConfig() {
      return { ...keptConfig(state.config), model: state.model };
    },
    get messages() {
      return [...state.messages];
    },
    get lastActivity() {
      return new Date(state.lastActivity);
    },
    get toolCallCount() {
      return state.budget.session.calls;
    },
    get usage() {
      return state.usage;
    },
    get cost() {
      return state.cost;
    },
    remaining: () => remaining(state.budget, around.now()),
    continue(more, options) {
      const isOpen = state.messages.at(-1)?.role === "user";
      if (state.ended || (state.limited === undefined && !isOpen))
        throw new Failure("INVALID_ARGUMENT", { problem: "There is nothing to go on with: send a message." });
      const granted = more ?? (state.limited ? asMuchAgain(state.budget, state.limited) : {});
      return streamMessage(state, { more: granted }, around, options?.signal);
    },
    servers: () => state.servers?.status() ?? [],
    tools: () => state.servers?.tools() ?? [],
    resources: async () => (await state.servers?.resources()) ?? [],
    readResource: async (server, uri) => servers().readResource(server, uri),
    prompts: async () => (await state.servers?.prompts()) ?? [],
    getPrompt: async (server, name, args) => servers().getPrompt(server, name, args),
  };
}
