import type { CallToolResult } from "@modelcontextprotocol/server";
import { asFailure, concernsOperator, Failure, type Tolerated, tolerate } from "../ledger/index.ts";
import { Answer, type Embedded, type Tool, type ToolContext } from "./define.ts";
import { acceptedSchema, schemaOf } from "./schema.ts";

/** Reports an error that concerns the operator. */
export type ReportFault = (event: string, error: unknown) => void;

/** Runs a tool and converts its answer or error to a result. The only boundary between failures and the protocol. */
export async function callTool(
  tool: Tool,
  raw: unknown,
  context: Omit<ToolContext, "unread">,
  report: ReportFault,
): Promise<CallToolResult> {
  try {
    const { value, warnings } = tool.strictInput
      ? parseStrictly(tool, raw)
      : tolerate(acceptedSchema(tool), raw, tool.aliases);
    return toResult(await tool.run(gather(tool, value, raw), { ...context, unread: warnings }));
  } catch (error) {
    return toRefusal(tool, toFailure(error, report));
  }
}

/** Parses the listed arguments with a schema; the error lists every field with a problem. */
function parseStrictly({ strictInput, unlisted }: Tool, raw: unknown): Tolerated {
  const { data, error } = strictInput!.safeParse(raw ?? {});
  const more = unlisted ? tolerate(schemaOf(unlisted), raw) : { value: {}, warnings: [] };
  if (!error) return { value: { ...more.value, ...(data as object) }, warnings: more.warnings };
  const problem = error.issues.map(({ path, message }) => `${path.join(".") || "arguments"} - ${message}`);
  throw new Failure("INVALID_ARGUMENT", { problem: problem.join("; ") });
}

/** Returns failures as they are, and anything else as `INTERNAL`, with its cause in the log only. */
export function toFailure(error: unknown, report: ReportFault): Failure {
  const failure = asFailure(error);
  if (concernsOperator(failure)) report("fault", failure.code === "INTERNAL" ? error : failure);
  return failure;
}

function gather({ gathers }: Tool, value: Readonly<Record<string, unknown>>, raw: unknown) {
  if (gathers === undefined || typeof raw !== "object" || Array.isArray(raw)) return value;
  return { ...value, [gathers]: { ...raw, ...(value[gathers] as object | undefined) } };
}

function toResult(outcome: unknown): CallToolResult {
  const { value, meta, embedded, text, failed } = outcome instanceof Answer ? outcome : new Answer(outcome);
  return {
    content: [{ type: "text", text: text ?? JSON.stringify(value) }, ...embedded.map(toContent)],
    structuredContent: value as Record<string, unknown>,
    ...(failed && { isError: true }),
    ...((failed || Object.keys(meta).length > 0) && { _meta: { ...meta, "clew/code": failed } }),
  };
}

function toContent(part: Embedded): CallToolResult["content"][number] {
  if ("data" in part) return { type: "image", data: part.data, mimeType: part.mimeType };
  if (!("uri" in part)) return { type: "text", text: part.text };
  const { uri, mimeType, text } = part;
  return { type: "resource", resource: { uri, mimeType, text } };
}

/** Converts a failure to a result, in the format of its tool. */
export function toRefusal(tool: Tool, failure: Failure): CallToolResult {
  const { text, structured } = tool.refusal?.(failure) ?? { text: `${failure.code}: ${failure.message}` };
  return {
    content: [{ type: "text", text }],
    structuredContent: structured,
    isError: true,
    _meta: { "clew/code": failure.code },
  };
}
