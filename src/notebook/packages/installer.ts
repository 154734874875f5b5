import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Failure } from "../../ledger/index.ts";
import { denoBinary } from "../kernel/deno-binary.ts";

/** How the installer is run. */
export interface Installing {
  /** Holds a package.json with nothing but dependencies; its node_modules is made. */
  readonly folder: string;
  readonly cacheFolder: string;
  /** The packages that are asked for by name; others come because these need them. */
  readonly names: readonly string[];
  /** The whole environment of the installer, but for its own settings. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called with each package, as name and version, when its files are there. */
  readonly onPackage: (id: string) => void;
}

const KEPT_LINES = 50;

/** Has Deno put the packages of a package.json into real folders without links, and run none of their scripts. */
export async function runInstaller(order: Installing): Promise<void> {
  const { folder, signal } = order;
  signal.throwIfAborted();
  const child = spawn(
    installer(),
    ["install", "--no-lock", "--node-modules-dir=manual", "--node-modules-linker=hoisted"],
    { cwd: folder, env: environment(order), detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // Already gone.
    }
  };
  signal.addEventListener("abort", kill);
  const said: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    const [, id] = /^Initialize (\S+)$/.exec(line) ?? [];
    if (id !== undefined) order.onPackage(id);
    else if (!line.startsWith("Download ") && said.length < KEPT_LINES) said.push(line);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => signal.removeEventListener("abort", kill));
  signal.throwIfAborted();
  if (code !== 0) throw new Failure("INSTALL_FAILED", { reason: reasonOf(said.join("\n"), order.names) });
}

function installer(): string {
  try {
    return denoBinary();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure("INSTALL_FAILED", { reason }, { cause });
  }
}

function environment({ env, cacheFolder }: Installing): Record<string, string> {
  const registry = env.NPM_CONFIG_REGISTRY ?? env.npm_config_registry;
  return {
    // Beside its own list, so that a certificate which the system trusts will do.
    DENO_TLS_CA_STORE: "mozilla,system",
    ...(env.NODE_EXTRA_CA_CERTS && { DENO_CERT: env.NODE_EXTRA_CA_CERTS }),
    ...env,
    // Deno knows the upper case only.
    ...(registry && { NPM_CONFIG_REGISTRY: registry }),
    DENO_DIR: cacheFolder,
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
  };
}

/** What the installer's complaint means to whoever asked; its own words have addresses and paths in them. */
function reasonOf(said: string, names: readonly string[]): string {
  const needed = MISSING.exec(said)
    ?.slice(1)
    .find((name) => name !== undefined);
  if (needed !== undefined && !names.includes(needed))
    return `the registry lacks a version of ${needed} that one of these packages needs. Ask for another version of them.`;
  const isYoung = said.includes("newer than");
  for (const [pattern, reason, when] of REASONS) {
    const found = when === "young" && !isYoung ? null : pattern.exec(said);
    if (found) return reason(found[1] ?? "", found[2] ?? "");
  }
  return "the installer could not finish. Send the same call again, or ask for fewer packages or other versions.";
}

const MISSING = /npm package '([^'\s]+)' (?:does not exist|matching)|for npm package '([^'\s]+)'/;

const tooYoung = (id: string) =>
  `${id} was published less than a day ago, and such versions wait for a day. Ask for an earlier version.`;

const REASONS: readonly (readonly [RegExp, (name: string, range: string) => string, "young"?])[] = [
  [
    /npm package '([^'\s]+)' does not exist/,
    (name) => `the registry has no package ${name}. Check its spelling and send the call again.`,
  ],
  [/npm package '([^'\s]+)' matching '([^']+)'/, (name, range) => tooYoung(`${name}@${range}`), "young"],
  [/Failed resolving tag '([^'\s]+)'/, tooYoung, "young"],
  [
    /npm package '([^'\s]+)' matching '([^']+)'/,
    (name, range) => `${name} has no version ${range}. Send one that exists, or leave it out for the latest.`,
  ],
  [
    /dist-tag '([^']+)' for npm package '([^'\s]+)'/,
    (tag, name) => `${name} has no tag ${tag}. Send a version, or leave it out for the latest.`,
  ],
  [
    /invalid peer certificate/,
    () =>
      "the registry's certificate is not trusted here. Have the operator set NODE_EXTRA_CA_CERTS, and send the call again.",
  ],
  [
    /\b(?:401|403)\b|Unauthorized|Forbidden/,
    () => "the registry refused access. Have the operator check the registry's settings in .npmrc.",
  ],
  [
    /Failed loading|error sending request|dns error|connect error|timed out/,
    () => "the registry cannot be reached. Send the same call again when it can.",
  ],
  [/No space left|os error 28/, () => "the disk is full. Free some space and send the same call again."],
];
