import type { Tool } from "@modelcontextprotocol/client";
import { toTool } from "./content.ts";
import { schemaProblem } from "./schema-problem.ts";
import type { OfferedTool } from "./server-set.ts";

/** The most tools of one server. */
const MOST_TOOLS = 1_000;
const MOST_NAMED = 20;

/** What a server offers, and which of its tools are not taken. */
export interface Offered {
  readonly tools: readonly OfferedTool[];
  /** Each with the reason, in one line. */
  readonly leftOut: readonly string[];
}

/** The tools that can be used: those that run only as tasks, and those whose definition is beyond bounds, cannot. */
export function offeredTools(server: string, listed: readonly Tool[]): Offered {
  const tools: OfferedTool[] = [];
  const leftOut: string[] = [];
  for (const tool of listed.slice(0, MOST_TOOLS)) {
    if (tool.execution?.taskSupport === "required") continue;
    const problem = schemaProblem(tool);
    if (problem === undefined) tools.push(toTool(server, tool));
    else
      leftOut.push(
        `'${tool.name.slice(0, 64)}' of the server '${server}' is not offered: its definition is too large: ${problem}.`,
      );
  }
  if (listed.length > MOST_TOOLS)
    leftOut.push(
      `The server '${server}' lists ${listed.length} tools: only the first ${MOST_TOOLS} are offered.`,
    );
  return { tools, leftOut: leftOut.slice(0, MOST_NAMED) };
}
