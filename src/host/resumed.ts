import { Failure } from "../ledger/index.ts";
import type { Message } from "../llm/index.ts";
import { allMessages } from "../store/conversations.ts";
import type { Store } from "../store/port.ts";
import { type LLMConfig, modelName } from "./config.ts";
import { type KeptConfig, usableServers } from "./kept-config.ts";
import { type Budget, dispatch, endMessage, readLimits, withLimits } from "./limits/index.ts";
import { answerOpenCalls, callsOf } from "./loop/answer-open-calls.ts";
import type { Beginning } from "./open-session.ts";
import { readRecord, type SessionNames } from "./session-state.ts";

/** A session as it was kept, ready to be opened again. */
export interface Resumed {
  readonly config: LLMConfig;
  readonly beginning: Beginning;
}

/** Reads a session from the store; what is given of a configuration goes before what was kept. */
export async function readSession(
  store: Store,
  id: string,
  given: Partial<LLMConfig> = {},
): Promise<Resumed> {
  const kept = await store.conversation(id);
  if (!kept) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
  const record = readRecord(kept);
  if (!record) throw new Failure("INVALID_ARGUMENT", { problem: `'${id}' is no session of this library.` });
  const { config, warnings } = restored({ ...record.config, model: record.model }, given);
  // Another program may write while this one reads.
  const messages = (await allMessages(store, id)).slice(0, kept.messageCount) as unknown[] as Message[];
  const model = modelName(config.model);
  const limits = readLimits(config.max_tool_calls, config.limits);
  // Nobody worked on it after it was kept for the last time.
  const stopped = endMessage(record.budget, Date.parse(kept.updatedAt));
  return {
    config,
    beginning: {
      id,
      messages: answerOpenCalls(messages),
      keptCount: messages.length,
      warnings,
      carried: {
        model,
        budget: withLimits(countOpenCalls(stopped, messages, Date.parse(kept.updatedAt)), limits),
        usage: record.usage,
        cost: record.cost,
        foreign: model === record.model ? record.foreign : messages.length,
        limited: record.limited,
        names: record.names ?? namesBefore(record.config),
        forkedFrom: record.forkedFrom,
      },
    },
  };
}

/** A record of before names were kept has those of the program's tools. */
function namesBefore({ toolNames = [] }: KeptConfig): SessionNames {
  return { servers: [], own: toolNames };
}

function restored(kept: KeptConfig, given: Partial<LLMConfig>) {
  const { handedIn, toolNames, servers, ...rest } = kept;
  if (handedIn && given.model === undefined)
    throw new Failure("INVALID_ARGUMENT", {
      problem: `model: '${kept.model}' was handed in as an object, which is not kept. Give it again.`,
    });
  const warnings: string[] = [];
  if (toolNames && given.tools === undefined)
    warnings.push(`The program's own tools are not kept, and are missing: ${toolNames.join(", ")}.`);
  const { usable, lacking } = usableServers(servers ?? {});
  if (given.servers === undefined)
    for (const field of lacking)
      warnings.push(`${field} is not kept, so its server is not started: give \`servers\` again.`);
  const config: LLMConfig = { ...rest, ...(servers && { servers: usable }), ...definedOf(given) };
  return { config, warnings };
}

/** Calls that were under way when the program ended may have been run: they count. */
function countOpenCalls(budget: Budget, messages: readonly Message[], now: number): Budget {
  const last = messages.at(-1);
  const open = last?.role === "assistant" ? callsOf(last) : [];
  return open.reduce((counted, call) => dispatch(counted, call, now).budget, budget);
}

function definedOf(given: Partial<LLMConfig>): Partial<LLMConfig> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
