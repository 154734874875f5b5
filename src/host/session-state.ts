import type { Message, Usage } from "../llm/index.ts";
import type { ServerSet, ToolName } from "../mcp/connect/index.ts";
import type { KeptConversation, Opaque } from "../store/port.ts";
import type { LLMConfig } from "./config.ts";
import { type KeptConfig, keptConfig } from "./kept-config.ts";
import type { Budget, Refusal } from "./limits/index.ts";
import type { WorkHandle } from "./loop.ts";
import type { SessionEngine } from "./session-engine.ts";
import type { ThinkingPlan } from "./thinking-plan.ts";

/** Everything that an open session holds; only the functions of this folder see it. */
export interface HostSessionState extends Carried {
  readonly id: string;
  /** As it was given, with its key. */
  config: LLMConfig;
  engine: SessionEngine;
  thinking: ThinkingPlan;
  readonly servers: ServerSet | undefined;
  /** All of them, verbatim; those from `keptCount` on are not in the store yet. */
  readonly messages: Message[];
  keptCount: number;
  /** What is being written now. */
  keeping: Promise<unknown>;
  lastActivity: number;
  /** What the person has not been told yet. */
  readonly warnings: string[];
  /** What they have been told once. */
  readonly told: Set<string>;
  /** Ends the message under way. */
  stop: (() => void) | undefined;
  /** The work on that message. */
  work: WorkHandle | undefined;
}

/** What goes on from one process to the next, besides the messages. */
export interface Carried {
  model: string;
  budget: Budget;
  usage: Usage;
  /** In dollars, as far as prices are known. */
  cost: number;
  /** So many messages were written before the model was switched: the model at hand gets no thinking of theirs. */
  foreign: number;
  /** The limit that the last message stopped at. */
  limited: Refusal | undefined;
  ended: boolean;
  /** Names that were given to tools in this session: each stays with its tool. */
  names: SessionNames;
  readonly forkedFrom: { readonly sessionId: string; readonly messages: number } | undefined;
}

/** Whose the names of tools are. */
export interface SessionNames {
  readonly servers: readonly ToolName[];
  /** Those of tools of the program. */
  readonly own: readonly string[];
}

/** A session's record in the store. */
export interface ConversationRecord extends Partial<Carried> {
  readonly version: 1;
  readonly config: KeptConfig;
}

/** What is kept of a session besides its messages. */
export function recordOf(state: HostSessionState): Opaque {
  const { model, budget, usage, cost, foreign, limited, ended, forkedFrom } = state;
  const names = namesOf(state);
  const carried: Carried = { model, budget, usage, cost, foreign, limited, ended, names, forkedFrom };
  const record: ConversationRecord = { version: 1, config: keptOnce(state.config), ...carried };
  return { ...record };
}

/** The names that were given out up to now, in this process and before. */
export function namesOf({ names, servers, config: { tools = [] } }: HostSessionState): SessionNames {
  const own = new Set([...names.own, ...tools.map(({ specification }) => specification.name)]);
  const given = servers?.names() ?? names.servers;
  return { servers: given.filter(({ name }) => !own.has(name)), own: [...own] };
}

const kept = new WeakMap<LLMConfig, KeptConfig>();

/** A record is written with each message, and looking for secrets takes its time. */
function keptOnce(config: LLMConfig): KeptConfig {
  const known = kept.get(config) ?? keptConfig(config);
  kept.set(config, known);
  return known;
}

/** Reads a record back; undefined for one that another kind of program wrote. */
export function readRecord({ record }: KeptConversation): (ConversationRecord & Carried) | undefined {
  if (record.version !== 1 || record.budget === undefined || record.config === undefined) return;
  return record as unknown as ConversationRecord & Carried;
}

/** No names. */
export const NO_NAMES: SessionNames = { servers: [], own: [] };

/** No tokens. */
export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** Two turns' tokens together. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: (a.cacheReadTokens ?? 0) + (b.cacheReadTokens ?? 0),
    cacheWriteTokens: (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0),
  };
}
