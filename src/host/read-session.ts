import { Failure } from "../ledger/index.ts";
import type { Message } from "../llm/index.ts";
import type { Store } from "../store/port.ts";
import { allMessages } from "../store/port.ts";
import { type LLMConfig, modelName } from "./config.ts";
import { type Budget, dispatch, endMessage, readLimits, withLimits } from "./limits/index.ts";
import { answerOpenCalls, callsOf } from "./loop/history.ts";
import type { SessionStart } from "./open-session.ts";
import { readRecord } from "./session-state.ts";
import { type StoredConfig, usableServers } from "./stored-config.ts";

/** A stored session, ready to be opened again. */
export interface StoredSession {
  readonly config: LLMConfig;
  readonly start: SessionStart;
}

/** Reads a session from the store. `changes` override the stored configuration. */
export async function readSession(
  store: Store,
  id: string,
  changes: Partial<LLMConfig> = {},
): Promise<StoredSession> {
  const stored = await store.conversation(id);
  if (!stored) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
  const record = readRecord(stored);
  if (!record) throw new Failure("INVALID_ARGUMENT", { problem: `'${id}' was not created by this library.` });
  const { config, warnings } = restoreConfig({ ...record.config, model: record.model }, changes);
  // Another program may write while this one reads.
  const messages = (await allMessages(store, id)).slice(0, stored.messageCount) as unknown[] as Message[];
  const model = modelName(config.model);
  const limits = readLimits(config.max_tool_calls, config.limits);
  // The clock stopped at the last save.
  const stoppedAt = Date.parse(stored.updatedAt);
  const budget = countOpenCalls(endMessage(record.budget, stoppedAt), messages, stoppedAt);
  return {
    config,
    start: {
      id,
      messages: answerOpenCalls(messages),
      savedCount: messages.length,
      warnings,
      stored: {
        model,
        budget: withLimits(budget, limits),
        usage: record.usage,
        cost: record.cost,
        foreign: model === record.model ? record.foreign : messages.length,
        limited: record.limited,
        // Older records have only the names of the program's own tools.
        names: record.names ?? { servers: [], own: record.config.toolNames ?? [] },
        forkedFrom: record.forkedFrom,
      },
    },
  };
}

function restoreConfig(stored: StoredConfig, changes: Partial<LLMConfig>) {
  const { handedIn, toolNames, servers, ...rest } = stored;
  if (handedIn && changes.model === undefined)
    throw new Failure("INVALID_ARGUMENT", {
      problem: `\`model\` is required: '${stored.model}' was passed as an object, which is not stored.`,
    });
  const warnings: string[] = [];
  if (toolNames && changes.tools === undefined)
    warnings.push(`The program's own tools are not stored and are missing: ${toolNames.join(", ")}.`);
  const { usable, missing } = usableServers(servers ?? {});
  if (changes.servers === undefined)
    for (const field of missing)
      warnings.push(`${field} is not stored, so its server was not started: pass \`servers\` again.`);
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  const config: LLMConfig = { ...rest, ...(servers && { servers: usable }), ...Object.fromEntries(defined) };
  return { config, warnings };
}

/** Calls in progress when the program ended may have run: they count. */
function countOpenCalls(budget: Budget, messages: readonly Message[], now: number): Budget {
  const last = messages.at(-1);
  const open = last?.role === "assistant" ? callsOf(last) : [];
  return open.reduce((counted, call) => dispatch(counted, call, now).budget, budget);
}
