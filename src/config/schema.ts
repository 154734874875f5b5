import { isAbsolute } from "node:path";
import * as z from "zod";
import { isProxyAddress } from "./proxy-address.ts";
import { isSafeAddress, pipe, setting, webAddress, wholeNumber } from "./setting.ts";

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
  host: setting({
    flag: "host",
    env: "CLEW_HOST",
    description:
      "Address the HTTP server listens on; any but loopback needs CLEW_TOKEN, CLEW_TOKENS_FILE or JWTs",
    schema: z.string().min(1).default("127.0.0.1"),
  }),
  allowHost: setting({
    flag: "allow-host",
    env: "CLEW_ALLOWED_HOSTS",
    description: "Additional host names of the HTTP server, separated by commas",
    schema: z
      .string()
      .regex(
        /^[A-Za-z0-9.-]+(,[A-Za-z0-9.-]+)*$/,
        "must be names separated by commas, such as host.docker.internal",
      )
      .optional(),
  }),
  port: setting({
    flag: "port",
    env: "CLEW_PORT",
    description: "Port of the HTTP server; 0 picks a free one",
    schema: wholeNumber(0, 65535).default(4747),
  }),
  publicUrl: setting({
    env: "CLEW_PUBLIC_URL",
    description: "Public address of the HTTP server, e.g. behind a TLS proxy",
    schema: z
      .url({ protocol: /^https?$/, error: "must be a web address, such as https://clew.example.org" })
      .optional(),
  }),
  token: setting({
    env: "CLEW_TOKEN",
    description: "Token that callers of the HTTP server must send; it grants full access",
    secret: true,
    schema: z
      .string()
      .regex(
        /^[A-Za-z0-9\-._~+/]{20,512}={0,2}$/,
        "must be at least 20 characters long and contain no whitespace; `clew token NAME` generates one",
      )
      .optional(),
  }),
  tokensFile: setting({
    env: "CLEW_TOKENS_FILE",
    description: "File with the names, hashed tokens and scopes of the principals",
    schema: z.string().min(1).optional(),
  }),
  jwtIssuer: setting({
    env: "CLEW_JWT_ISSUER",
    description: "Issuer whose JWTs the HTTP server accepts; requires CLEW_JWT_AUDIENCE and CLEW_JWKS_URL",
    schema: z.string().min(1).optional(),
  }),
  jwtAudience: setting({
    env: "CLEW_JWT_AUDIENCE",
    description: "Required audience of a JWT, e.g. https://clew.example.org/mcp",
    schema: z.string().min(1).optional(),
  }),
  jwksUrl: setting({
    env: "CLEW_JWKS_URL",
    description: "Address of the issuer's keys: https, or http on loopback",
    schema: z.string().refine(isSafeAddress, "must be an https address, or http on loopback").optional(),
  }),
  corsOrigins: setting({
    env: "CLEW_CORS_ORIGINS",
    description: "Origins, separated by commas, whose pages may use the HTTP server from a browser",
    schema: z
      .string()
      .regex(
        /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?(,https?:\/\/[a-z0-9.-]+(:\d{1,5})?)*$/,
        "must be origins separated by commas, such as https://app.example.org",
      )
      .optional(),
  }),
  ratePerMinute: setting({
    env: "CLEW_RATE_PER_MINUTE",
    description:
      "Messages per minute and caller; 0 for no limit. Default: 6000 with authentication, otherwise none",
    schema: wholeNumber(0, 10_000_000).optional(),
  }),
  toolRates: setting({
    env: "CLEW_TOOL_RATES",
    description: "Calls per minute and caller, by tool, e.g. reasoning_linear=60,notebook=600",
    schema: z
      .string()
      .regex(
        /^[A-Za-z0-9_]+=[1-9]\d{0,6}(,[A-Za-z0-9_]+=[1-9]\d{0,6})*$/,
        "must be tools with a number, separated by commas, such as reasoning_linear=60",
      )
      .optional(),
  }),
  trustedProxies: setting({
    env: "CLEW_TRUSTED_PROXIES",
    description:
      "Addresses or networks of proxies, separated by commas, e.g. 10.0.0.0/8: their X-Forwarded-For is trusted",
    schema: z
      .string()
      .refine(
        (given) => given.split(",").every(isProxyAddress),
        "must be addresses separated by commas, such as 10.0.0.7,192.168.0.0/16",
      )
      .optional(),
  }),
  maxRequests: setting({
    env: "CLEW_MAX_REQUESTS",
    description: "Maximum number of HTTP requests in flight",
    schema: wholeNumber(1, 100_000).default(512),
  }),
  maxStreams: setting({
    env: "CLEW_MAX_STREAMS",
    description: "Maximum number of listening HTTP clients; they do not count as requests",
    schema: wholeNumber(1, 100_000).default(2_048),
  }),
  maxConnections: setting({
    env: "CLEW_MAX_CONNECTIONS",
    description: "Maximum number of HTTP connections; others are closed",
    schema: wholeNumber(1, 1_000_000).default(4_096),
  }),
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
    schema: z.enum(["plain", "dotted"], "must be plain or dotted").default("plain"),
  }),
  import: setting({
    flag: "import",
    env: "CLEW_IMPORT",
    description:
      "Program whose transcripts the server imports as they grow, such as claude-code; off by default",
    schema: z
      .enum(
        ["claude-code", "codex", "gemini-cli", "cursor", "opencode", "thoughtbox"],
        "must be claude-code, codex, gemini-cli, cursor, opencode or thoughtbox",
      )
      .optional(),
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
    schema: z.enum(["on", "off"], "must be on or off").default("off"),
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
    schema: z.enum(["on", "off"], "must be on or off").default("on"),
  }),
  notebookSandbox: setting({
    env: "CLEW_NOTEBOOK_SANDBOX",
    description:
      "required runs cells only with the file layer (their own root folder), auto also without it. Default: required if host is not loopback, otherwise auto",
    schema: z.enum(["required", "auto"], "must be required or auto").optional(),
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
    schema: z
      .enum(["trace", "debug", "info", "warn", "error"], "must be trace, debug, info, warn or error")
      .default("info"),
  }),
  logFormat: setting({
    flag: "log-format",
    env: "LOG_FORMAT",
    description: "Format of log lines on stderr: pretty or json",
    schema: z.enum(["pretty", "json"], "must be pretty or json").default("pretty"),
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
  engine: setting({
    flag: "engine",
    env: "CLEW_ENGINE",
    description:
      "The engine to use: langbase, anthropic, openai or sampling (the client's own model). Default: the first that is configured, in this order",
    schema: z
      .enum(
        ["langbase", "anthropic", "openai", "sampling"],
        "must be langbase, anthropic, openai or sampling",
      )
      .optional(),
  }),
  model: setting({
    flag: "model",
    env: "CLEW_MODEL",
    description: "The model or Langbase pipe; overrides ANTHROPIC_MODEL, OPENAI_MODEL and PIPE_LINEAR",
    schema: z.string().min(1).optional(),
  }),
  requestTimeoutMs: setting({
    env: "REQUEST_TIMEOUT_MS",
    description:
      "Time without content after which an attempt of an engine ends, in milliseconds; pings do not count",
    schema: wholeNumber(1, 3_600_000).default(30_000),
  }),
  maxRetries: setting({
    env: "MAX_RETRIES",
    description: "Number of retries of an engine after the first attempt, for temporary failures",
    schema: wholeNumber(0, 20).default(3),
  }),
  retryDelayMs: setting({
    env: "RETRY_DELAY_MS",
    description: "Pause before the first retry, in milliseconds; it doubles, with jitter",
    schema: wholeNumber(0, 600_000).default(1_000),
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
    schema: z.enum(["on", "off"], "must be on or off").default("off"),
  }),
  work: setting({
    env: "CLEW_WORK",
    description:
      "With a PostgreSQL database: on runs cells and long model work in this server too, off leaves them to `clew worker`",
    schema: z.enum(["on", "off"], "must be on or off").default("on"),
  }),
  langbaseBaseUrl: setting({
    env: "LANGBASE_BASE_URL",
    description: "Address of the Langbase service",
    schema: z.string().min(1).default("https://api.langbase.com"),
  }),
  pipeLinear: pipe("PIPE_LINEAR", "linear reasoning", "linear-reasoning-v1"),
  pipeTree: pipe("PIPE_TREE", "trees"),
  pipeDivergent: pipe("PIPE_DIVERGENT", "divergent perspectives"),
  pipeReflection: pipe("PIPE_REFLECTION", "reflection"),
  pipeDecision: pipe("PIPE_DECISION", "decisions"),
  pipeCritique: pipe("PIPE_CRITIQUE", "critiques"),
  anthropicBaseUrl: setting({
    env: "ANTHROPIC_BASE_URL",
    description: "Address of the Anthropic service, or of a gateway with its protocol",
    schema: z.string().min(1).optional(),
  }),
  anthropicModel: setting({
    env: "ANTHROPIC_MODEL",
    description: "Anthropic's model",
    schema: z.string().min(1).default("claude-sonnet-5-5"),
  }),
  openaiModel: setting({
    env: "OPENAI_MODEL",
    description: "The model of the OpenAI-compatible service",
    schema: z.string().min(1).default("gpt-5-mini"),
  }),
  langbaseApiKey: setting({
    env: "LANGBASE_API_KEY",
    description: "Langbase key; makes Langbase an engine",
    secret: true,
    schema: z.string().optional(),
  }),
  anthropicApiKey: setting({
    env: "ANTHROPIC_API_KEY",
    description: "Anthropic key; makes Anthropic an engine",
    secret: true,
    schema: z.string().optional(),
  }),
  openaiApiKey: setting({
    env: "OPENAI_API_KEY",
    description: "Key of an OpenAI-compatible service; makes it an engine",
    secret: true,
    schema: z.string().optional(),
  }),
  openaiBaseUrl: setting({
    env: "OPENAI_BASE_URL",
    description: "Address of an OpenAI-compatible service, e.g. a local Ollama",
    schema: z.string().optional(),
  }),
};

type Settings = typeof settings;
/** The configuration of a process. */
export type Config = { readonly [K in keyof Settings]: z.output<Settings[K]["schema"]> };
