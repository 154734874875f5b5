import { Failure } from "../../ledger/index.ts";
import type { ServerEntry } from "./entries.ts";

/** Environment variables of the host. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How to start a server that speaks over stdio. */
export interface StdioPlan {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** How to reach a server that speaks HTTP. */
export interface HttpPlan {
  readonly kind: "http";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server entry with its variables expanded. */
export type ServerPlan = StdioPlan | HttpPlan;

/**
 * Expands `${NAME}` and `${NAME:-default}` in every text of an entry. A server gets no variable of the host that its
 * entry does not name. A variable that is not set throws an error that names the field.
 */
export function planServer(name: string, entry: ServerEntry, env: Environment): ServerPlan {
  const field = (path: string) => `mcpServers.${name}.${path}`;
  const fill = (path: string, text: string) => expand(text, env, field(path));
  const fillAll = (path: string, texts: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(`${path}.${key}`, text)]));

  if (entry.url !== undefined)
    return {
      kind: "http",
      url: webAddress(fill("url", entry.url), field("url")),
      headers: fillAll("headers", entry.headers),
    };
  return {
    kind: "stdio",
    command: fill("command", entry.command!),
    args: (entry.args ?? []).map((text, index) => fill(`args.${index}`, text)),
    env: childEnvironment(env, fillAll("env", entry.env)),
    cwd: entry.cwd && fill("cwd", entry.cwd),
  };
}

function expand(text: string, env: Environment, field: string): string {
  return text.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_, name: string, otherwise?: string) => {
    const value = env[name] ?? otherwise;
    if (value === undefined) throw invalid(field, `the variable ${name} is not set`);
    return value;
  });
}

function webAddress(text: string, field: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw invalid(field, "expected an address that begins with http:// or https://");
  return url;
}

function invalid(field: string, problem: string): Failure {
  return new Failure("INVALID_ARGUMENT", { problem: `${field}: ${problem}` });
}

/** Variables that every child gets. None of them is a secret. */
const EVERYWHERE = ["PATH", "HOME", "USER", "SHELL", "LANG", "TERM", "TMPDIR", "TZ"];

/** Without these most programs do not start on Windows. */
const ON_WINDOWS = [
  ...["APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE"],
  ...["PROGRAMDATA", "PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432", "SYSTEMDRIVE", "SYSTEMROOT"],
  ...["TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR"],
];

/** The environment of a child: harmless variables of the host, plus those of its entry. */
export function childEnvironment(
  env: Environment,
  own: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  const allowed = new Set(platform === "win32" ? [...EVERYWHERE, ...ON_WINDOWS] : EVERYWHERE);
  const isAllowed = (name: string) => {
    // Windows names are case-insensitive: `Path` is PATH.
    const known = platform === "win32" ? name.toUpperCase() : name;
    return allowed.has(known) || known.startsWith("LC_");
  };
  const kept = Object.entries(env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && isAllowed(pair[0]),
  );
  return { ...Object.fromEntries(kept), ...own };
}
