import { Failure } from "../../ledger/index.ts";
import { childEnvironment } from "./child-environment.ts";
import type { ServerEntry } from "./entries.ts";

/** The variables that a host hands in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How to start a server that speaks on its streams. */
export interface StdioPlan {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** All that the child gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** How to reach a server that speaks HTTP. */
export interface HttpPlan {
  readonly kind: "http";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** How to come to a server: its entry with variables put in. */
export type ServerPlan = StdioPlan | HttpPlan;

/**
 * Puts variables into an entry. `${NAME}` and `${NAME:-otherwise}` stand for a variable of the host in any text of the
 * entry; a variable that the entry does not name reaches no server. One that is not set is told at its field.
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
    if (value === undefined) throw wrong(field, `the variable ${name} is not set`);
    return value;
  });
}

function webAddress(text: string, field: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw wrong(field, "this is no address that begins with http:// or https://");
  return url;
}

function wrong(field: string, problem: string): Failure {
  return new Failure("INVALID_ARGUMENT", { problem: `${field}: ${problem}` });
}
