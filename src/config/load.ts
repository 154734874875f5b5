import type * as z from "zod";
import { type Config, type Setting, settings } from "./schema.ts";

/** A wrong or unknown setting; the message says where it was set and what is valid. */
export class ConfigError extends Error {}

type Values = Readonly<Record<string, unknown>>;

/** Reads the configuration. Precedence: flags, environment, file, defaults. */
export function loadConfig(
  flags: Values,
  env: Readonly<Record<string, string | undefined>>,
  file: Values = {},
): Config {
  const variables = withoutServiceLinks(env);
  refuseUnknown(variables, file);
  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings) as [string, Setting][]) {
    const [given, place] = find(name, setting, flags, variables, file);
    config[name] = read(setting.schema, given, place);
  }
  return config as Config;
}

/** Parses the text of `config.json`. */
export function parseConfigFile(text: string): Values {
  const values = parse(text);
  if (typeof values === "object" && values !== null && !Array.isArray(values)) return values as Values;
  throw new ConfigError('config.json in the data home must be one object, such as {"port": 4747}');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // The parser quotes the text around the error, which may be a secret: only the position is shown.
    const place = / at position [\s\S]*/.exec((error as Error).message)?.[0] ?? "";
    throw new ConfigError(`config.json in the data home is not valid JSON${place}`);
  }
}

/** Names that Kubernetes gives to the variables of a Service: `CLEW_SERVICE_HOST`, `CLEW_PORT_80_TCP_ADDR`. */
const SERVICE_LINK =
  /^CLEW_(\w+_)?(SERVICE_(HOST|PORT(_\w+)?)|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;

/**
 * Kubernetes sets such variables in every pod if there is a Service whose name begins with `clew`, among them
 * `CLEW_PORT=tcp://10.0.0.1:80`. They are not settings.
 */
function withoutServiceLinks(env: Readonly<Record<string, string | undefined>>): typeof env {
  const isLink = ([name, value = ""]: readonly [string, string | undefined]) =>
    SERVICE_LINK.test(name) || (/^CLEW_(\w+_)?PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value));
  return Object.fromEntries(Object.entries(env).filter((entry) => !isLink(entry)));
}

function find(
  name: string,
  setting: Setting,
  flags: Values,
  env: Readonly<Record<string, string | undefined>>,
  file: Values,
): [unknown, string] {
  if (flags[name] !== undefined) return [flags[name], `--${setting.flag ?? name}`];
  // Shells and clients' forms use an empty variable for "not set".
  if (setting.env !== undefined && env[setting.env]) return [env[setting.env], setting.env];
  return [file[name], `'${name}' in the configuration file`];
}

function read(schema: z.ZodType, given: unknown, place: string): unknown {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => issue.message).join("; ");
  throw new ConfigError(problems.startsWith("must") ? `${place} ${problems}` : `${place}: ${problems}`);
}

function refuseUnknown(env: Readonly<Record<string, string | undefined>>, file: Values): void {
  const variables = new Set(Object.values(settings).map((setting: Setting) => setting.env));
  for (const [name, value] of Object.entries(env))
    if (value && name.startsWith("CLEW_") && !variables.has(name))
      throw unknown(
        name,
        [...variables].filter((one) => one?.startsWith("CLEW_")),
      );
  for (const name of Object.keys(file))
    if (!Object.hasOwn(settings, name))
      throw unknown(`'${name}' in the configuration file`, Object.keys(settings));
}

function unknown(place: string, known: readonly unknown[]): ConfigError {
  return new ConfigError(`${place} is not a setting. Known settings: ${known.join(", ")}`);
}
