/** What a model's id says of a Claude. */
export interface ClaudeId {
  /** The words of the name in order, without the version: `sonnet`, `mythos-preview`, `instant`. */
  readonly name: string;
  /** Absent in an alias such as `claude-sonnet-latest`. */
  readonly version?: Version;
}

/** Major and minor. */
export type Version = readonly [major: number, minor: number];

/**
 * Reads an id of either order (`claude-3-7-sonnet-20250219`, `claude-sonnet-4.5`), with the prefixes and suffixes of
 * clouds and gateways; undefined for what is no Claude.
 */
export function claudeId(model: string): ClaudeId | undefined {
  const rest = model.toLowerCase().match(/(?:^|[^a-z0-9])claude((?:[^a-z][\s\S]*)?)$/)?.[1];
  if (rest === undefined) return;
  const words = rest
    .replace(/[@:[(\s][\s\S]*/, "")
    .split(/[-._/]+/)
    .filter((word) => word !== "");
  const name = words.filter((word) => /^[a-z]+$/.test(word) && word !== "latest").join("-");
  const version = versionOf(words);
  return version === undefined ? { name } : { name, version };
}

/** The first number is the version, unless it is a date; only the oldest models write it `v2`. */
function versionOf(words: readonly string[]): Version | undefined {
  const at = words.findIndex((word) => /^\d+$/.test(word));
  const major = words[at] ?? words.join("-").match(/^(?:instant-)?v(\d)\b/)?.[1];
  if (major === undefined || major.length > 2) return;
  const minor = at === -1 ? undefined : words[at + 1];
  return [Number(major), minor !== undefined && /^\d{1,2}$/.test(minor) ? Number(minor) : 0];
}
