import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How an installer connects to its registry; it gets nothing else of the environment and the home folder. */
export interface RegistrySettings {
  /** Contains `.npmrc` and certificates. */
  readonly folder: string;
  /** The installer's variables, if it sees the folder under this path. */
  environment(seenAt: string): Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLES = /^(?:(?:https?|all|no)_proxy|npm_.+)$/i;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_CERTIFICATES = 1_000;
/** The files in which systems keep all trusted certificates. */
const BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/ssl/cert.pem",
];
const [SYSTEM, EXTRA] = ["system.pem", "extra.pem"];

/** Copies the settings that an installer needs for the registry into a folder. */
export async function copyRegistrySettings(folder: string, env: Environment): Promise<RegistrySettings> {
  await mkdir(folder, { mode: 0o700 });
  const put = async (name: string, text: string | undefined) => {
    if (text !== undefined) await writeFile(join(folder, name), text, { mode: 0o600 });
    return text !== undefined;
  };
  const [, hasSystem, hasExtra] = await Promise.all([
    put(".npmrc", env.HOME && (await readText(join(env.HOME, ".npmrc")))),
    put(SYSTEM, await systemCertificates(env)),
    put(EXTRA, env.NODE_EXTRA_CA_CERTS && (await readText(env.NODE_EXTRA_CA_CERTS))),
  ]);
  const registry = env.NPM_CONFIG_REGISTRY ?? env.npm_config_registry;
  // macOS keeps certificates elsewhere, where the installer finds them.
  const stores = hasSystem || process.platform !== "linux" ? "mozilla,system" : "mozilla";
  return {
    folder,
    environment: (seenAt) => ({
      ...taken(env),
      // Deno reads the upper-case name only.
      ...(registry && { NPM_CONFIG_REGISTRY: registry }),
      HOME: seenAt,
      DENO_TLS_CA_STORE: stores,
      ...(hasSystem && { SSL_CERT_FILE: join(seenAt, SYSTEM) }),
      ...(hasExtra && { DENO_CERT: join(seenAt, EXTRA) }),
    }),
  };
}

function taken(env: Environment): Readonly<Record<string, string>> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && VARIABLES.test(entry[0]),
  );
  return Object.fromEntries(entries);
}

async function systemCertificates(env: Environment): Promise<string | undefined> {
  if (!env.SSL_CERT_FILE && env.SSL_CERT_DIR) return certificatesIn(env.SSL_CERT_DIR);
  for (const path of env.SSL_CERT_FILE ? [env.SSL_CERT_FILE] : BUNDLES) {
    const text = await readText(path);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** A folder often contains each certificate twice, under its name and its hash. */
async function certificatesIn(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  const texts = new Set<string>();
  for (const name of names.slice(0, MAX_CERTIFICATES)) {
    const text = await readText(join(folder, name));
    if (text?.includes("-----BEGIN CERTIFICATE-----")) texts.add(text);
  }
  return texts.size === 0 ? undefined : [...texts].join("\n");
}

async function readText(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size > MAX_BYTES) return undefined;
  return readFile(path, "utf8").catch(() => undefined);
}
