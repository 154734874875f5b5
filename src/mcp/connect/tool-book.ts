import type { ConnectedTool, OfferedTool, ToolName } from "./server-set.ts";
import { keyOf, nameTools } from "./tool-names.ts";

/** The tools of a set by name. Once assigned, a name belongs to its tool for good. */
export interface ToolBook {
  all(): readonly ConnectedTool[];
  find(name: string): ConnectedTool | undefined;
  /** Names the tools that servers offer now; returns whether anything changed. */
  rename(offered: readonly OfferedTool[]): boolean;
  /** Fixes the names. Until then, while servers start, they may still change. */
  assignNames(): void;
  /** Every name assigned so far. */
  names(): readonly ToolName[];
  /** How many tools of a server got no name because it has used all its names. */
  leftOut(server: string): number;
}

/** Names that are already taken. */
export interface KnownNames {
  /** Names assigned earlier. */
  readonly given?: readonly ToolName[] | undefined;
  /** Names that belong to other tools of the host. */
  readonly reserved?: readonly string[] | undefined;
}

/** The most names of one server: a server that keeps changing its tools must not fill the memory. */
const MAX_NAMES = 4_000;

export function openToolBook({ given: known = [], reserved = [] }: KnownNames = {}): ToolBook {
  const given = new Map(known.map((one) => [keyOf(one), one]));
  const counts = new Map<string, number>();
  for (const { server } of known) counts.set(server, (counts.get(server) ?? 0) + 1);
  let named: ReadonlyMap<string, ConnectedTool> = new Map();
  let left = new Map<string, number>();
  let isAssigned = false;

  function remember(tools: Iterable<ConnectedTool>): void {
    for (const { name, server, tool, identity } of tools) {
      const key = keyOf({ server, tool });
      if (given.has(key)) continue;
      given.set(key, { name, server, tool, identity });
      counts.set(server, (counts.get(server) ?? 0) + 1);
    }
  }

  function withRoom(offered: readonly OfferedTool[]): readonly OfferedTool[] {
    const fresh = new Map(counts);
    left = new Map();
    return offered.filter((tool) => {
      if (given.has(keyOf(tool))) return true;
      const count = (fresh.get(tool.server) ?? 0) + 1;
      fresh.set(tool.server, count);
      if (count > MAX_NAMES) left.set(tool.server, (left.get(tool.server) ?? 0) + 1);
      return count <= MAX_NAMES;
    });
  }

  return {
    all: () => [...named.values()],
    find: (name) => named.get(name),
    rename(offered) {
      const before = named;
      const names = nameTools(withRoom(offered), { given: [...given.values()], reserved });
      named = new Map([...names].map(([name, tool]) => [name, withName(name, tool)]));
      if (isAssigned) remember(named.values());
      return signatureOf(before) !== signatureOf(named);
    },
    assignNames() {
      isAssigned = true;
      remember(named.values());
    },
    names: () => [...given.values()],
    leftOut: (server) => left.get(server) ?? 0,
  };

  function withName(name: string, tool: OfferedTool): ConnectedTool {
    const first = given.get(keyOf(tool));
    return { name, ...tool, changed: first !== undefined && first.identity !== tool.identity };
  }
}

function signatureOf(named: ReadonlyMap<string, ConnectedTool>): string {
  return JSON.stringify([...named].map(([name, { identity }]) => [name, identity]));
}
