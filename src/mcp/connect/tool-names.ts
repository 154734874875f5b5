/** A tool, identified by its server and its name on that server. */
export interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

/** The longest name that model services accept. */
const MAX_NAME = 64;

/** Names that are taken. */
export interface TakenNames {
  /** Each belongs to its tool, whether or not the tool is offered now. */
  readonly given?: readonly (ServerTool & { readonly name: string })[];
  /** Names of other tools of the host. */
  readonly reserved?: readonly string[];
}

/**
 * Gives each tool a unique name that model services accept (`[a-zA-Z0-9_-]{1,64}`): the name it had before, else its own
 * if no other tool has it, else `server__tool`. The same tools get the same names, in any order.
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
  const candidates = tools.map((tool) => {
    const isShared = owners.get(tool.tool)!.size > 1 || taken.has(tool.tool);
    const full = isShared ? `${tool.server}__${tool.tool}` : tool.tool;
    const name = safe(full);
    return { tool, name, isUnchanged: name === tool.tool };
  });
  // Unchanged names come first; names that were changed into the same one get a number.
  candidates.sort((a, b) => Number(b.isUnchanged) - Number(a.isUnchanged) || compare(a.tool, b.tool));

  const named = new Map<string, T>();
  const seen = new Set<string>();
  for (const { tool, name } of candidates) {
    // A server may list a tool twice.
    const key = keyOf(tool);
    if (seen.has(key)) continue;
    seen.add(key);
    const chosen = before.get(key) ?? firstFree(name, taken);
    taken.add(chosen);
    named.set(chosen, tool);
  }
  const order = new Map(tools.map((tool, index) => [tool, index]));
  return new Map([...named].sort(([, a], [, b]) => order.get(a)! - order.get(b)!));
}

/** Identifies a tool of a server. */
export function keyOf({ server, tool }: ServerTool): string {
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
