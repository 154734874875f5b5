import * as z from "zod";
import { Failure } from "../ledger/index.ts";
import type { Effort, Engine, ThinkingOverrides, ThinkingWish } from "../llm/index.ts";
import { ServerEntry } from "../mcp/connect/entries.ts";
import type { ServerEntries } from "../mcp/connect/index.ts";
import { type MaxToolCalls, type ResourceLimits, readLimits } from "./limits/index.ts";
import type { HostTool } from "./loop.ts";

/** What a session is made of: a model, its instructions, its tools and its limits. */
export interface LLMConfig {
  /** `claude` or `anthropic`, `openai` or `openai-compatible`; not needed for a model that is handed in. */
  readonly type?: string | undefined;
  /** Taken from `ANTHROPIC_API_KEY` or `OPENAI_API_KEY` when it is absent. It is never kept. */
  readonly api_key?: string | undefined;
  /** A model's id, any model of the AI SDK, or an engine. */
  readonly model: string | AiSdkModel | Engine;
  readonly system_prompt?: string | undefined;
  /** MCP servers by their names, in the shape of `mcpServers`. */
  readonly servers?: ServerEntries | undefined;
  /** A bare number is per message; 0 means no tools. */
  readonly max_tool_calls?: number | MaxToolCalls | undefined;
  readonly thinking?: ThinkingConfig | undefined;

  /** Where the service is, if not at its usual address. */
  readonly base_url?: string | undefined;
  /** Room for each answer; a budget for thinking is added to it. */
  readonly max_tokens?: number | undefined;
  readonly temperature?: number | undefined;
  /** What may be used besides tool calls: tokens, cost, time. */
  readonly limits?: ResourceLimits | undefined;
  /** Tools of this program, beside those of the servers. */
  readonly tools?: readonly HostTool[] | undefined;
  /** How the ledger calls the session; the first message when absent. */
  readonly title?: string | undefined;
  readonly project?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Any model of the AI SDK, by as much of it as can be told apart: its own types differ from version to version. */
export interface AiSdkModel {
  readonly specificationVersion: "v3" | "v4";
  readonly provider: string;
  readonly modelId: string;
  doStream(options: never): unknown;
}

/** How a model is to think. */
export interface ThinkingConfig extends ThinkingWish {
  /** What is known of the model and not in the table: `{ kind: "adaptive" }` for one behind a name of your own. */
  readonly overrides?: ThinkingOverrides;
}

/** Checks a configuration; throws `INVALID_ARGUMENT` with the fields that are wrong. */
export function readConfig(config: unknown): LLMConfig {
  const read = Config.safeParse(config, { reportInput: true });
  if (!read.success)
    throw new Failure("INVALID_ARGUMENT", { problem: read.error.issues.map(problemOf).join("\n") });
  const { max_tool_calls: calls, limits } = read.data;
  readLimits(calls, limits);
  return read.data as LLMConfig;
}

/** Whether a model was handed in, and is no name. */
export function isHandedIn(model: LLMConfig["model"]): model is AiSdkModel | Engine {
  return typeof model !== "string";
}

/** A model's name, whichever way it was given. */
export function modelName(model: LLMConfig["model"]): string {
  if (typeof model === "string") return model;
  return "modelId" in model ? model.modelId : model.model;
}

/** The services that there are. */
export const TYPES = ["claude", "anthropic", "openai", "openai-compatible"] as const;
const EFFORTS = ["low", "medium", "high", "xhigh", "max"] as const satisfies readonly Effort[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const Model = z.custom<LLMConfig["model"]>(
  (value) =>
    (typeof value === "string" && value.trim() !== "") ||
    (isObject(value) && (typeof value.doStream === "function" || typeof value.turn === "function")),
  "not the id of a model, a model of the AI SDK or an engine",
);
const Tool = z.custom<HostTool>(
  (value) => isObject(value) && typeof value.run === "function" && isObject(value.specification),
  "not a tool: it has a specification and a function `run`",
);
/** Read by `readLimits`, which has words of its own. */
const ReadElsewhere = z.custom<never>(() => true);

const Config = z.strictObject({
  type: z.enum(TYPES).optional(),
  api_key: z.string().optional(),
  model: Model,
  system_prompt: z.string().optional(),
  servers: z.record(z.string().min(1, "a server needs a name"), ServerEntry).optional(),
  max_tool_calls: ReadElsewhere.optional(),
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
  base_url: z
    .url({ protocol: /^https?$/, error: "not an address that begins with http:// or https://" })
    .optional(),
  max_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  limits: ReadElsewhere.optional(),
  tools: z.array(Tool).optional(),
  title: z.string().optional(),
  project: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

function problemOf(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    const known = field === "" ? ` Known are: ${Object.keys(Config.shape).join(", ")}.` : "";
    const names = issue.keys.map((key) => (field === "" ? key : `${field}.${key}`));
    return `${names.join(", ")} is not known.${known}`;
  }
  if (issue.code === "invalid_value" && field === "type")
    return `type: ${JSON.stringify(issue.input)} is not known. Known are: ${TYPES.join(", ")}.`;
  return `${field || "The configuration"}: ${issue.message}`;
}
