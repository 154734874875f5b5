import { Failure } from "../ledger/index.ts";
import type { Message, ThinkingPlan, Usage } from "../llm/index.ts";
import type { ServerSet, ToolName } from "../mcp/connect/index.ts";
import type { KeptConversation, Opaque, Store } from "../store/port.ts";
import type { LLMConfig } from "./config.ts";
import type { Budget, Refusal } from "./limits/index.ts";
import type { WorkHandle } from "./loop.ts";
import type { SessionEngine } from "./session-engine.ts";
import { type StoredConfig, toStoredConfig } from "./stored-config.ts";

/** The state of an open session; private to this folder. */
export interface HostSessionState extends StoredState {
  readonly id: string;
  /** As passed in, with its key. */
  config: LLMConfig;
  engine: SessionEngine;
  /** What to ask of the model about thinking. */
  planThinking: () => Promise<ThinkingPlan>;
  readonly servers: ServerSet | undefined;
  /** All messages, verbatim; those from `savedCount` on are not in the store yet. */
  readonly messages: Message[];
  savedCount: number;
  /** The write in progress. */
  saving: Promise<unknown>;
  lastActivity: number;
  /** Warnings that were not shown yet. */
  readonly warnings: string[];
  readonly shownWarnings: Set<string>;
  /** Aborts the message in progress. */
  stop: (() => void) | undefined;
  /** The work on that message. */
  work: WorkHandle | undefined;
}

/** The part of a session's state that is stored, besides its messages. */
export interface StoredState {
  model: string;
  budget: Budget;
  usage: Usage;
  /** In dollars, as far as prices are known. */
  cost: number;
  /** How many messages another model wrote: the current model gets them without thinking. */
  foreign: number;
  /** The limit at which the last message stopped. */
  limited: Refusal | undefined;
  ended: boolean;
  /** Tool names in use; a name never changes its tool. */
  names: SessionNames;
  readonly forkedFrom: { readonly sessionId: string; readonly messages: number } | undefined;
}

/** Which tools the names belong to. */
export interface SessionNames {
  readonly servers: readonly ToolName[];
  /** Names of the program's own tools. */
  readonly own: readonly string[];
}

/** A session's record in the store. */
export interface ConversationRecord extends Partial<StoredState> {
  readonly version: 1;
  readonly config: StoredConfig;
}

/** What is stored of a session besides its messages. */
export function recordOf(state: HostSessionState): Opaque {
  const { model, budget, usage, cost, foreign, limited, ended, forkedFrom } = state;
  const names = namesOf(state);
  const stored: StoredState = { model, budget, usage, cost, foreign, limited, ended, names, forkedFrom };
  const record: ConversationRecord = { version: 1, config: storedConfig(state.config), ...stored };
  return { ...record };
}

/** All tool names used in this session, in this process and before. */
export function namesOf({ names, servers, config: { tools = [] } }: HostSessionState): SessionNames {
  const own = new Set([...names.own, ...tools.map(({ specification }) => specification.name)]);
  const inUse = servers?.names() ?? names.servers;
  return { servers: inUse.filter(({ name }) => !own.has(name)), own: [...own] };
}

/** Cached because a record is written with each message and removing secrets takes time. */
const storedConfigs = new WeakMap<LLMConfig, StoredConfig>();

function storedConfig(config: LLMConfig): StoredConfig {
  const stored = storedConfigs.get(config) ?? toStoredConfig(config);
  storedConfigs.set(config, stored);
  return stored;
}

/** Reads a record; undefined for a conversation of another program. */
export function readRecord({ record }: KeptConversation): (ConversationRecord & StoredState) | undefined {
  if (record.version !== 1 || record.budget === undefined || record.config === undefined) return;
  return record as unknown as ConversationRecord & StoredState;
}

/** Why a session could not be saved: a conflict with another program, or a problem that may be temporary. */
export interface SaveProblem {
  readonly isConflict: boolean;
  readonly message: string;
  readonly cause: unknown;
}

/** Saves new messages and the record. Never throws: what a failing store does not accept is saved with the next message. */
export function saveSession(state: HostSessionState, store: Store): Promise<SaveProblem | undefined> {
  const saved = state.saving.then(() => write(state, store));
  state.saving = saved;
  return saved;
}

async function write(state: HostSessionState, store: Store): Promise<SaveProblem | undefined> {
  const from = state.savedCount;
  const added = state.messages.slice(from);
  try {
    await store.appendMessages(state.id, from, added as readonly unknown[] as Opaque[], recordOf(state));
    state.savedCount = from + added.length;
  } catch (cause) {
    const isConflict = cause instanceof Failure && cause.code === "CONVERSATION_CONFLICT";
    const problem = cause instanceof Error ? cause.message : String(cause);
    return {
      isConflict,
      message: isConflict ? problem : `The session could not be saved: ${problem}`,
      cause,
    };
  }
}
