import type { ConnectedTool } from "./server-set.ts";
import { nameTools } from "./tool-names.ts";

/** The tools of a set by their names. */
export interface ToolBook {
  all(): readonly ConnectedTool[];
  /** A tool by its name, or by one that it had before others came along: a model may still use that. */
  find(name: string): ConnectedTool | undefined;
  /** Names what servers offer now; tells whether anything has changed. */
  rename(offered: readonly Omit<ConnectedTool, "name">[]): boolean;
}

/** A book without tools. */
export function openToolBook(): ToolBook {
  const former = new Map<string, ConnectedTool>();
  let named: ReadonlyMap<string, ConnectedTool> = new Map();
  return {
    all: () => [...named.values()],
    find(name) {
      const before = former.get(name);
      const same = ({ server, tool }: ConnectedTool) => server === before?.server && tool === before.tool;
      return named.get(name) ?? [...named.values()].find(same);
    },
    rename(offered) {
      const before = named;
      named = new Map([...nameTools(offered)].map(([name, tool]) => [name, { name, ...tool }]));
      for (const [name, tool] of before) if (!named.has(name)) former.set(name, tool);
      return JSON.stringify([...before]) !== JSON.stringify([...named]);
    },
  };
}
