import type { SpanFacts } from "./tracer.ts";

/*
 * What is told of each kind of work, in the names of OpenTelemetry's conventions for generative AI and for MCP. Nothing
 * that a caller or a model wrote is in it: no arguments, no thoughts, no answers.
 */

/** A call of a tool that begins. */
export interface StartedCall {
  readonly tool: string;
  readonly traceparent?: unknown;
  /** The session of a handshake-era connection over HTTP. */
  readonly connection?: string | undefined;
}

/** A turn of a model that has ended. */
export interface EndedTurn {
  /** The engine. */
  readonly name: string;
  /** The model. */
  readonly pipe?: string | undefined;
  readonly latencyMs: number;
  readonly error?: string | undefined;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
}

/** A run of a notebook's cell that has ended. */
export interface EndedRun {
  readonly status: string;
  readonly exitCode: number | null;
  readonly durationMs: number;
}

/** The span of a call of a tool. */
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

/** The names that the conventions have for providers, where they are not ours. */
const PROVIDERS: Readonly<Record<string, string>> = { "openai-compatible": "openai" };

/** The span of a turn of a model. */
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

/** The span of a run of a cell. */
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
