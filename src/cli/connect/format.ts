/** What is written under a server's name. */
export type McpServerEntry = Readonly<
  Record<string, string | readonly string[] | Readonly<Record<string, string>>>
>;

/** How one kind of configuration file holds its servers. All functions take text and throw a `Refusal`. */
export interface ConfigFormat {
  /** The value under `name`, undefined when there is none. */
  readonly read: (text: string, name: string) => unknown;
  /** The text with `entry` under `name`, everything else byte for byte as it was. */
  readonly put: (text: string, name: string, entry: McpServerEntry) => string;
  /** The text without `name`; after `put` it is the text that `put` was given. */
  readonly drop: (text: string, name: string) => string;
  /** The settings apart from `name` as a value, to prove that an edit changed nothing else. */
  readonly rest: (text: string, name: string) => unknown;
  /** One line that a person can add by hand where an edit is refused. */
  readonly byHand: (name: string, entry: McpServerEntry) => string;
}

/** A parsed document without one server, and without a server list that this leaves empty. */
export function withoutServer(document: object, container: string, name: string): unknown {
  const settings: Record<string, unknown> = { ...document };
  const servers = settings[container];
  if (typeof servers !== "object" || servers === null) return settings;
  const { [name]: _, ...others } = servers as Record<string, unknown>;
  if (Object.keys(others).length === 0) delete settings[container];
  else settings[container] = others;
  return settings;
}
