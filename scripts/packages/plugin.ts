import type { Package } from "../packages.ts";

/** The manifest of the plugin for Claude Code. */
export function plugin({ name, version, license }: Package): object {
  return {
    name,
    version,
    description:
      "One durable ledger of reasoning: thoughts, branches and decisions that survive a compaction and a restart.",
    author: { name: "Clew" },
    license,
    keywords: ["reasoning", "memory", "mcp"],
  };
}
