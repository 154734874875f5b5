import { redactText } from "../ledger/index.ts";
import type { ServerEntries } from "../mcp/connect/index.ts";
import { isModelObject, type LLMConfig, modelName } from "./config.ts";

/** A configuration as it is stored and shown: without keys, tools and other secrets. */
export type StoredConfig = Omit<LLMConfig, "api_key" | "model" | "tools"> & {
  readonly model: string;
  /** The model was passed as an object. */
  readonly handedIn?: true;
  /** The names of the program's own tools. */
  readonly toolNames?: readonly string[];
};

/** Replaces a value that is not stored. */
const NOT_STORED = "[not kept]";

/** Removes secrets, and values that may be secrets, from a configuration. */
export function toStoredConfig({ api_key: _, model, tools, servers, ...rest }: LLMConfig): StoredConfig {
  return {
    ...rest,
    model: modelName(model),
    ...(isModelObject(model) && { handedIn: true }),
    ...(tools && tools.length > 0 && { toolNames: tools.map(({ specification }) => specification.name) }),
    ...(rest.base_url !== undefined && { base_url: withoutSecrets(rest.base_url) }),
    ...(servers && { servers: mapValues(servers, storedEntry) }),
  };
}

/** The servers that can be started from a stored configuration, and the fields that the others lack. */
export function usableServers(servers: ServerEntries): {
  readonly usable: ServerEntries;
  readonly missing: readonly string[];
} {
  const missing = Object.entries(servers).flatMap(([name, entry]) => {
    const field = missingField(entry);
    return field === undefined ? [] : [{ name, field: `servers.${name}.${field}` }];
  });
  const names = new Set(missing.map(({ name }) => name));
  const usable = Object.entries(servers).filter(([name]) => !names.has(name));
  return { usable: Object.fromEntries(usable), missing: missing.map(({ field }) => field) };
}

type Entry = ServerEntries[string];

function storedEntry({ env, headers, args, url, ...rest }: Entry): Entry {
  return {
    ...rest,
    ...(args && { args: args.map(withoutSecrets) }),
    ...(url !== undefined && { url: withoutSecrets(url) }),
    ...(env && { env: mapValues(env, storedValue) }),
    ...(headers && { headers: mapValues(headers, storedValue) }),
  };
}

/** A value that only references a variable is not a secret. */
function storedValue(value: string | number | boolean): string {
  return /^\$\{[A-Za-z_]\w*\}$/.test(String(value)) ? String(value) : NOT_STORED;
}

function withoutSecrets(text: string): string {
  return redactText(text) === text ? text : NOT_STORED;
}

function missingField({ env = {}, headers = {}, args = [], url }: Entry): string | undefined {
  if (url === NOT_STORED) return "url";
  if (args.includes(NOT_STORED)) return "args";
  const lost = (values: object) => Object.entries(values).find(([, value]) => value === NOT_STORED)?.[0];
  const [variable, header] = [lost(env), lost(headers)];
  if (variable !== undefined) return `env.${variable}`;
  if (header !== undefined) return `headers.${header}`;
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, to: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}
