/** Which tool of which server. */
export interface ToolPlace {
  readonly server: string;
  readonly tool: string;
}

/** The longest name that model services take. */
const MAX_NAME = 64;

/**
 * A name for each tool that is unique and that model services take (`[a-zA-Z0-9_-]{1,64}`): its own if no other server
 * has it, else `server__tool` for all that have it. The same tools get the same names, in whatever order they come.
 */
export function nameTools<T extends ToolPlace>(tools: readonly T[]): ReadonlyMap<string, T> {
  const servers = new Map<string, Set<string>>();
  for (const { server, tool } of tools)
    servers.set(tool, (servers.get(tool) ?? new Set<string>()).add(server));

  const wanted = tools.map((place) => {
    const full = servers.get(place.tool)!.size > 1 ? `${place.server}__${place.tool}` : place.tool;
    const name = safe(full);
    return { place, name, asIs: name === place.tool };
  });
  // A name that needed no change is kept; those that were changed into it are numbered.
  wanted.sort((a, b) => Number(b.asIs) - Number(a.asIs) || compare(a.place, b.place));

  const named = new Map<string, T>();
  const seen = new Set<string>();
  for (const { place, name } of wanted) {
    // A server that lists one tool twice has it once.
    const key = JSON.stringify([place.server, place.tool]);
    if (seen.has(key)) continue;
    seen.add(key);
    named.set(firstFree(name, named), place);
  }
  const order = new Map(tools.map((place, index) => [place, index]));
  return new Map([...named].sort(([, a], [, b]) => order.get(a)! - order.get(b)!));
}

function safe(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, MAX_NAME) || "tool";
}

function firstFree(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const ending = `_${number}`;
    const numbered = name.slice(0, MAX_NAME - ending.length) + ending;
    if (!taken.has(numbered)) return numbered;
  }
}

function compare(a: ToolPlace, b: ToolPlace): number {
  if (a.server !== b.server) return a.server < b.server ? -1 : 1;
  return a.tool === b.tool ? 0 : a.tool < b.tool ? -1 : 1;
}
