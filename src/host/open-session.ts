import { randomBytes } from "node:crypto";
import { Failure, slug } from "../ledger/index.ts";
import { type Engine, type Message, NO_USAGE } from "../llm/index.ts";
import { type ConnectOptions, connectServers, type ServerSet } from "../mcp/connect/index.ts";
import { type LLMConfig, modelName, readConfig } from "./config.ts";
import { openBudget, readLimits } from "./limits/index.ts";
import { lendModel, type SamplingOptions } from "./sampling.ts";
import { type EngineOptions, sessionEngine, thinkingPlanner } from "./session-engine.ts";
import type { HostSessionState, SessionNames, StoredState } from "./session-state.ts";

/** Options for opening sessions. */
export interface OpenOptions {
  readonly engines: EngineOptions;
  /** Runs the turns of every session, whatever its configuration says. */
  readonly engine: Engine | undefined;
  readonly connect: ConnectOptions;
  /** How servers may use the session's model; absent if they may not. */
  readonly sampling: SamplingOptions | undefined;
  readonly now: () => number;
}

/** What a session starts from; only the id for a new one. */
export interface SessionStart {
  readonly id: string;
  readonly stored?: Partial<StoredState>;
  readonly messages?: readonly Message[];
  readonly savedCount?: number;
  readonly warnings?: readonly string[];
}

/** Checks a configuration, connects its servers and opens a session. The session is not saved yet. */
export async function openSession(
  input: LLMConfig,
  { id, stored = {}, messages = [], savedCount = 0, warnings = [] }: SessionStart,
  options: OpenOptions,
): Promise<HostSessionState> {
  const config = readConfig(input);
  const limits = readLimits(config.max_tool_calls, config.limits);
  const model = openModel(config, options);
  let opened: HostSessionState | undefined;
  const sample = options.sampling && lendModel(() => opened, options.sampling);
  const names = stored.names ?? { servers: [], own: [] };
  const servers = await connect(config, { ...options.connect, ...(sample && { sample }) }, names);
  opened = {
    id,
    config,
    ...model,
    servers,
    messages: [...messages],
    savedCount,
    saving: Promise.resolve(),
    lastActivity: options.now(),
    warnings: [...warnings, ...serverWarnings(servers, config)],
    shownWarnings: new Set(),
    stop: undefined,
    work: undefined,
    model: modelName(config.model),
    budget: openBudget(limits),
    usage: NO_USAGE,
    cost: 0,
    foreign: 0,
    limited: undefined,
    ended: false,
    forkedFrom: undefined,
    ...stored,
    names,
  };
  return opened;
}

/** A configuration's engine and thinking planner. */
export function openModel(config: LLMConfig, { engine, engines }: OpenOptions) {
  const chosen = engine ? { engine } : sessionEngine(config, engines);
  return { engine: chosen, planThinking: thinkingPlanner(modelName(config.model), config, chosen.facts) };
}

/** A readable, unique id. */
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
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined)
    throw new Failure("INVALID_ARGUMENT", { problem: `\`tools\` contains '${duplicate}' twice.` });
  if (Object.keys(servers).length === 0) return;
  // A former tool of the program keeps its name; a current one hides a server's tool of that name.
  const reserved = own.filter((name) => !names.includes(name));
  return connectServers(servers, { ...options, names: { given, reserved } });
}

/** What does not work as configured. */
function serverWarnings(servers: ServerSet | undefined, { tools = [] }: LLMConfig): string[] {
  if (!servers) return [];
  const failed = servers
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
  return [...failed, ...servers.status().flatMap(({ leftOut = [] }) => leftOut), ...hidden];
}
