import { join } from "node:path";
import { Failure } from "../../ledger/index.ts";
import { atExit } from "../kernel/at-exit.ts";
import { bootFolder } from "../kernel/boot-folder.ts";
import { denoBinary } from "../kernel/deno-binary.ts";
import { countsThreads, type NamespaceLayer } from "../kernel/namespace-layer.ts";
import { INSIDE, inPrivateRoot } from "../kernel/private-root.ts";
import { type KernelProcess, killConfined, killGroup, spawnConfined } from "../kernel/spawn.ts";
import type { InstallLimits } from "./install-limits.ts";
import { installReason } from "./install-reason.ts";
import type { RegistrySettings } from "./registry-settings.ts";
import { tooMuchMemory, watchInstall } from "./watch-install.ts";

/** How to run the installer. */
export interface Installing {
  /**
   * Contains a package.json with dependencies only; node_modules is created in it. The only folder that the installer
   * can write to.
   */
  readonly folder: string;
  readonly settings: RegistrySettings;
  /** The packages that were requested by name; others are their dependencies. */
  readonly names: readonly string[];
  readonly limits: InstallLimits;
  readonly layer: NamespaceLayer;
  readonly signal: AbortSignal;
  /** Called with each package when its files exist. */
  readonly onPackage: () => void;
}

/** The installer's cache, inside its folder so that files can be linked instead of copied. */
export const CACHE = "cache";
const COMMAND = ["install", "--no-lock", "--node-modules-dir=manual", "--node-modules-linker=hoisted"];
/** No file of a package may be larger. */
const MAX_FILE_MB = 256;
const KEPT_CHARACTERS = 64 * 1024;
/** The shell's exit codes for a command that was ended by SIGABRT and by SIGXFSZ. */
const [ABORTED, FILE_TOO_LARGE] = [134, 153];

/** Lets Deno install the packages of a package.json into real folders without links, without running their scripts. */
export async function runInstaller(order: Installing): Promise<void> {
  const { signal, layer, limits } = order;
  signal.throwIfAborted();
  const child = await start(order);
  let passed: string | undefined;
  const kill = () => killConfined(child, layer);
  const stopWatch =
    child.pid === undefined
      ? () => {}
      : watchInstall(child.pid, order.folder, limits, (reason) => {
          passed ??= reason;
          kill();
        });
  const forget = atExit(() => killGroup(child));
  signal.addEventListener("abort", kill);
  if (signal.aborted) kill();
  const said = listen(child, order.onPackage);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => {
    signal.removeEventListener("abort", kill);
    stopWatch();
    forget();
  });
  signal.throwIfAborted();
  const reason = passed ?? (code === 0 ? undefined : reasonOf(code, said(), order));
  if (reason !== undefined) throw new Failure("INSTALL_FAILED", { reason });
}

async function start({ folder, settings, limits, layer }: Installing): Promise<KernelProcess> {
  const binary = installer();
  const parts = layer.root;
  const root =
    parts &&
    inPrivateRoot({
      parts,
      bootFolder: (await bootFolder(binary, layer)).path,
      binary,
      program: settings.folder,
      folder,
      network: true,
      threads: countsThreads() ? limits.threads : undefined,
    });
  const seen = root
    ? { folder: INSIDE.folder, settings: "/settings", binary: INSIDE.binary }
    : { folder, settings: settings.folder, binary };
  const env = { ...settings.environment(seen.settings), DENO_DIR: join(seen.folder, CACHE) };
  const child = spawnConfined([...(root ?? []), seen.binary, ...COMMAND], {
    layer,
    network: true,
    limits: { ...limits, fileMb: MAX_FILE_MB },
    folder,
    env,
  });
  child.stdin.on("error", () => {});
  child.stdin.end();
  return child;
}

function installer(): string {
  try {
    return denoBinary();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure("INSTALL_FAILED", { reason }, { cause });
  }
}

/**
 * Counts packages and keeps the beginning of other output in bounded memory: the registry controls how long lines are.
 */
function listen({ stdout }: KernelProcess, onPackage: () => void): () => string {
  let kept = "";
  let line = "";
  const end = () => {
    if (/^Initialize \S+$/.test(line)) onPackage();
    else if (!line.startsWith("Download ") && kept.length < KEPT_CHARACTERS) kept += `${line}\n`;
    line = "";
  };
  stdout.setEncoding("utf8");
  stdout.on("error", () => {});
  stdout.on("data", (text: string) => {
    const [first = "", ...more] = text.split("\n");
    line = (line + first).slice(0, KEPT_CHARACTERS);
    for (const next of more) {
      end();
      line = next.slice(0, KEPT_CHARACTERS);
    }
  });
  return () => {
    end();
    return kept;
  };
}

function reasonOf(code: number | null, said: string, { limits, names }: Installing): string {
  if (code === ABORTED || /memory allocation of|Cannot allocate memory|os error 12\b/.test(said))
    return tooMuchMemory(limits);
  if (code === FILE_TOO_LARGE || /os error 27\b/.test(said))
    return `a package has a file of more than ${MAX_FILE_MB} MB. Ask for another package or version.`;
  return installReason(said, names);
}
