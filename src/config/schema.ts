import { isAbsolute } from "node:path";
import * as z from "zod";
import { engineSettings } from "./engine-settings.ts";
import { httpSettings } from "./http-settings.ts";
import { retention } from "./retention.ts";
import { oneOf, setting, webAddress, wholeNumber } from "./setting.ts";

export type { Setting } from "./setting.ts";

/** Every setting of Clew; the reference page is generated from this. */
export const settings = {
  home: setting({
    flag: "home",
    env: "CLEW_HOME",
    description: "Data home: clew.db, exports/, notebooks/. Default: .thoughtbox in the user's folder",
    schema: z.string().min(1).optional(),
  }),
  database: setting({
    flag: "database",
    env: "DATABASE_PATH",
    description: "Database file. Default: clew.db in the data home",
    schema: z.string().min(1).optional(),
  }),
  databaseUrl: setting({
    env: "DATABASE_URL",
    description:
      "PostgreSQL database of the ledger, postgres://user@host/name; an explicit database file takes precedence",
    secret: true,
    schema: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: "must be the address of a PostgreSQL database, such as postgres://clew@127.0.0.1:5432/clew",
      })
      .optional(),
  }),
  ...httpSettings,
  tools: setting({
    flag: "tools",
    env: "CLEW_TOOLS",
    description:
      "Tool sets to offer: all, or a list of think, thoughtbox, notebook, models, gateway, reasoning, observability, recall, classic",
    schema: z.string().min(1).default("all"),
  }),
  toolNames: setting({
    flag: "tool-names",
    env: "CLEW_TOOL_NAMES",
    description:
      "How tool names of two words are listed: plain (reasoning_linear) or dotted (reasoning.linear)",
    schema: oneOf(["plain", "dotted"]).default("plain"),
  }),
  import: setting({
    flag: "import",
    env: "CLEW_IMPORT",
    description:
      "Program whose transcripts the server imports as they grow, such as claude-code; off by default",
    schema: oneOf(["claude-code", "codex", "gemini-cli", "cursor", "opencode", "thoughtbox"]).optional(),
  }),
  thinkMaxThoughts: setting({
    env: "THINK_MAX_THOUGHTS",
    description: "Number of thoughts in the window of think",
    schema: wholeNumber(1, 100_000).default(100),
  }),
  notebookTimeoutMs: setting({
    env: "CLEW_NOTEBOOK_TIMEOUT_MS",
    description: "Default time limit of a notebook cell, in milliseconds",
    schema: wholeNumber(1, 86_400_000).default(30_000),
  }),
  notebookMaxTimeoutMs: setting({
    env: "CLEW_NOTEBOOK_MAX_TIMEOUT_MS",
    description: "Maximum time limit that a call may request for a cell, in milliseconds",
    schema: wholeNumber(1, 86_400_000).default(300_000),
  }),
  notebookMemoryMb: setting({
    env: "CLEW_NOTEBOOK_MEMORY_MB",
    description: "Memory limit of a notebook's process, in MB",
    schema: wholeNumber(32, 65_536).default(512),
  }),
  notebookCpuSeconds: setting({
    env: "CLEW_NOTEBOOK_CPU_SECONDS",
    description: "Processor time limit of a notebook's process, in seconds",
    schema: wholeNumber(1, 86_400).default(600),
  }),
  notebookDiskMb: setting({
    env: "CLEW_NOTEBOOK_DISK_MB",
    description: "Limit on all files of a notebook together, in MB",
    schema: wholeNumber(1, 1_048_576).default(512),
  }),
  roots: setting({
    env: "CLEW_ROOTS",
    description:
      "Folders, separated by commas, in which the gateway's bind_root may bind a folder; none by default",
    schema: z
      .string()
      .default("")
      .transform((text) => text.split(",").flatMap((path) => path.trim() || []))
      .refine((paths) => paths.every(isAbsolute), "must be absolute paths separated by commas"),
  }),
  notebookAllowNet: setting({
    env: "CLEW_NOTEBOOK_ALLOW_NET",
    description:
      "Hosts, separated by commas, that notebooks may request access to, or * for all; none by default",
    schema: z
      .string()
      .regex(
        /^(\*|[A-Za-z0-9.-]+(:\d{1,5})?(,[A-Za-z0-9.-]+(:\d{1,5})?)*)$/,
        "must be hosts separated by commas, such as api.example.com",
      )
      .optional(),
  }),
  hold: setting({
    env: "CLEW_HOLD",
    description:
      "on lets a person with the scope steer hold an agent's next answer for up to 20 seconds, to write a note; off answers at once",
    schema: oneOf(["on", "off"]).default("off"),
  }),
  hookLint: setting({
    env: "CLEW_HOOK_LINT",
    description:
      "on (or 1) lets `clew hook stop` check the session's reasoning and block once if it has problems; off never blocks",
    schema: z
      .enum(["on", "off", "1", "0", "true", "false"], "must be on or off")
      .default("off")
      .transform((value) => (["on", "1", "true"].includes(value) ? "on" : "off")),
  }),
  notebookInstall: setting({
    env: "CLEW_NOTEBOOK_INSTALL",
    description: "Whether notebooks may install npm packages: on or off",
    schema: oneOf(["on", "off"]).default("on"),
  }),
  notebookSandbox: setting({
    env: "CLEW_NOTEBOOK_SANDBOX",
    description:
      "required runs cells only with the file layer (their own root folder), auto also without it. Default: required if host is not loopback, otherwise auto",
    schema: oneOf(["required", "auto"]).optional(),
  }),
  notebookIdleSeconds: setting({
    env: "CLEW_NOTEBOOK_IDLE_SECONDS",
    description: "Idle time after which a notebook's process is ended; the notebook stays",
    schema: wholeNumber(1, 86_400).default(600),
  }),
  logLevel: setting({
    flag: "log-level",
    env: "LOG_LEVEL",
    description: "Minimum log level: trace, debug, info, warn, error",
    schema: oneOf(["trace", "debug", "info", "warn", "error"]).default("info"),
  }),
  logFormat: setting({
    flag: "log-format",
    env: "LOG_FORMAT",
    description: "Format of log lines on stderr: pretty or json",
    schema: oneOf(["pretty", "json"]).default("pretty"),
  }),
  prometheusUrl: setting({
    env: "PROMETHEUS_URL",
    description: "Address of a Prometheus that scrapes this server; observability_gateway queries it",
    schema: webAddress().optional(),
  }),
  grafanaUrl: setting({
    env: "GRAFANA_URL",
    description: "Address of a Grafana with Clew's dashboards; observability_gateway links to them",
    schema: webAddress().optional(),
  }),
  otlpEndpoint: setting({
    env: "OTEL_EXPORTER_OTLP_ENDPOINT",
    description: "Address of an OpenTelemetry collector for traces (HTTP, e.g. http://127.0.0.1:4318)",
    schema: webAddress().optional(),
  }),
  otlpHeaders: setting({
    env: "OTEL_EXPORTER_OTLP_HEADERS",
    description: "Headers for the collector, as name=value,name=value",
    secret: true,
    schema: z.string().optional(),
  }),
  retention: setting({
    flag: "retention",
    env: "CLEW_RETENTION",
    description:
      "When sessions without activity are archived and deleted, e.g. archive=90d,delete=365d; billing: archive=30d; research: never. Units: h, d, w, y. Default: never",
    schema: retention,
  }),
  facts: setting({
    env: "CLEW_FACTS",
    description:
      "model: let the configured engine, or else the models of connected clients, read sessions in the background and propose facts, each with a quotation. Default: off",
    schema: oneOf(["off", "model"]).default("off"),
  }),
  factCalls: setting({
    env: "CLEW_FACTS_CALLS",
    description:
      "Maximum number of model calls a day (UTC) with which all servers of a database read sessions for facts",
    schema: wholeNumber(0, 1_000_000).default(200),
  }),
  hints: setting({
    env: "CLEW_HINTS",
    description: "Whether the answer to a thought says what the linter finds in it: on or off",
    schema: oneOf(["on", "off"]).default("off"),
  }),
  invocationDays: setting({
    env: "CLEW_INVOCATION_DAYS",
    description: "Number of days for which invocations are kept; 0 keeps none",
    schema: wholeNumber(0, 36_500).default(30),
  }),
  invocationRows: setting({
    env: "CLEW_INVOCATION_ROWS",
    description: "Maximum number of invocations that are kept; 0 keeps none",
    schema: wholeNumber(0, 100_000_000).default(100_000),
  }),
  databaseMaxConnections: setting({
    env: "DATABASE_MAX_CONNECTIONS",
    description: "Maximum number of connections to PostgreSQL; not used with a database file",
    schema: wholeNumber(1, 1_000).default(5),
  }),
  chatSampling: setting({
    env: "CLEW_CHAT_SAMPLING",
    description:
      "Whether MCP servers of `clew chat` may use its model: on asks for approval of each request and counts it against the limits",
    schema: oneOf(["on", "off"]).default("off"),
  }),
  work: setting({
    env: "CLEW_WORK",
    description:
      "With a PostgreSQL database: on runs cells and long model work in this server too, off leaves them to `clew worker`",
    schema: oneOf(["on", "off"]).default("on"),
  }),
  ...engineSettings,
};

type Settings = typeof settings;
/** The configuration of a process. */
export type Config = { readonly [K in keyof Settings]: z.output<Settings[K]["schema"]> };
