import { constants } from "node:fs";
import { mkdir, open, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "../../ledger/index.ts";
import { missingFileLayer, type NamespaceLayer, namespaceLayer } from "../kernel/namespace-layer.ts";
import type { InstalledPackage, InstallRequest } from "../notebooks.ts";
import { dependenciesOf, withDependencies } from "../package-json.ts";
import { INSTALL_LIMITS, type InstallLimits, overQuota, packageQuota } from "./install-limits.ts";
import { CACHE, runInstaller } from "./installer.ts";
import { copyRegistrySettings } from "./registry-settings.ts";
import { isRegistryName, parseRequested } from "./requested-packages.ts";
import { tidyPackages } from "./walk-packages.ts";
import { makeWorkFolder, removeFolder } from "./work-folder.ts";

/** What to install, where and how; two installs into one folder must wait for each other. */
export interface InstallOptions extends InstallRequest {
  /** Only the variables that an installer needs are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
  readonly limits?: Partial<InstallLimits>;
  /** `required` installs nothing without the file layer; the default is `auto`. */
  readonly sandbox?: "required" | "auto";
  /** By default, the best that the system allows. */
  readonly layer?: NamespaceLayer;
}

const TIMEOUT_MS = 120_000;
const PROGRESS_EVERY = 10;
const MAX_MANIFEST_BYTES = 1024 * 1024;
const MAX_DEPENDENCIES = 200;
const VERSION = /^\d{1,20}\.\d{1,20}\.\d[\w.+-]{0,100}$/;
/** Any version in the registry, but no other source. */
const RANGES = /^[\w.*+~^<>=| -]+$/;

/**
 * Installs exact versions of packages into the folder's node_modules, beside those that its package.json lists: without
 * links, and without running scripts. If it fails, the folder is unchanged.
 */
export async function installPackages(options: InstallOptions): Promise<readonly InstalledPackage[]> {
  const { folder, onLine, timeoutMs = TIMEOUT_MS } = options;
  const limits = { ...INSTALL_LIMITS, ...options.limits };
  const wanted = parseRequested(options.wanted);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const layer = options.layer ?? (await namespaceLayer());
  if (options.sandbox === "required" && !layer.root) throw failed(missingFileLayer(layer));
  // Beside the folder, because cells cannot access it there and it can be moved in one step.
  const work = await makeWorkFolder(dirname(folder));
  try {
    const before = await readManifest(join(folder, "package.json"));
    const asked = Object.fromEntries(wanted.map(({ name, range }) => [name, range]));
    const dependencies = { ...installable(before), ...asked };
    // Everything that the installer can write to; links in it are never followed or written to.
    const made = join(work, "made");
    await mkdir(made, { mode: 0o700 });
    await writeFile(join(made, "package.json"), JSON.stringify({ private: true, dependencies }));
    onLine?.(`Looking for ${wanted.map(({ name, range }) => `${name}@${range}`).join(", ")}`);
    let count = 0;
    await runInstaller({
      folder: made,
      settings: await copyRegistrySettings(join(work, "settings"), options.env),
      names: Object.keys(dependencies),
      limits,
      layer,
      signal,
      onPackage: () => {
        if (++count % PROGRESS_EVERY === 0) onLine?.(`${count} packages fetched`);
      },
    });
    await removeFolder(join(made, CACHE));
    await checkPackages(join(made, "node_modules"), limits);
    const all = await Promise.all(Object.keys(dependencies).map((name) => exactVersion(made, name)));
    await writeFile(join(work, "package.json"), withDependencies(before, all));
    signal.throwIfAborted();
    await swap(work, folder);
    onLine?.(`Installed ${count} packages; none of their scripts was run`);
    return all.filter(({ name }) => Object.hasOwn(asked, name));
  } catch (error) {
    if (options.signal?.aborted) throw failed("the call was cancelled.");
    if (timeout.aborted)
      throw failed(
        `it took longer than ${timeoutMs / 1_000} s. Send the same call again, or ask for fewer packages.`,
      );
    throw error;
  } finally {
    await removeFolder(work);
  }
}

/** Refuses packages with special files, or with more files than a notebook may have. */
async function checkPackages(folder: string, limits: InstallLimits): Promise<void> {
  const quota = packageQuota(limits);
  const reason = overQuota(await tidyPackages(folder, quota), quota, limits);
  if (reason !== undefined) throw failed(reason);
}

/** The text of a regular file of bounded size; a link is not followed. */
async function readManifest(path: string): Promise<string | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  try {
    const stats = await file?.stat();
    return stats?.isFile() && stats.size <= MAX_MANIFEST_BYTES ? await file?.readFile("utf8") : undefined;
  } finally {
    await file?.close();
  }
}

/** Cells can write this file, so invalid entries are ignored. */
function installable(manifest: string | undefined): Readonly<Record<string, string>> {
  const known = Object.entries(dependenciesOf(manifest)).filter(
    ([name, range]) => isRegistryName(name) && RANGES.test(range),
  );
  return Object.fromEntries(known.slice(0, MAX_DEPENDENCIES));
}

function failed(reason: string): Failure {
  return new Failure("INSTALL_FAILED", { reason });
}

async function exactVersion(made: string, name: string): Promise<InstalledPackage> {
  const text = await readManifest(join(made, "node_modules", name, "package.json"));
  const version = versionIn(text ?? "");
  if (version === undefined)
    throw failed(`${name} did not come as a usable package. Ask for another package or version.`);
  return { name, version };
}

function versionIn(manifest: string): string | undefined {
  try {
    const { version } = JSON.parse(manifest) as { readonly version?: unknown };
    return typeof version === "string" && VERSION.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

/** Moves the results into the folder, both or neither. */
async function swap(work: string, folder: string): Promise<void> {
  const [made, place, before] = [
    join(work, "made", "node_modules"),
    join(folder, "node_modules"),
    join(work, "before"),
  ];
  await rename(place, before).catch(ignoreMissing);
  try {
    await rename(made, place);
    await rename(join(work, "package.json"), join(folder, "package.json"));
  } catch (error) {
    await rename(place, made).catch(ignoreMissing);
    await rename(before, place).catch(ignoreMissing);
    throw error;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
