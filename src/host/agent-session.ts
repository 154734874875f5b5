import { Failure } from "../ledger/index.ts";
import type { Message, Usage } from "../llm/index.ts";
import type { ServerSet } from "../mcp/connect/index.ts";
import type { LLMConfig } from "./config.ts";
import { asMuchAgain, type Grant, type Remaining, remaining } from "./limits/index.ts";
import { type MessageStream, type StreamOptions, streamMessage } from "./message-stream.ts";
import type { HostSessionState } from "./session-state.ts";
import { toStoredConfig } from "./stored-config.ts";

/** One message of a session's history. */
export type ChatMessage = Message;

/** A session's data. */
export interface SessionData {
  readonly id: string;
  /** Without the key, and without possible secrets in the server entries. */
  readonly llmConfig: LLMConfig;
  readonly messages: readonly ChatMessage[];
  readonly lastActivity: Date;
  /** All calls that ran in this session. */
  readonly toolCallCount: number;
}

/** Options for sending a message. */
export interface SendOptions {
  /** Aborts the message. */
  readonly signal?: AbortSignal;
}

/** An open session. */
export interface AgentSession extends SessionData {
  /** All tokens so far, as services report them. */
  readonly usage: Usage;
  /** In dollars, as far as prices are known. */
  readonly cost: number;
  /** What is left of each limit. */
  remaining(): Remaining;
  /**
   * Continues the last message where a limit, or the end of the program, stopped it. Without a grant, the amount that ran
   * out is granted again.
   */
  continue(more?: Grant, options?: SendOptions): MessageStream;
  /** The state of each server. */
  servers(): ReturnType<ServerSet["status"]>;
  /** The tools of all servers. */
  tools(): ReturnType<ServerSet["tools"]>;
  resources: ServerSet["resources"];
  readResource: ServerSet["readResource"];
  prompts: ServerSet["prompts"];
  getPrompt: ServerSet["getPrompt"];
}

/** The public view of a session. */
export function agentSession(state: HostSessionState, options: StreamOptions): AgentSession {
  const servers = () => {
    if (state.servers) return state.servers;
    throw new Failure("INVALID_ARGUMENT", { problem: "This session has no servers." });
  };
  return {
    id: state.id,
    get llmConfig() {
      return { ...toStoredConfig(state.config), model: state.model };
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
    remaining: () => remaining(state.budget, options.now()),
    continue(more, sendOptions) {
      const isOpen = state.messages.at(-1)?.role === "user";
      if (state.ended || (state.limited === undefined && !isOpen))
        throw new Failure("INVALID_ARGUMENT", { problem: "There is no message to continue: send one." });
      const granted = more ?? (state.limited ? asMuchAgain(state.budget, state.limited) : {});
      return streamMessage(state, { more: granted }, options, sendOptions?.signal);
    },
    servers: () => state.servers?.status() ?? [],
    tools: () => state.servers?.tools() ?? [],
    resources: async () => (await state.servers?.resources()) ?? [],
    readResource: async (server, uri) => servers().readResource(server, uri),
    prompts: async () => (await state.servers?.prompts()) ?? [],
    getPrompt: async (server, name, args) => servers().getPrompt(server, name, args),
  };
}
