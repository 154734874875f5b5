/** The entry under a server's name. */
export type McpServerEntry = Readonly<
  Record<string, string | readonly string[] | Readonly<Record<string, string>>>
>;

/** A configuration file format. All functions take text and throw a `Refusal`. */
export interface ConfigFormat {
  /** The value under `name`, if any. */
  readonly read: (text: string, name: string) => unknown;
  /** The text with `entry` under `name`; every other byte stays. */
  readonly put: (text: string, name: string, entry: McpServerEntry) => string;
  /** The text without `name`. Undoes `put` exactly. */
  readonly drop: (text: string, name: string) => string;
  /** All other settings as a value, to prove that an edit changed nothing else. */
  readonly rest: (text: string, name: string) => unknown;
  /** A line that the user can add by hand if an edit is refused. */
  readonly byHand: (name: string, entry: McpServerEntry) => string;
}

/** A parsed document without one server, and without the server list if that leaves it empty. */
export function withoutServer(document: object, container: string, name: string): unknown {
  const settings: Record<string, unknown> = { ...document };
  const servers = settings[container];
  if (typeof servers !== "object" || servers === null) return settings;
  const { [name]: _, ...others } = servers as Record<string, unknown>;
  if (Object.keys(others).length === 0) delete settings[container];
  else settings[container] = others;
  return settings;
}

/** A position in a text file, both counted from one, as editors show it. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Why a configuration file is not edited: one line for the user, with a position if there is one. */
export class Refusal extends Error {
  readonly position: TextPosition | undefined;
  constructor(message: string, position?: TextPosition) {
    super(message);
    this.position = position;
  }
}

/** The line and column of an offset. */
export function positionAt(text: string, offset: number): TextPosition {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
