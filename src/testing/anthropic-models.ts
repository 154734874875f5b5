/** What a Claude model accepts. */
export interface ClaudeModel {
  /** The `thinking.type` values it accepts. */
  readonly thinking: readonly ("enabled" | "adaptive" | "disabled" | "between_tools")[];
  /** Whether it thinks by default. */
  readonly thinksByDefault: boolean;
  /** Whether thinking is empty unless `display` asks for a summary. */
  readonly hidesThinking: boolean;
  /** Whether it accepts `temperature`, `top_p` and `top_k`. */
  readonly sampling: boolean;
  /** Whether a tool can be forced. */
  readonly forcedTools: boolean;
  /** Whether a conversation may end with the assistant. */
  readonly prefill: boolean;
  /** Whether a thinking block is valid only after the exact conversation that led to it. */
  readonly bindsThinking: boolean;
  readonly maxTokens: number;
  readonly contextTokens: number;
}

/** The documented behaviour of a model, by its id. For an id that is not a Claude model, everything is accepted. */
export function claudeModel(id: string): ClaudeModel {
  const { line, version } = identify(id);
  if (version === undefined) return ANYTHING;
  const newest = line === "fable" || line === "mythos";
  const adaptiveOnly = newest || version >= 4.7;
  const strict = (newest && version >= 5.1) || ((line === "opus" || line === "sonnet") && version >= 5.5);
  const always = newest || (strict && line === "opus");
  return {
    thinking: [
      ...(version >= 3.7 && !adaptiveOnly ? ["enabled" as const] : []),
      ...(newest || version >= 4.6 ? ["adaptive" as const] : []),
      ...(strict && line === "sonnet" ? ["between_tools" as const] : always ? [] : ["disabled" as const]),
    ],
    thinksByDefault: newest || version >= 5,
    hidesThinking: adaptiveOnly,
    sampling: !adaptiveOnly,
    forcedTools: !strict,
    prefill: !newest && version < 4.6,
    bindsThinking: strict,
    maxTokens: maxTokensOf(line, newest ? 5 : version),
    contextTokens: newest || version >= 4.6 ? 1_000_000 : 200_000,
  };
}

function maxTokensOf(line: string | undefined, version: number): number {
  if (version >= 4.6) return 128_000;
  if (version < 3.7) return 8192;
  return line === "opus" && version < 4.5 ? 32_000 : 64_000;
}

const ANYTHING: ClaudeModel = {
  thinking: ["enabled", "adaptive", "disabled", "between_tools"],
  thinksByDefault: false,
  hidesThinking: false,
  sampling: true,
  forcedTools: true,
  prefill: true,
  bindsThinking: false,
  maxTokens: Number.MAX_SAFE_INTEGER,
  contextTokens: 200_000,
};

/** `claude-opus-4-7`, `claude-3-7-sonnet-20250219`, `claude-3.7-…`; eight digits are a date, not a version. */
function identify(id: string): { readonly line?: string | undefined; readonly version?: number } {
  const name = id.match(/claude-([\s\S]+)/)?.[1];
  if (name === undefined) return {};
  const line = name.match(/haiku|sonnet|opus|fable|mythos/)?.[0];
  const [major, minor = "0"] = name.match(/(?<!\d)\d{1,2}(?!\d)/g) ?? [];
  if (major === undefined) return line === "mythos" ? { line, version: 4.7 } : {};
  return { line, version: Number(`${major}.${minor}`) };
}
