/** Which tool of which server. */
export interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

/** The longest name that model services take. */
const MAX_NAME = 64;

/** Names that are not free. */
export interface TakenNames {
  /** Each belongs to its tool, whether or not the tool is there now. */
  readonly given?: readonly (ServerTool & { readonly name: string })[];
  /** They belong to something else. */
  readonly reserved?: readonly string[];
}

/**
 * A name for each tool that is unique and that model services take (`[a-zA-Z0-9_-]{1,64}`): the one that it was given
 * before; else its own if nothing else has it, else `server__tool` for all that have it. The same tools get the same
 * names, in whatever order they come.
 */
export function nameTools<T extends ServerTool>(
  tools: readonly T[],
  { given = [], reserved = [] }: TakenNames = {},
): ReadonlyMap<string, T> {
  const owners = new Map<string, Set<string>>();
  const own = (name: string, owner: string) =>
    owners.set(name, (owners.get(name) ?? new Set<string>()).add(owner));
  for (const { server, tool } of [...tools, ...given]) own(tool, keyOf({ server, tool: "" }));
  for (const name of reserved) own(name, "");

  const before = new Map(given.map((one) => [keyOf(one), one.name]));
  const taken = new Set([...reserved, ...before.values()]);
  const wanted = tools.map((place) => {
    const isShared = owners.get(place.tool)!.size > 1 || taken.has(place.tool);
    const full = isShared ? `${place.server}__${place.tool}` : place.tool;
    const name = safe(full);
    return { place, name, asIs: name === place.tool };
  });
  // A name that needed no change is kept; those that were changed into it are numbered.
  wanted.sort((a, b) => Number(b.asIs) - Number(a.asIs) || compare(a.place, b.place));

  const named = new Map<string, T>();
  const seen = new Set<string>();
  for (const { place, name } of wanted) {
    // A server that lists one tool twice has it once.
    const key = keyOf(place);
    if (seen.has(key)) continue;
    seen.add(key);
    const chosen = before.get(key) ?? firstFree(name, taken);
    taken.add(chosen);
    named.set(chosen, place);
  }
  const order = new Map(tools.map((place, index) => [place, index]));
  return new Map([...named].sort(([, a], [, b]) => order.get(a)! - order.get(b)!));
}

function keyOf({ server, tool }: ServerTool): string {
  return JSON.stringify([server, tool]);
}

function safe(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, MAX_NAME) || "tool";
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const ending = `_${number}`;
    const numbered = name.slice(0, MAX_NAME - ending.length) + ending;
    if (!taken.has(numbered)) return numbered;
  }
}

function compare(a: ServerTool, b: ServerTool): number {
  if (a.server !== b.server) return a.server < b.server ? -1 : 1;
  return a.tool === b.tool ? 0 : a.tool < b.tool ? -1 : 1;
}
