import * as z from "zod";

/** One setting: its flag, its environment variable, what it means. */
export interface Setting {
  readonly flag?: string;
  readonly env?: string;
  readonly description: string;
  readonly secret?: boolean;
  readonly schema: z.ZodType;
}

const setting = <S extends z.ZodType>(of: Setting & { readonly schema: S }) => of;
// Not `z.coerce`, which takes an empty text, null and false for 0.
const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (given) => (typeof given === "string" && given.trim() !== "" ? Number(given) : given),
    z
      .number("must be a number")
      .int("must be a whole number")
      .min(min, `must be at least ${min}`)
      .max(max, `must be at most ${max}`),
  );

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
  host: setting({
    flag: "host",
    env: "CLEW_HOST",
    description: "Address that the HTTP server binds; loopback only, until authentication is configured",
    schema: z.string().min(1).default("127.0.0.1"),
  }),
  allowHost: setting({
    flag: "allow-host",
    env: "CLEW_ALLOWED_HOSTS",
    description: "Other names, separated by commas, under which clients may address the HTTP server",
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
    description: "Port of the HTTP server; 0 takes a free one",
    schema: wholeNumber(0, 65535).default(4747),
  }),
  tools: setting({
    flag: "tools",
    env: "CLEW_TOOLS",
    description: "Tool sets to offer: all, or a list of think, thoughtbox, models, gateway, recall, classic",
    schema: z.string().min(1).default("all"),
  }),
  toolNames: setting({
    flag: "tool-names",
    env: "CLEW_TOOL_NAMES",
    description: "How tools with two words are listed: plain (reasoning_linear) or dotted (reasoning.linear)",
    schema: z.enum(["plain", "dotted"], "must be plain or dotted").default("plain"),
  }),
  thinkMaxThoughts: setting({
    env: "THINK_MAX_THOUGHTS",
    description: "How many thoughts the window of think holds",
    schema: wholeNumber(1, 100_000).default(100),
  }),
  logLevel: setting({
    flag: "log-level",
    env: "LOG_LEVEL",
    description: "Least level that is logged: trace, debug, info, warn, error",
    schema: z
      .enum(["trace", "debug", "info", "warn", "error"], "must be trace, debug, info, warn or error")
      .default("info"),
  }),
  logFormat: setting({
    flag: "log-format",
    env: "LOG_FORMAT",
    description: "How log lines read on stderr: pretty or json",
    schema: z.enum(["pretty", "json"], "must be pretty or json").default("pretty"),
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
/** The configuration that everything is composed from. */
export type Config = { readonly [K in keyof Settings]: z.output<Settings[K]["schema"]> };
