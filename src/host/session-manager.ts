import { Failure } from "../ledger/index.ts";
import type { Engine, UserMessage } from "../llm/index.ts";
import type { Callbacks, ConnectOptions } from "../mcp/connect/index.ts";
import { lazyStore } from "../store/lazy.ts";
import { openStore } from "../store/open.ts";
import type { Opaque, Store } from "../store/port.ts";
import { type AgentSession, agentSession, type SendOptions } from "./agent-session.ts";
import { type LLMConfig, modelName, readConfig } from "./config.ts";
import { endMessage, forkBudget, readLimits, withLimits } from "./limits/index.ts";
import { answerOpenCalls } from "./loop/history.ts";
import { runMessage } from "./loop/run-message.ts";
import type { HostTool, LoopOptions, ToolHooks } from "./loop.ts";
import { collectAnswer, type MessageAnswer } from "./message-answer.ts";
import { type MessageStream, type StreamOptions, streamMessage } from "./message-stream.ts";
import { newSessionId, type OpenOptions, openModel, openSession, type SessionStart } from "./open-session.ts";
import { readSession } from "./read-session.ts";
import type { SamplingOptions } from "./sampling.ts";
import { serverTools } from "./server-tools.ts";
import { type HostSessionState, namesOf, recordOf, saveSession } from "./session-state.ts";

/** Options of a manager; all of them are optional. */
export interface SessionManagerOptions extends ToolHooks, Pick<Callbacks, "elicit"> {
  /** Stores sessions and their reasoning. Defaults to the memory of this process. */
  readonly store?: Store;
  /** Runs the turns of every session, whatever its configuration says. */
  readonly engine?: Engine;
  /** Keys and addresses that configurations leave out, and the variables that servers may see. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How servers are connected: authorization, roots and timeouts. */
  readonly connect?: Omit<ConnectOptions, "env" | "elicit" | "sample" | "names">;
  /** Lets servers use the model of their session. Off by default. */
  readonly sampling?: SamplingOptions;
  /** How tools run. */
  readonly loop?: Pick<LoopOptions, "parallel" | "resultCharacters" | "toolTimeoutMs">;
  /** Retries of a turn after a transient failure. Defaults to 3. */
  readonly maxRetries?: number;
  /** How long a turn may be silent, in milliseconds. Defaults to two minutes. */
  readonly timeoutMs?: number;
  /** The pause before the first retry, in milliseconds; it doubles each time. Defaults to one second. */
  readonly retryDelayMs?: number;
  /** Wraps every engine created from a configuration, for example to log its turns. */
  readonly observe?: (engine: Engine) => Engine;
  readonly now?: () => number;
}

/** The content of a user message: text, or text and images. */
export type MessageContent = string | UserMessage["content"];

/** Runs agents with limits: opens sessions, works on their messages and stores them. */
export class SessionManager {
  readonly #sessions = new Map<string, { readonly state: HostSessionState; readonly view: AgentSession }>();
  readonly #store: Store;
  readonly #ownsStore: boolean;
  readonly #openOptions: OpenOptions;
  readonly #streamOptions: StreamOptions;

  constructor(options: SessionManagerOptions = {}) {
    const { env = {}, now = Date.now, approve, beforeTool, afterTool, elicit } = options;
    this.#store = options.store ?? lazyStore(() => openStore({ memory: true }));
    this.#ownsStore = options.store === undefined;
    this.#openOptions = {
      engine: options.engine,
      engines: {
        env,
        memory: new Map(),
        retries: { maxRetries: options.maxRetries ?? 3, delayMs: options.retryDelayMs ?? 1000 },
        timeoutMs: options.timeoutMs ?? 120_000,
        observe: options.observe,
      },
      connect: { ...options.connect, env, ...(elicit && { elicit }) },
      sampling: options.sampling,
      now,
    };
    this.#streamOptions = {
      store: this.#store,
      run: runMessage,
      now,
      tools: toolsOf,
      loop: { ...options.loop, hooks: { approve, beforeTool, afterTool } },
    };
  }

  /** Opens a session: checks the configuration and connects its servers. */
  async initializeSession(config: LLMConfig): Promise<AgentSession> {
    return this.#begin(config, { id: newSessionId(config?.title, this.#openOptions.now()) });
  }

  /** Works on a message to its end. Throws a `MessageFailure` if it ends in an error. */
  async sendMessage(id: string, content: MessageContent, options?: SendOptions): Promise<MessageAnswer> {
    return collectAnswer(this.sendMessageStream(id, content, options));
  }

  /** Works on a message and streams what happens. */
  sendMessageStream(id: string, content: MessageContent, options: SendOptions = {}): MessageStream {
    const request = { message: toMessage(content) };
    return streamMessage(this.#find(id), request, this.#streamOptions, options.signal);
  }

  /** An open session of this manager. */
  getSession(id: string): AgentSession | undefined {
    return this.#sessions.get(id)?.view;
  }

  /** Ends a session for good: stops its servers and completes its ledger session. */
  async endSession(id: string): Promise<void> {
    const state = this.#find(id);
    state.ended = true;
    state.stop?.();
    this.#sessions.delete(id);
    await state.servers?.close();
    const problem = await saveSession(state, this.#store);
    if (problem) throw problem.cause;
    if (await this.#store.session(id)) await this.#store.changeSession(id, { status: "completed" });
  }

  /**
   * Opens a second session with the history of this one. It has what is left of this session's budget; limits that
   * `config` sets (`max_tool_calls`, `limits`) start in full.
   */
  async forkSession(id: string, config: Partial<LLMConfig> = {}): Promise<AgentSession> {
    const state = this.#find(id);
    const messages = answerOpenCalls(state.messages);
    const forked = { ...state.config, ...config };
    const isSameModel = modelName(forked.model) === state.model;
    return this.#begin(forked, {
      id: newSessionId(forked.title, this.#openOptions.now()),
      messages,
      stored: {
        foreign: isSameModel ? state.foreign : messages.length,
        names: namesOf(state),
        budget: forkBudget(
          endMessage(state.work?.budget() ?? state.budget, this.#openOptions.now()),
          readLimits(forked.max_tool_calls, forked.limits),
          { calls: config.max_tool_calls !== undefined, resources: config.limits !== undefined },
        ),
        forkedFrom: { sessionId: id, messages: state.messages.length },
      },
    });
  }

  /** Continues a session from the store. Keys are not stored: they come from `config` or the environment. */
  async resumeSession(id: string, config?: Partial<LLMConfig>): Promise<AgentSession> {
    const open = this.#sessions.get(id);
    if (open && !config) return open.view;
    if (open?.state.stop) throw busy();
    const stored = await readSession(this.#store, id, config);
    const state = await openSession(stored.config, stored.start, this.#openOptions);
    await open?.state.servers?.close();
    return this.#add(state);
  }

  /** Continues a session with another model, which gets the history without the previous model's thinking. */
  async switchModel(id: string, model: LLMConfig["model"]): Promise<void> {
    const [state, config] = this.#reconfigure(id, { model });
    Object.assign(state, openModel(config, this.#openOptions));
    const name = modelName(model);
    if (name !== state.model) state.foreign = state.messages.length;
    state.model = name;
    await this.#saveConfig(state, config);
  }

  /** Changes a session's limits. Its usage still counts; grants on top of the old limits end. */
  async setLimits(id: string, limits: Pick<LLMConfig, "max_tool_calls" | "limits">): Promise<void> {
    const [state, config] = this.#reconfigure(id, limits);
    state.budget = withLimits(state.budget, readLimits(config.max_tool_calls, config.limits));
    await this.#saveConfig(state, config);
  }

  /** Stops all work and all servers. Stored sessions can be resumed. */
  async close(): Promise<void> {
    const open = [...this.#sessions.values()];
    this.#sessions.clear();
    for (const { state } of open) state.stop?.();
    await Promise.all(open.map(({ state }) => state.servers?.close()));
    if (this.#ownsStore) await this.#store.close();
  }

  #reconfigure(id: string, changes: Partial<LLMConfig>): readonly [HostSessionState, LLMConfig] {
    const state = this.#find(id);
    if (state.stop) throw busy();
    return [state, readConfig({ ...state.config, ...changes })];
  }

  async #saveConfig(state: HostSessionState, config: LLMConfig): Promise<void> {
    state.config = config;
    const problem = await saveSession(state, this.#store);
    if (problem) state.warnings.push(problem.message);
  }

  async #begin(config: LLMConfig, start: SessionStart): Promise<AgentSession> {
    const state = await openSession(config, start, this.#openOptions);
    const messages = state.messages as readonly unknown[] as Opaque[];
    try {
      await this.#store.saveConversation({ id: state.id, record: recordOf(state), messages });
    } catch (error) {
      await state.servers?.close();
      throw error;
    }
    state.savedCount = messages.length;
    return this.#add(state);
  }

  #add(state: HostSessionState): AgentSession {
    const view = agentSession(state, this.#streamOptions);
    this.#sessions.set(state.id, { state, view });
    return view;
  }

  #find(id: string): HostSessionState {
    const found = this.#sessions.get(id);
    if (found) return found.state;
    const problem = `No open session '${id}': initialize one, or resume it from the store.`;
    throw new Failure("INVALID_ARGUMENT", { problem });
  }
}

function toolsOf({
  config: { tools = [] },
  servers,
  budget,
  messages,
}: HostSessionState): readonly HostTool[] {
  // No tools are shown if none may be called, unless the history has calls: services then require the tools.
  const isNone = [budget.message, budget.session].some(({ allowance }) => allowance.calls === 0);
  if (isNone && !messages.some(({ content }) => content.some(({ type }) => type === "tool_call"))) return [];
  if (!servers) return tools;
  return [...tools, ...serverTools(servers, new Set(tools.map(({ specification }) => specification.name)))];
}

function toMessage(content: MessageContent): UserMessage {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  if (parts.some((part) => part.type !== "text" || part.text.trim() !== ""))
    return { role: "user", content: parts };
  throw new Failure("INVALID_ARGUMENT", { problem: "The message is empty." });
}

function busy(): Failure {
  return new Failure("INVALID_ARGUMENT", { problem: "A message is in progress in this session." });
}
