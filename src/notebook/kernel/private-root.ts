import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** The programs and libraries that a private root needs, as this system has them. */
export interface RootParts {
  /** The ELF interpreter; programs name it by this path. */
  readonly loader: string;
  /** Host paths of the shared libraries of Deno and setpriv. */
  readonly libraries: readonly string[];
  readonly setpriv: string;
  /** Runs after the new root is mounted, so its path is below the old root. */
  readonly umount: { readonly program: string; readonly libraryFolders: readonly string[] };
}

/** The host files that one private root consists of. */
export interface RootOptions {
  readonly parts: RootParts;
  /** Contains the skeleton and an empty folder that the new root is mounted on. */
  readonly bootFolder: string;
  readonly binary: string;
  /** A file or folder that is copied into the root under its own name. */
  readonly program: string;
  /** The notebook's folder. */
  readonly folder: string;
  /** Cached code of which each process gets a private copy; absent if there is none yet. */
  readonly cache?: string | undefined;
  /** Replaces the private copy: Deno writes its cache here. */
  readonly sharedCache?: string | undefined;
  readonly network: boolean;
  /** Maximum number of threads; absent where the system counts those of other processes too. */
  readonly threads?: number | undefined;
}

/** The paths in a private root. */
export const INSIDE = {
  folder: "/notebook",
  program: "/boot.js",
  cache: "/cache",
  binary: "/bin/deno",
} as const;

const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";
/** The first two are requested by their paths. */
const TOOLS = ["setpriv", "umount", "mount", "pivot_root", "cp", "unshare", "ldd"];
const SKELETON = "skeleton";
const MOUNT_POINT = "root";
const OWN = "proc/self";
/** Contains the copy of the cache and everything that Deno adds to it. */
const TMPFS = "mode=755,size=16m,nr_inodes=1k,nosuid,nodev";
const READ_ONLY = "bind,ro,nosuid,nodev";
const OF_PROC = `${READ_ONLY},noexec`;
const WRITABLE = "bind,nosuid,nodev,noexec";

/**
 * Builds the root in its own mount namespace, moves into it, and runs the program without any capability. There is no
 * procfs, which would show the paths of the host: only what the C library and Deno read about the process itself, and
 * an empty mountinfo for umount. Every program that is started here delays the first cell by one or two milliseconds,
 * so one table lists all mounts. It contains paths of the host and is emptied before the root becomes read-only. Until
 * the program runs, standard error reports a failure to the host.
 */
const SCRIPT = `export PATH=${SYSTEM_PATH}
root=$1 skeleton=$2 program=$3 cache=$4 mounts=$5 own=$6 umount=$7 libraries=$8 threads=$9
shift 9
(
  set -e
  read -r self rest < /proc/self/stat
  mount -n -t tmpfs -o ${TMPFS} clew "$root"
  cp -RP "$skeleton/." "$program" \${cache:+"$cache"} "$root"
  cd "$root"
  ln -s ${INSIDE.binary} proc/self/exe
  printf '%s\\n' "/proc/$self/maps $own/maps none ${OF_PROC}" "/proc/$self/statm $own/statm none ${OF_PROC}" "$mounts" > mounts
  mount -n -c -a -T mounts
  echo > mounts
  mount -n -o remount,${READ_ONLY} "$root"
  { echo 0 > /proc/sys/user/max_user_namespaces; } 2>/dev/null || :
  exec 3> /dev/null
  pivot_root . old
  cd ${INSIDE.folder}
  LD_LIBRARY_PATH=$libraries "/old$umount" -c -i -n -l /old
  export LD_LIBRARY_PATH=/lib
  [ -z "$threads" ] || ulimit -u "$threads" 2>&3 || ulimit -p "$threads"
  exec /bin/setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all --securebits=+noroot,+noroot_locked -- "$@" 2>&1 3>&-
)
exit $?`;

/** Increase it whenever a skeleton of an earlier version is not sufficient. */
export const ROOT_VERSION = SCRIPT;

/**
 * The command that runs a program in the private root; it must be the first process of new namespaces, as their root
 * user.
 */
export function inPrivateRoot(order: RootOptions): readonly string[] {
  const { parts, bootFolder, program, cache = "", threads } = order;
  return [
    "/bin/sh",
    "-c",
    SCRIPT,
    "clew-root",
    join(bootFolder, MOUNT_POINT),
    join(bootFolder, SKELETON),
    program,
    cache,
    mountTable(order),
    escaped(join(bootFolder, MOUNT_POINT, OWN)),
    parts.umount.program,
    parts.umount.libraryFolders.map((folder) => `/old${folder}`).join(":"),
    threads === undefined ? "" : `${threads}`,
  ];
}

/**
 * Creates the folders and empty files that are mount points, and the files that are the same everywhere. The skeleton
 * appears when it is complete, so a process never copies a partial one.
 */
export async function makeSkeleton(bootFolder: string, { loader, libraries }: RootParts): Promise<void> {
  await mkdir(join(bootFolder, MOUNT_POINT), { recursive: true });
  const skeleton = join(bootFolder, SKELETON);
  if (await stat(skeleton).catch(() => undefined)) return;
  const work = await mkdtemp(`${skeleton}-`);
  try {
    const folders = ["bin", "lib", dirname(loader), "etc", OWN, "notebook", "old", "cache"];
    for (const folder of folders) await mkdir(join(work, folder), { recursive: true });
    const empty = ["bin/deno", "bin/setpriv", loader, "etc/hosts", "etc/resolv.conf"];
    const own = ["maps", "statm", "mountinfo"].map((name) => join(OWN, name));
    for (const file of [...empty, ...own, ...libraries.map((path) => join("lib", basename(path)))])
      await writeFile(join(work, file), "");
    await writeFile(join(work, "etc/nsswitch.conf"), "hosts: files dns\n");
    await Promise.all([chmod(join(work, "cache"), 0o700), chmod(work, 0o755)]);
    // Another process may have been faster.
    await rename(work, skeleton).catch(() => {});
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Finds the parts on this system; throws with the reason if one is missing. */
export async function findRootParts(binary: string): Promise<RootParts> {
  const find = `PATH=${SYSTEM_PATH}; for one in ${TOOLS.join(" ")}; do command -v $one || { echo "$one is not installed" >&2; exit 1; }; done`;
  const [setpriv = "", umount = ""] = (await output("/bin/sh", ["-c", find])).split("\n");
  const [own, helpers, others] = await Promise.all([linked(binary), linked(setpriv), linked(umount)]);
  const loader = own.find((path) => /\/ld-linux[^/]*$/.test(path));
  if (loader === undefined) throw new Error("The loader of Deno's shared libraries was not found");
  const libraries = new Map([...helpers, ...own].map((path) => [basename(path), path]));
  libraries.delete(basename(loader));
  return {
    loader,
    libraries: [...libraries.values()],
    setpriv,
    umount: { program: umount, libraryFolders: [...new Set(others.map(dirname))] },
  };
}

/** One line per mount, as in fstab. */
function mountTable(order: RootOptions): string {
  const { parts, bootFolder, binary, folder, network, sharedCache } = order;
  const root = join(bootFolder, MOUNT_POINT);
  const entry = (source: string, target: string, options: string) =>
    `${escaped(source)} ${escaped(join(root, target))} none ${options}`;
  return [
    entry(parts.loader, parts.loader, READ_ONLY),
    ...parts.libraries.map((path) => entry(path, join("lib", basename(path)), READ_ONLY)),
    entry(binary, INSIDE.binary, READ_ONLY),
    entry(parts.setpriv, "bin/setpriv", READ_ONLY),
    entry(folder, INSIDE.folder, WRITABLE),
    entry(sharedCache ?? join(root, INSIDE.cache), INSIDE.cache, WRITABLE),
    ...(network
      ? ["/etc/hosts", "/etc/resolv.conf"].map((path) => entry(path, path, `${READ_ONLY},nofail`))
      : []),
  ].join("\n");
}

/** The fstab escape for spaces in names. */
function escaped(path: string): string {
  return path.replace(/[\s\\#]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, "0")}`);
}

/** The shared libraries of a program, including the loader. */
async function linked(program: string): Promise<readonly string[]> {
  const lines = await output("/bin/sh", ["-c", `PATH=${SYSTEM_PATH} exec ldd "$0"`, program]);
  return [...lines.matchAll(/^[ \t]+(?:\S+ => )?(\/\S+) \(0x/gm)].map(([, path]) => path!);
}

function output(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { env: {}, timeout: 5_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr.trim().split("\n")[0] || error.message.split("\n")[0]));
      else resolve(stdout);
    });
  });
}
