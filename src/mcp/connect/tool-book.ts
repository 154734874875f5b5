import type { ConnectedTool, OfferedTool, ToolName } from "./server-set.ts";
import { nameTools } from "./tool-names.ts";

/** The tools of a set by their names. A name that was given out belongs to its tool for good. */
export interface ToolBook {
  all(): readonly ConnectedTool[];
  find(name: string): ConnectedTool | undefined;
  /** Names what servers offer now; answers whether anything has changed. */
  rename(offered: readonly OfferedTool[]): boolean;
  /** From now on names are given out: until then, while servers are being started, they may still move. */
  giveOut(): void;
  /** Every name that was ever given out. */
  names(): readonly ToolName[];
  /** The tools of each server that got no name because the server has used up its number of names. */
  leftOut(server: string): number;
}

/** What a book knows from an earlier one. */
export interface KnownNames {
  /** Names that were given out before. */
  readonly given?: readonly ToolName[] | undefined;
  /** Names that belong to something else. */
  readonly reserved?: readonly string[] | undefined;
}

/** The most names that one server gets, so that one that changes its tools all the time does not fill the memory. */
const MOST_NAMES = 4_000;

/** A book without tools. */
export function openToolBook({ given: known = [], reserved = [] }: KnownNames = {}): ToolBook {
  const given = new Map(known.map((one) => [placeOf(one), one]));
  const counts = new Map<string, number>();
  for (const { server } of known) counts.set(server, (counts.get(server) ?? 0) + 1);
  let named: ReadonlyMap<string, ConnectedTool> = new Map();
  let left = new Map<string, number>();
  let isOpen = false;

  function remember(tools: Iterable<ConnectedTool>): void {
    for (const { name, server, tool, identity } of tools) {
      const place = placeOf({ server, tool });
      if (given.has(place)) continue;
      given.set(place, { name, server, tool, identity });
      counts.set(server, (counts.get(server) ?? 0) + 1);
    }
  }

  function withRoom(offered: readonly OfferedTool[]): readonly OfferedTool[] {
    const fresh = new Map(counts);
    left = new Map();
    return offered.filter((tool) => {
      if (given.has(placeOf(tool))) return true;
      const count = (fresh.get(tool.server) ?? 0) + 1;
      fresh.set(tool.server, count);
      if (count > MOST_NAMES) left.set(tool.server, (left.get(tool.server) ?? 0) + 1);
      return count <= MOST_NAMES;
    });
  }

  return {
    all: () => [...named.values()],
    find: (name) => named.get(name),
    rename(offered) {
      const before = named;
      const names = nameTools(withRoom(offered), { given: [...given.values()], reserved });
      named = new Map([...names].map(([name, tool]) => [name, withName(name, tool)]));
      if (isOpen) remember(named.values());
      return signatureOf(before) !== signatureOf(named);
    },
    giveOut() {
      isOpen = true;
      remember(named.values());
    },
    names: () => [...given.values()],
    leftOut: (server) => left.get(server) ?? 0,
  };

  function withName(name: string, tool: OfferedTool): ConnectedTool {
    const first = given.get(placeOf(tool));
    return { name, ...tool, changed: first !== undefined && first.identity !== tool.identity };
  }
}

function placeOf({ server, tool }: Pick<ToolName, "server" | "tool">): string {
  return JSON.stringify([server, tool]);
}

function signatureOf(named: ReadonlyMap<string, ConnectedTool>): string {
  return JSON.stringify([...named].map(([name, { identity }]) => [name, identity]));
}
