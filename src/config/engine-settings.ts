import * as z from "zod";
import { oneOf, pipe, setting, wholeNumber } from "./setting.ts";

/** Settings of the language models that Clew can call. */
export const engineSettings = {
  engine: setting({
    flag: "engine",
    env: "CLEW_ENGINE",
    description:
      "The engine to use: langbase, anthropic, openai or sampling (the client's own model). Default: the first that is configured, in this order",
    schema: oneOf(["langbase", "anthropic", "openai", "sampling"]).optional(),
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
