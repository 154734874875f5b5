import { createHash } from "node:crypto";
import type { Tool } from "@modelcontextprotocol/client";
import { schemaProblem } from "./schema-problem.ts";
import type { OfferedTool } from "./server-set.ts";

/** The most tools of one server. */
const MAX_TOOLS = 1_000;
/** The most problems that are reported. */
const MAX_PROBLEMS = 20;

/** The usable tools of a server, and why the others are left out. */
export interface Offered {
  readonly tools: readonly OfferedTool[];
  /** One line for each tool that is left out. */
  readonly leftOut: readonly string[];
}

/** Selects the usable tools: not those that run only as tasks, nor those whose definition is too large. */
export function offeredTools(server: string, listed: readonly Tool[]): Offered {
  const tools: OfferedTool[] = [];
  const leftOut: string[] = [];
  for (const tool of listed.slice(0, MAX_TOOLS)) {
    if (tool.execution?.taskSupport === "required") continue;
    const problem = schemaProblem(tool);
    if (problem === undefined) tools.push(toTool(server, tool));
    else
      leftOut.push(
        `'${tool.name.slice(0, 64)}' of the server '${server}' is not offered: its definition is too large: ${problem}.`,
      );
  }
  if (listed.length > MAX_TOOLS)
    leftOut.push(
      `The server '${server}' lists ${listed.length} tools: only the first ${MAX_TOOLS} are offered.`,
    );
  return { tools, leftOut: leftOut.slice(0, MAX_PROBLEMS) };
}

function toTool(server: string, tool: Tool): OfferedTool {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations ?? {};
  const offered = {
    server,
    tool: tool.name,
    title: tool.title ?? tool.annotations?.title,
    description: tool.description ?? "",
    inputSchema: tool.inputSchema,
    hints: {
      readOnly: readOnlyHint,
      destructive: destructiveHint,
      idempotent: idempotentHint,
      openWorld: openWorldHint,
    },
  };
  return { ...offered, identity: fingerprint([offered, tool.outputSchema]) };
}

/** A fingerprint of a JSON value. The order of object members does not matter. */
export function fingerprint(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value, sorted)).digest("base64url").slice(0, 22);
}

/** A replacer that sorts the members of objects. They become arrays, because a member may be called `__proto__`. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return ["list", ...value];
  return ["object", ...Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))];
}
