import { Failure } from "../ledger/index.ts";
import type { Engine, ThinkingMemory, UserMessage } from "../llm/index.ts";
import type { Callbacks, ConnectOptions } from "../mcp/connect/index.ts";
import { lazyStore } from "../store/lazy.ts";
import { openStore } from "../store/open.ts";
import type { Opaque, Store } from "../store/port.ts";
import { type AgentSession, agentSession, type SendOptions } from "./agent-session.ts";
import { type LLMConfig, modelName, readConfig } from "./config.ts";
import { keep } from "./keep.ts";
import { endMessage, forkBudget, readLimits, withLimits } from "./limits/index.ts";
import { answerOpenCalls } from "./loop/answer-open-calls.ts";
import { runMessage } from "./loop/run-message.ts";
import type { HostTool, LoopParts, ToolHooks } from "./loop.ts";
import { collectAnswer, type MessageAnswer } from "./message-answer.ts";
import type { StreamSurroundings } from "./message-run.ts";
import { type MessageStream, streamMessage } from "./message-stream.ts";
import {
  type Beginning,
  newSessionId,
  type OpenSurroundings,
  openSession,
  thinkWith,
} from "./open-session.ts";
import { readSession } from "./resumed.ts";
import type { SamplingOptions } from "./sampling.ts";
import { serverTools } from "./server-tools.ts";
import { type HostSessionState, namesOf, recordOf } from "./session-state.ts";

/** What a manager works with; all of it may be left out. */
export interface SessionManagerOptions extends ToolHooks, Pick<Callbacks, "elicit"> {
  /** Where sessions and their reasoning are kept; in this process only when absent. */
  readonly store?: Store;
  /** Takes the turns of every session, whatever its configuration says. */
  readonly engine?: Engine;
  /** Keys and addresses that configurations leave out, and what servers may know of their surroundings. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How servers are connected: their authorization, roots and time limits. */
  readonly connect?: Omit<ConnectOptions, "env" | "elicit" | "sample" | "names">;
  /** Lets servers ask the model of their session; off unless it is given. */
  readonly sampling?: SamplingOptions;
  /** How tools are run. */
  readonly loop?: Pick<LoopParts, "parallel" | "resultLetters" | "toolTimeoutMs">;
  /** How often a turn is tried again after a passing failure; 3 times unless it says otherwise. */
  readonly maxRetries?: number;
  /** How long a turn may be silent, in milliseconds; two minutes unless it says otherwise. */
  readonly timeoutMs?: number;
  /** The pause before the first retry, in milliseconds; it doubles. A second unless it says otherwise. */
  readonly retryDelayMs?: number;
  /** Put around every engine that a configuration asks for, for example to keep a record of its turns. */
  readonly observe?: (engine: Engine) => Engine;
  readonly now?: () => number;
}

/** What a person may say: a text, or texts and pictures. */
export type MessageContent = string | UserMessage["content"];

/** Agents with limits: opens sessions, works on their messages, keeps them. */
export class SessionManager {
  readonly #sessions = new Map<string, { readonly state: HostSessionState; readonly shown: AgentSession }>();
  readonly #store: Store;
  readonly #ownsStore: boolean;
  readonly #opening: OpenSurroundings;
  readonly #streaming: StreamSurroundings;

  constructor(options: SessionManagerOptions = {}) {
    const { env = {}, now = Date.now, approve, beforeTool, afterTool, elicit } = options;
    const memory: ThinkingMemory = new Map();
    this.#store = options.store ?? lazyStore(() => openStore({ memory: true }));
    this.#ownsStore = options.store === undefined;
    this.#opening = {
      engine: options.engine,
      engines: {
        env,
        memory,
        retries: { maxRetries: options.maxRetries ?? 3, delayMs: options.retryDelayMs ?? 1000 },
        timeoutMs: options.timeoutMs ?? 120_000,
        observe: options.observe,
      },
      connect: { ...options.connect, env, ...(elicit && { elicit }) },
      sampling: options.sampling,
      now,
    };
    this.#streaming = {
      store: this.#store,
      run: runMessage,
      now,
      tools: toolsOf,
      loop: {
        ...options.loop,
        hooks: {
          ...(approve && { approve }),
          ...(beforeTool && { beforeTool }),
          ...(afterTool && { afterTool }),
        },
      },
    };
  }

  /** Opens a session: checks the configuration and connects its servers. */
  async initializeSession(config: LLMConfig): Promise<AgentSession> {
    return this.#begin(config, { id: newSessionId(config?.title, this.#opening.now()) });
  }

  /** Works on a message to its end; throws a `MessageFailure` where it ends in an error. */
  async sendMessage(id: string, content: MessageContent, options?: SendOptions): Promise<MessageAnswer> {
    return collectAnswer(this.sendMessageStream(id, content, options));
  }

  /** Works on a message and tells what happens, as it happens. */
  sendMessageStream(id: string, content: MessageContent, options: SendOptions = {}): MessageStream {
    return streamMessage(this.#open(id), { message: toMessage(content) }, this.#streaming, options.signal);
  }

  /** A session that is open here. */
  getSession(id: string): AgentSession | undefined {
    return this.#sessions.get(id)?.shown;
  }

  /** Ends a session for good: its servers are stopped, and its reasoning is complete. */
  async endSession(id: string): Promise<void> {
    const state = this.#open(id);
    state.ended = true;
    state.stop?.();
    this.#sessions.delete(id);
    await state.servers?.close();
    const kept = await keep(state, this.#store);
    if (kept) throw kept.cause;
    if (await this.#store.session(id)) await this.#store.changeSession(id, { status: "completed" });
  }

  /**
   * A second session with the history of this one up to now. It has what is left of this one's budget; what it is given
   * limits of its own for (`max_tool_calls`, `limits`) it begins with in full.
   */
  async forkSession(id: string, config: Partial<LLMConfig> = {}): Promise<AgentSession> {
    const state = this.#open(id);
    const { config: own, messages: said, model, foreign } = state;
    const messages = answerOpenCalls(said);
    const forked = { ...own, ...config };
    const same = modelName(forked.model) === model;
    return this.#begin(forked, {
      id: newSessionId(forked.title, this.#opening.now()),
      messages,
      carried: {
        foreign: same ? foreign : messages.length,
        names: namesOf(state),
        budget: forkBudget(
          endMessage(state.work?.budget() ?? state.budget, this.#opening.now()),
          readLimits(forked.max_tool_calls, forked.limits),
          { calls: config.max_tool_calls !== undefined, resources: config.limits !== undefined },
        ),
        forkedFrom: { sessionId: id, messages: said.length },
      },
    });
  }

  /**
   * Goes on with a session that is in the store. Keys are not kept: they come from the configuration or the environment.
   */
  async resumeSession(id: string, config?: Partial<LLMConfig>): Promise<AgentSession> {
    const open = this.#sessions.get(id);
    if (open && !config) return open.shown;
    if (open?.state.stop) throw busy();
    const resumed = await readSession(this.#store, id, config);
    const state = await openSession(resumed.config, resumed.beginning, this.#opening);
    await open?.state.servers?.close();
    return this.#admit(state);
  }

  /** Has another model go on with a session; it gets the history without the other's thinking. */
  async switchModel(id: string, model: LLMConfig["model"]): Promise<void> {
    const [state, config] = this.#reconfigure(id, { model });
    Object.assign(state, thinkWith(config, this.#opening));
    const name = modelName(model);
    if (name !== state.model) state.foreign = state.messages.length;
    state.model = name;
    await this.#keep(state, config);
  }

  /** Gives a session other limits; what it has used counts, and what was granted on top of the old ones is gone. */
  async setLimits(id: string, given: Pick<LLMConfig, "max_tool_calls" | "limits">): Promise<void> {
    const [state, config] = this.#reconfigure(id, given);
    state.budget = withLimits(state.budget, readLimits(config.max_tool_calls, config.limits));
    await this.#keep(state, config);
  }

  /** Stops all work and all servers. Sessions stay in their store, and can be resumed. */
  async close(): Promise<void> {
    const open = [...this.#sessions.values()];
    this.#sessions.clear();
    for (const { state } of open) state.stop?.();
    await Promise.all(open.map(({ state }) => state.servers?.close()));
    if (this.#ownsStore) await this.#store.close();
  }

  /** What a session that is at rest would be with another configuration. */
  #reconfigure(id: string, changes: Partial<LLMConfig>): readonly [HostSessionState, LLMConfig] {
    const state = this.#open(id);
    if (state.stop) throw busy();
    return [state, readConfig({ ...state.config, ...changes })];
  }

  async #keep(state: HostSessionState, config: LLMConfig): Promise<void> {
    state.config = config;
    const kept = await keep(state, this.#store);
    if (kept) state.warnings.push(kept.problem);
  }

  async #begin(config: LLMConfig, beginning: Beginning): Promise<AgentSession> {
    const state = await openSession(config, beginning, this.#opening);
    const messages = state.messages as readonly unknown[] as Opaque[];
    try {
      await this.#store.saveConversation({ id: state.id, record: recordOf(state), messages });
    } catch (error) {
      await state.servers?.close();
      throw error;
    }
    state.keptCount = messages.length;
    return this.#admit(state);
  }

  #admit(state: HostSessionState): AgentSession {
    const shown = agentSession(state, this.#streaming);
    this.#sessions.set(state.id, { state, shown });
    return shown;
  }

  #open(id: string): HostSessionState {
    const found = this.#sessions.get(id);
    if (found) return found.state;
    const problem = `No session '${id}' is open here: initialize one, or resume it from its store.`;
    throw new Failure("INVALID_ARGUMENT", { problem });
  }
}

function toolsOf({
  config: { tools = [] },
  servers,
  budget,
  messages,
}: HostSessionState): readonly HostTool[] {
  // None are shown where none may be called, unless the history has calls: services want to know of what.
  const isNone = [budget.message, budget.session].some(({ allowance }) => allowance.calls === 0);
  if (isNone && !messages.some(({ content }) => content.some(({ type }) => type === "tool_call"))) return [];
  if (!servers) return tools;
  return [...tools, ...serverTools(servers, new Set(tools.map(({ specification }) => specification.name)))];
}

function toMessage(content: MessageContent): UserMessage {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  if (parts.some((part) => part.type !== "text" || part.text.trim() !== ""))
    return { role: "user", content: parts };
  throw new Failure("INVALID_ARGUMENT", { problem: "The message is empty: say something." });
}

function busy(): Failure {
  return new Failure("INVALID_ARGUMENT", { problem: "A message is under way in this session." });
}
