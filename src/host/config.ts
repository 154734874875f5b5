import * as z from "zod";
import { Failure } from "../ledger/index.ts";
import type { Effort, Engine, ThinkingOptions, ThinkingOverrides } from "../llm/index.ts";
import { ServerEntry } from "../mcp/connect/entries.ts";
import type { ServerEntries } from "../mcp/connect/index.ts";
import { type MaxToolCalls, type ResourceLimits, readLimits } from "./limits/index.ts";
import type { HostTool } from "./loop.ts";

/** A session's configuration: model, instructions, tools and limits. */
export interface LLMConfig {
  /** `claude` or `anthropic`, `openai` or `openai-compatible`; not needed if `model` is an object. */
  readonly type?: string;
  /** Defaults to `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`. Never stored. */
  readonly api_key?: string;
  /** A model id, an AI SDK model, or an engine. */
  readonly model: string | AiSdkModel | Engine;
  readonly system_prompt?: string;
  /** MCP servers by name, in the format of `mcpServers`. */
  readonly servers?: ServerEntries;
  /** A bare number applies to each message; 0 means no tools. */
  readonly max_tool_calls?: number | MaxToolCalls;
  readonly thinking?: ThinkingConfig;

  /** The service's address, if not the usual one. */
  readonly base_url?: string;
  /** Tokens of each answer; a thinking budget is added to it. */
  readonly max_tokens?: number;
  readonly temperature?: number;
  /** Limits besides tool calls: tokens, cost, time. */
  readonly limits?: ResourceLimits;
  /** The program's own tools, in addition to those of the servers. */
  readonly tools?: readonly HostTool[];
  /** The session's title in the ledger. Defaults to one made from the first message. */
  readonly title?: string;
  readonly project?: string;
  readonly tags?: readonly string[];
}

/** An AI SDK model, reduced to the properties that identify it: its own types differ between versions. */
export interface AiSdkModel {
  readonly specificationVersion: "v3" | "v4";
  readonly provider: string;
  readonly modelId: string;
  doStream(options: never): unknown;
}

/** How a model thinks. */
export interface ThinkingConfig extends ThinkingOptions {
  /** Facts that the built-in table lacks, such as `{ kind: "adaptive" }` for a model behind a custom name. */
  readonly overrides?: ThinkingOverrides;
}

/** Checks a configuration. Throws `INVALID_ARGUMENT` with the wrong fields. */
export function readConfig(config: unknown): LLMConfig {
  const parsed = Config.safeParse(config, { reportInput: true });
  if (!parsed.success)
    throw new Failure("INVALID_ARGUMENT", { problem: parsed.error.issues.map(problemOf).join("\n") });
  readLimits(parsed.data.max_tool_calls, parsed.data.limits);
  return parsed.data as LLMConfig;
}

/** Whether a model was passed as an object rather than by name. */
export function isModelObject(model: LLMConfig["model"]): model is AiSdkModel | Engine {
  return typeof model !== "string";
}

/** The name of a model in any form. */
export function modelName(model: LLMConfig["model"]): string {
  if (typeof model === "string") return model;
  return "modelId" in model ? model.modelId : model.model;
}

/** The supported services. */
export const TYPES = ["claude", "anthropic", "openai", "openai-compatible"] as const;
const EFFORTS = ["low", "medium", "high", "xhigh", "max"] as const satisfies readonly Effort[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const Model = z.custom<LLMConfig["model"]>(
  (value) =>
    (typeof value === "string" && value.trim() !== "") ||
    (isObject(value) && (typeof value.doStream === "function" || typeof value.turn === "function")),
  "must be a model id, an AI SDK model or an engine",
);
const Tool = z.custom<HostTool>(
  (value) => isObject(value) && typeof value.run === "function" && isObject(value.specification),
  "must be a tool with a specification and a function `run`",
);
/** Checked by `readLimits`, which has its own messages. */
const CheckedLater = z.custom<never>(() => true);

const Config = z.strictObject({
  type: z.enum(TYPES).optional(),
  api_key: z.string().optional(),
  model: Model,
  system_prompt: z.string().optional(),
  servers: z.record(z.string().min(1, "a server needs a name"), ServerEntry).optional(),
  max_tool_calls: CheckedLater.optional(),
  thinking: z
    .strictObject({
      enabled: z.boolean().optional(),
      budget_tokens: z.int().positive().optional(),
      effort: z.enum(EFFORTS).optional(),
      overrides: z
        .strictObject({
          kind: z.enum(["none", "budget", "adaptive"]).optional(),
          canTurnOff: z.union([z.enum(["disabled", "between_tools"]), z.literal(false)]).optional(),
          efforts: z.array(z.enum(EFFORTS)).optional(),
          takesBudget: z.boolean().optional(),
          summary: z.literal(false).optional(),
          contextWindow: z.int().positive().optional(),
          maxOutput: z.int().positive().optional(),
        })
        .optional(),
    })
    .optional(),
  base_url: z.url({ protocol: /^https?$/, error: "must be an http:// or https:// URL" }).optional(),
  max_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  limits: CheckedLater.optional(),
  tools: z.array(Tool).optional(),
  title: z.string().optional(),
  project: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

function problemOf(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    const known = field === "" ? ` Use: ${Object.keys(Config.shape).join(", ")}.` : "";
    const names = issue.keys.map((key) => (field === "" ? key : `${field}.${key}`));
    return `Unknown: ${names.join(", ")}.${known}`;
  }
  if (issue.code === "invalid_value" && field === "type")
    return `type: ${JSON.stringify(issue.input)} is unknown. Use one of: ${TYPES.join(", ")}.`;
  return `${field || "The configuration"}: ${issue.message}`;
}
