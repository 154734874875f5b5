import { randomBytes } from "node:crypto";
import { Failure, slug } from "../ledger/index.ts";
import type { Engine, Message } from "../llm/index.ts";
import { type ConnectOptions, connectServers, type ServerSet } from "../mcp/connect/index.ts";
import { type LLMConfig, modelName, readConfig } from "./config.ts";
import { openBudget, readLimits } from "./limits/index.ts";
import { lendModel, type SamplingOptions } from "./sampling.ts";
import { type EngineSurroundings, sessionEngine } from "./session-engine.ts";
import {
  type Carried,
  type HostSessionState,
  NO_NAMES,
  NO_USAGE,
  type SessionNames,
} from "./session-state.ts";
import { planThinking } from "./thinking-plan.ts";

/** What sessions are opened with. */
export interface OpenSurroundings {
  readonly engines: EngineSurroundings;
  /** Takes the turns of every session, whatever its configuration says. */
  readonly engine: Engine | undefined;
  readonly connect: ConnectOptions;
  /** How servers may ask the model of their session; absent where they may not. */
  readonly sampling: SamplingOptions | undefined;
  readonly now: () => number;
}

/** What a session begins with, where it is not its first process. */
export interface Beginning {
  readonly id: string;
  readonly carried?: Partial<Carried>;
  readonly messages?: readonly Message[];
  readonly keptCount?: number;
  readonly warnings?: readonly string[];
}

/** Checks a configuration, connects its servers and opens a session that is not kept yet. */
export async function openSession(
  given: LLMConfig,
  { id, carried = {}, messages = [], keptCount = 0, warnings = [] }: Beginning,
  around: OpenSurroundings,
): Promise<HostSessionState> {
  const config = readConfig(given);
  const limits = readLimits(config.max_tool_calls, config.limits);
  const model = modelName(config.model);
  const brain = thinkWith(config, around);
  let opened: HostSessionState | undefined;
  const sample = around.sampling && lendModel(() => opened, around.sampling);
  const options = { ...around.connect, ...(sample && { sample }) };
  const servers = await connect(config, options, carried.names ?? NO_NAMES);
  const state: HostSessionState = {
    id,
    config,
    ...brain,
    servers,
    messages: [...messages],
    keptCount,
    keeping: Promise.resolve(),
    lastActivity: around.now(),
    warnings: [...warnings, ...troubles(servers, config)],
    told: new Set(),
    stop: undefined,
    work: undefined,
    model,
    budget: openBudget(limits),
    usage: NO_USAGE,
    cost: 0,
    foreign: 0,
    limited: undefined,
    ended: false,
    forkedFrom: undefined,
    names: NO_NAMES,
    ...carried,
  };
  opened = state;
  return state;
}

/** The engine of a configuration, and what to order of its model. */
export function thinkWith(config: LLMConfig, { engine, engines }: OpenSurroundings) {
  const chosen = engine ? { engine } : sessionEngine(config, engines);
  return { engine: chosen, thinking: planThinking(modelName(config.model), config, chosen.facts) };
}

/** A readable id that nobody else has. */
export function newSessionId(title: string | undefined, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10);
  return `${slug(title ?? "") || "agent"}-${day}-${randomBytes(4).toString("hex")}`;
}

async function connect(
  { servers = {}, tools = [] }: LLMConfig,
  options: ConnectOptions,
  { servers: given, own }: SessionNames,
): Promise<ServerSet | undefined> {
  const names = tools.map(({ specification }) => specification.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Failure("INVALID_ARGUMENT", { problem: `tools: there are two called '${twice}'.` });
  if (Object.keys(servers).length === 0) return;
  // What a tool of the program was called is not a server's afterwards; one that is there now hides a server's.
  const reserved = own.filter((name) => !names.includes(name));
  return connectServers(servers, { ...options, names: { given, reserved } });
}

/** What of the servers does not work as configured. */
function troubles(servers: ServerSet | undefined, { tools = [] }: LLMConfig): string[] {
  if (!servers) return [];
  const down = servers
    .status()
    .filter(({ state }) => state === "failed")
    .map(({ name, error = "" }) => {
      return `The server '${name}' cannot be used: ${error.replaceAll("mcpServers.", "servers.")}`;
    });
  const own = new Set(tools.map(({ specification }) => specification.name));
  const hidden = servers
    .tools()
    .filter(({ name }) => own.has(name))
    .map(({ name, server }) => `The tool '${name}' of the server '${server}' is hidden by one in \`tools\`.`);
  return [...down, ...servers.status().flatMap(({ leftOut = [] }) => leftOut), ...hidden];
}
