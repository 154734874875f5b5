import { join } from "node:path";
import { type ChatHooks, type ChatParts, CommandFailure } from "../cli/command.ts";
import { ConfigError } from "../config/load.ts";
import { type Config, type Setting, settings } from "../config/schema.ts";
import { SessionManager } from "../host/session-manager.ts";
import { costOf } from "../llm/index.ts";
import { interactiveSignIn } from "../mcp/connect/sign-in.ts";
import { recordedEngine } from "../reasoning/index.ts";
import { openRuntime, type RuntimeOptions } from "./open.ts";
import { version } from "./version.ts";

/** What a chat needs in addition to a runtime. */
export interface ChatOptions extends RuntimeOptions {
  /** The file that starts this installation of Clew. */
  readonly program: string;
}

/** Longer than the time limit of servers, which pauses while a person is asked; this one does not. */
const TOOL_TIMEOUT_MS = 3_600_000;

/** Opens the parts of `clew chat`. Keys come from the configuration and are not stored in sessions. */
export async function openChat(
  options: ChatOptions,
  { signIn = refuseSignIn, approveSampling, ...hooks }: ChatHooks,
): Promise<ChatParts> {
  const { config, home, env } = options;
  const model = chooseModel(config);
  const runtime = await openRuntime(options);
  const { store, invocations } = runtime;
  const manager = new SessionManager({
    ...hooks,
    sampling: config.chatSampling === "on" ? { approve: approveSampling } : undefined,
    store,
    env: { ...env, ...keys(config) },
    connect: { client: { name: "clew", version }, auth: interactiveSignIn(join(home, "oauth"), signIn) },
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
    ownServer: ownServer(options),
    async close() {
      await manager.close();
      await runtime.close();
    },
  };
}

async function refuseSignIn(): Promise<never> {
  throw new Error("this server requires a sign-in: sign in once with `clew chat` in a terminal");
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

/** The variables that the host reads keys and addresses from, with the configured values. */
function keys(config: Config): Record<string, string> {
  const variables = {
    ANTHROPIC_API_KEY: config.anthropicApiKey,
    ANTHROPIC_BASE_URL: config.anthropicBaseUrl,
    OPENAI_API_KEY: config.openaiApiKey,
    OPENAI_BASE_URL: config.openaiBaseUrl,
  };
  return Object.fromEntries(Object.entries(variables).filter((pair): pair is [string, string] => !!pair[1]));
}

/** The entry names the variables of Clew's settings, not their values, which are stored nowhere. */
function ownServer({ config, home, env, program }: ChatOptions): ChatParts["ownServer"] {
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
