import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { release, tmpdir } from "node:os";
import { join } from "node:path";
import { denoBinary } from "./deno-binary.ts";
import { type KnownParts, knownParts } from "./known-parts.ts";
import { findRootParts, INSIDE, inPrivateRoot, makeSkeleton, type RootParts } from "./private-root.ts";

/** The confinement of a kernel's process in addition to Deno's permissions. */
export interface NamespaceLayer {
  /** Whether the process has its own namespaces. */
  readonly namespaces: boolean;
  /** The files of its private root; absent if it shares the host's files. */
  readonly root?: RootParts;
  readonly message: string;
  /** Whether there is a private root, and if not, why. */
  readonly fileMessage: string;
  /** The prefix of the command; a process with allowed hosts shares the network. */
  before(network: boolean): readonly string[];
}

/** Ends the process with its parent, even if that is killed; inherited by the programs that follow. */
const WITH_PARENT = ["setpriv", "--no-new-privs", "--pdeathsig", "KILL", "--"];
const NAMESPACES = ["--ipc", "--uts", "--pid"];
/** As root of the namespace, which may mount; the private root drops this right before the program runs. */
const AS_ROOT = ["unshare", "--user", "--map-root-user", "--mount", ...NAMESPACES];
/** Maps the current user to an ordinary user: a program that it starts has no capabilities. */
const AS_USER = ["unshare", "--user", "--map-user=1000", "--map-group=1000", ...NAMESPACES];

/**
 * The first process of the namespace. It has no signal handlers, which Linux would ignore for it, and reports in its
 * exit code which signal ended the second process. Its own output and that of unshare are discarded.
 */
const FIRST = ["/bin/sh", "-c", '(exec "$0" "$@" 2>&1); exit $?'];

const SIGHT = "its own users, processes and, unless it was given hosts, no network device";
/** The first Linux version that counts threads per user namespace; earlier ones include the user's other programs. */
const COUNTS_THREADS = [5, 14] as const;

/** A busy machine needs a while to start Deno. */
const TRIAL_MS = 20_000;

let found: Promise<NamespaceLayer> | undefined;

/** The best that this system allows; detected once, and remembered for later processes if it has a private root. */
export function namespaceLayer(): Promise<NamespaceLayer> {
  found ??= find();
  return found;
}

/** Makes the next call detect the layer again: a process could not be set up, or the system may have changed. */
export async function forgetNamespaceLayer(): Promise<void> {
  found = undefined;
  (await remembered())?.forget();
}

/** No namespaces; the command is unchanged. */
export function noNamespaces(message: string, before: readonly string[] = []): NamespaceLayer {
  const fileMessage =
    "A cell's process shares the host's files: only Deno's permissions keep it in its folder.";
  return { namespaces: false, message, fileMessage, before: () => before };
}

/** Why nothing runs if the file layer is required and missing, and what to do. */
export function missingFileLayer({ fileMessage }: NamespaceLayer): string {
  return `the file layer of the sandbox is missing, and CLEW_NOTEBOOK_SANDBOX is required, which is the default of a server that does not listen on loopback. ${fileMessage} Run Clew where user and mount namespaces are allowed, or set CLEW_NOTEBOOK_SANDBOX=auto to run cells without this layer.`;
}

/** Whether a limit on threads counts those of one notebook's process only. */
export function countsThreads(version: string = release()): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > COUNTS_THREADS[0] || (major === COUNTS_THREADS[0] && minor >= COUNTS_THREADS[1]);
}

async function find(): Promise<NamespaceLayer> {
  if (process.platform !== "linux") return noNamespaces("Namespaces need Linux: none are used here.");
  const message = `A cell's process has ${SIGHT}.`;
  const rooted = await privateRoot(message).catch((error: Error) => error.message);
  if (typeof rooted !== "string") return rooted;
  const fileMessage = `A cell's process shares the host's files, behind Deno's permissions, because it cannot get a root folder of its own: ${rooted}`;
  const plain = inNamespaces(AS_USER, { namespaces: true, message, fileMessage }, FIRST);
  const refused = await tryOut([...plain.before(false), "true"]);
  if (refused === undefined) return plain;
  const reason = `This system allows no user namespaces, so only Deno's permissions hold cells back: ${refused}`;
  const bare = noNamespaces(
    reason,
    (await tryOut([...WITH_PARENT, "true"])) === undefined ? WITH_PARENT : [],
  );
  return { ...bare, fileMessage };
}

/** Namespaces with a private root, tested with Deno itself; throws with the reason if it does not work. */
async function privateRoot(message: string): Promise<NamespaceLayer> {
  const binary = denoBinary();
  const known = await remembered();
  if (known?.parts) return rooted(known.parts, message);
  const parts = await findRootParts(binary);
  const layer = rooted(parts, message);
  await tryRoot(layer, parts, binary);
  // Without it the next process detects the layer too, only more slowly.
  await known?.save(parts).catch(() => {});
  return layer;
}

async function remembered(): Promise<KnownParts | undefined> {
  try {
    return await knownParts(denoBinary());
  } catch {
    return undefined;
  }
}

function rooted(parts: RootParts, message: string): NamespaceLayer {
  return inNamespaces(AS_ROOT, {
    namespaces: true,
    root: parts,
    message,
    fileMessage: "A cell's process has a root folder of its own with Deno and the notebook's folder in it.",
  });
}

async function tryRoot(layer: NamespaceLayer, parts: RootParts, binary: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "clew-deno-try-"));
  try {
    const [folder, program] = [join(work, "notebook"), join(work, "boot.js")];
    await Promise.all([mkdir(folder), writeFile(program, ""), makeSkeleton(work, parts)]);
    const order = { parts, bootFolder: work, binary, program, folder, network: false };
    const refused = await tryOut([
      ...layer.before(false),
      ...inPrivateRoot(order),
      INSIDE.binary,
      "--version",
    ]);
    if (refused !== undefined) throw new Error(refused.replaceAll(work, ""));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function inNamespaces(
  unshare: readonly string[],
  layer: Omit<NamespaceLayer, "before">,
  first: readonly string[] = [],
): NamespaceLayer {
  const before = (network: boolean) => [
    ...WITH_PARENT,
    ...unshare,
    ...(network ? [] : ["--net"]),
    "--fork",
    "--kill-child",
    "--",
    ...first,
  ];
  return { ...layer, before };
}

/** Undefined if the command works, otherwise the reason. */
function tryOut(command: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const words = ["-c", 'exec "$0" "$@"', ...command];
    execFile("/bin/sh", words, { env: {}, timeout: TRIAL_MS }, (error, _, said) =>
      resolve(error ? said.trim().split("\n")[0] || `the trial ended with code ${error.code}` : undefined),
    );
  });
}
