import type { SpanFacts } from "./tracer.ts";

/*
 * Spans of each kind of work, named by OpenTelemetry's conventions for generative AI and for MCP. They contain no text from
 * a caller or a model: no arguments, no thoughts, no answers.
 */

/** A tool call that starts. */
export interface StartedCall {
  readonly tool: string;
  readonly traceparent?: unknown;
  /** The session of a handshake-era connection over HTTP. */
  readonly connection?: string | undefined;
}

/** A finished model turn. */
export interface EndedTurn {
  /** The engine. */
  readonly name: string;
  /** The model. */
  readonly pipe?: string | undefined;
  readonly latencyMs: number;
  readonly error?: string | undefined;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
}

/** A finished cell run. */
export interface EndedRun {
  readonly status: string;
  readonly exitCode: number | null;
  readonly durationMs: number;
}

/** The span of a tool call. */
export function toolSpan({ tool, connection }: StartedCall): SpanFacts {
  return {
    name: `execute_tool ${tool}`,
    kind: "server",
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool,
      "gen_ai.tool.type": "function",
      "mcp.method.name": "tools/call",
      "mcp.session.id": connection,
    },
  };
}

/** The conventions' provider names that differ from ours. */
const PROVIDERS: Readonly<Record<string, string>> = { "openai-compatible": "openai" };

/** The span of a model turn. */
export function chatSpan({ name, pipe: model = "unknown", usage }: EndedTurn): SpanFacts {
  return {
    name: `chat ${model}`,
    kind: "client",
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": PROVIDERS[name] ?? name,
      "gen_ai.request.model": model,
      "gen_ai.response.model": model,
      "gen_ai.usage.input_tokens": usage?.inputTokens,
      "gen_ai.usage.output_tokens": usage?.outputTokens,
    },
  };
}

/** The span of a cell run. */
export function runSpan({ status, exitCode }: EndedRun): SpanFacts {
  return {
    name: "execute_tool run_cell",
    kind: "internal",
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "run_cell",
      "gen_ai.tool.type": "extension",
      "clew.notebook.status": status,
      "process.exit.code": exitCode ?? undefined,
    },
  };
}
