import { join } from "node:path";
import { type ChatHooks, type ChatParts, CommandFailure } from "./cli/command.ts";
import { ConfigError } from "./config/load.ts";
import { type Config, type Setting, settings } from "./config/schema.ts";
import { SessionManager } from "./host/session-manager.ts";
import { costOf } from "./llm/index.ts";
import { signIns } from "./mcp/connect/sign-ins.ts";
import { createInvocationLog, recordedEngine } from "./reasoning/index.ts";
import type { Store } from "./store/port.ts";
import { version } from "./version.ts";

/** What a chat is composed of. */
export interface ChatSurroundings {
  readonly config: Config;
  readonly home: string;
  readonly store: Store;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that starts this very Clew. */
  readonly program: string;
}

/** Longer than the time limit of servers, which stands still while a person is being asked; this one does not. */
const TOOL_TIMEOUT_MS = 3_600_000;

/** Composes `clew chat`: keys come from the configuration and are part of no session. */
export function openChat(
  around: ChatSurroundings,
  { signIn = nobody, approveSampling, ...hooks }: ChatHooks,
): ChatParts {
  const { config, home, store, env } = around;
  const model = chooseModel(config);
  const retention = { days: config.invocationDays, rows: config.invocationRows };
  const invocations = createInvocationLog(store, retention, () => {});
  const manager = new SessionManager({
    ...hooks,
    ...(config.chatSampling === "on" && { sampling: { approve: approveSampling } }),
    store,
    env: { ...env, ...keys(config) },
    connect: { client: { name: "clew", version }, auth: signIns(join(home, "oauth"), signIn) },
    loop: { toolTimeoutMs: TOOL_TIMEOUT_MS },
    maxRetries: config.maxRetries,
    retryDelayMs: config.retryDelayMs,
    timeoutMs: config.requestTimeoutMs,
    observe: (engine) => recordedEngine(engine, invocations, costOf),
  });
  return {
    manager,
    store,
    home,
    model,
    ownServer: ownServer(around),
    async close() {
      await manager.close();
      await invocations.close();
      await store.close();
    },
  };
}

async function nobody(): Promise<never> {
  throw new Error("somebody has to sign in there: do it once with `clew chat` at a terminal");
}

function chooseModel(config: Config): ChatParts["model"] {
  const { engine, model } = config;
  if (engine === "langbase" || engine === "sampling")
    throw new ConfigError(
      `--engine: a chat needs a model that takes tools: anthropic or openai, not ${engine}`,
    );
  const hasOpenai = config.openaiApiKey || config.openaiBaseUrl;
  if (engine !== "openai" && config.anthropicApiKey)
    return { type: "anthropic", model: model ?? config.anthropicModel };
  if (engine !== "anthropic" && hasOpenai)
    return { type: "openai-compatible", model: model ?? config.openaiModel };
  const anthropic = "ANTHROPIC_API_KEY";
  const openai = "OPENAI_API_KEY (OPENAI_BASE_URL for a service without a key)";
  const needed =
    engine === "anthropic" ? anthropic : engine === "openai" ? openai : `${anthropic}, or ${openai}`;
  const langbase = config.langbaseApiKey ? "; LANGBASE_API_KEY does not serve a chat, which needs tools" : "";
  throw new CommandFailure(`there is no model to talk to: set ${needed}${langbase}`);
}

/** The variables that the host reads keys and addresses from, as the whole configuration gives them. */
function keys(config: Config): Record<string, string> {
  const given = {
    ANTHROPIC_API_KEY: config.anthropicApiKey,
    ANTHROPIC_BASE_URL: config.anthropicBaseUrl,
    OPENAI_API_KEY: config.openaiApiKey,
    OPENAI_BASE_URL: config.openaiBaseUrl,
  };
  return Object.fromEntries(Object.entries(given).filter((pair): pair is [string, string] => !!pair[1]));
}

/** The entry names the variables of Clew's settings and not their values, which are kept nowhere. */
function ownServer({ config, home, env, program }: ChatSurroundings): ChatParts["ownServer"] {
  const variables = Object.values(settings).flatMap(({ env: name }: Setting) =>
    name && env[name] ? [name] : [],
  );
  const database = config.database === undefined ? [] : ["--database", config.database];
  return {
    command: process.execPath,
    args: [program, "mcp", "--home", home, ...database],
    env: Object.fromEntries(variables.map((name) => [name, `\${${name}}`])),
  };
}
