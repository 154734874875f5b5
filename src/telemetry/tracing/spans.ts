import type { SpanFacts } from "./tracer.ts";

/*
 * What is told of each kind of work, in the names of OpenTelemetry's conventions for generative AI and for MCP. Nothing
 * that a caller or a model wrote is in it: no arguments, no thoughts, no answers.
 */

/** A call of a tool. */
export function toolSpan(call: { readonly tool: string; readonly connection?: string | undefined }): SpanFacts {
  return {
    name: `execute_tool ${call.tool}`,
    kind: "server",
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": call.tool,
      "gen_ai.tool.type": "function",
      "mcp.method.name": "tools/call",
      "mcp.session.id": call.connection,
    },
  };
}

/** A turn of a model. */
export function chatSpan(call: {
  readonly name: string;
  readonly pipe?: string | undefined;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
}): SpanFacts {
  const model = call.pipe ?? "unknown";
  return {
    name: `chat ${model}`,
    kind: "client",
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": PROVIDERS[call.name] ?? call.name,
      "gen_ai.request.model": model,
      "gen_ai.response.model": model,
      "gen_ai.usage.input_tokens": call.usage?.inputTokens,
      "gen_ai.usage.output_tokens": call.usage?.outputTokens,
    },
  };
}

/** The names that the conventions have for providers, where they are not ours. */
const PROVIDERS: Readonly<Record<string, string>> = { "openai-compatible": "openai" };

/** A run of a notebook's cell. */
export function runSpan(run: { readonly status: string; readonly exitCode?: number | null }): SpanFacts {
  return {
    name: "run_cell",
    kind: "internal",
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "run_cell",
      "gen_ai.tool.type": "extension",
      "clew.notebook.status": run.status,
      "process.exit.code": run.exitCode ?? undefined,
    },
  };
}
