import { lstat, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "../../ledger/index.ts";
import type { InstalledPackage, InstallOrder } from "../notebooks.ts";
import { dependenciesOf, withDependencies } from "../package-json.ts";
import { runInstaller } from "./installer.ts";
import { removeLinks } from "./remove-links.ts";
import { isRegistryName, parseWanted } from "./wanted.ts";
import { makeWorkFolder } from "./work-folder.ts";

/** What to install, where and how; two installs into one folder must wait for each other. */
export interface InstallOptions extends InstallOrder {
  /** Only what an installer needs is taken from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 120_000;
const PROGRESS_EVERY = 10;
const MAX_MANIFEST_BYTES = 1024 * 1024;
const MAX_DEPENDENCIES = 200;
const VERSION = /^\d{1,20}\.\d{1,20}\.\d[\w.+-]{0,100}$/;
/** Any version of the registry, and nothing that names another place. */
const RANGES = /^[\w.*+~^<>=| -]+$/;
const ENVIRONMENT =
  /^(?:PATH|HOME|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|(?:https?|all|no)_proxy|npm_.+)$/i;

/**
 * Puts exact versions of packages, beside those that the folder's package.json names, into its node_modules: without
 * links, and without running what they bring. When it fails, the folder is as it was.
 */
export async function installPackages(options: InstallOptions): Promise<readonly InstalledPackage[]> {
  const { folder, onLine, timeoutMs = TIMEOUT_MS } = options;
  const wanted = parseWanted(options.wanted);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  // Beside the folder, because cells cannot reach it there and it can be moved in one step.
  const work = await makeWorkFolder(dirname(folder));
  try {
    const before = await readManifest(join(folder, "package.json"));
    const asked = Object.fromEntries(wanted.map(({ name, range }) => [name, range]));
    const dependencies = { ...installable(before), ...asked };
    await writeFile(join(work, "package.json"), JSON.stringify({ private: true, dependencies }));
    onLine?.(`Looking for ${wanted.map(({ name, range }) => `${name}@${range}`).join(", ")}`);
    let count = 0;
    await runInstaller({
      folder: work,
      cacheFolder: join(work, "cache"),
      names: Object.keys(dependencies),
      env: pick(options.env),
      signal,
      onPackage: () => {
        if (++count % PROGRESS_EVERY === 0) onLine?.(`${count} packages fetched`);
      },
    });
    await removeLinks(join(work, "node_modules"));
    const all = await Promise.all(Object.keys(dependencies).map((name) => exactVersion(work, name)));
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
    await rm(work, { recursive: true, force: true });
  }
}

async function readManifest(path: string): Promise<string | undefined> {
  const file = await lstat(path).catch(() => undefined);
  return file?.isFile() && file.size <= MAX_MANIFEST_BYTES ? readFile(path, "utf8") : undefined;
}

/** Cells can write the file: what is odd in it is left alone. */
function installable(manifest: string | undefined): Readonly<Record<string, string>> {
  const known = Object.entries(dependenciesOf(manifest)).filter(
    ([name, range]) => isRegistryName(name) && RANGES.test(range),
  );
  return Object.fromEntries(known.slice(0, MAX_DEPENDENCIES));
}

function failed(reason: string): Failure {
  return new Failure("INSTALL_FAILED", { reason });
}

function pick(env: InstallOptions["env"]): Readonly<Record<string, string>> {
  const taken = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && ENVIRONMENT.test(entry[0]),
  );
  return Object.fromEntries(taken);
}

async function exactVersion(work: string, name: string): Promise<InstalledPackage> {
  const text = await readManifest(join(work, "node_modules", name, "package.json"));
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

/** Moves what was made into the folder, both or neither. */
async function swap(work: string, folder: string): Promise<void> {
  const [made, place, before] = [
    join(work, "node_modules"),
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
