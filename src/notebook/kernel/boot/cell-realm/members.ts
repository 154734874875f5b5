import { host } from "./host.ts";
import { ask, isolated, Refusal } from "./isolated.ts";
import { defineProperty, getOwnPropertyDescriptor, nativeBuiltin, ownKeys, wait } from "./primordials.ts";

// What cells see of Deno and Node. Everything is an allow-list: a member or module that a new Deno adds is refused until
// it is put on a list. Cells may trap signals, because processes are killed with one that cannot be trapped.
const DENO_MEMBERS =
  "SeekMode FsFile cpuUsage addSignalListener removeSignalListener Permissions PermissionStatus build chdir chmod chmodSync copyFile copyFileSync create createSync cwd " +
  "env errors exit exitCode inspect lstat lstatSync makeTempDir makeTempDirSync makeTempFile makeTempFileSync " +
  "memoryUsage mkdir mkdirSync noColor open openSync permissions pid ppid readDir readDirSync readFile readFileSync readLink " +
  "readLinkSync readTextFile readTextFileSync realPath realPathSync refTimer remove removeSync rename renameSync stat " +
  "statSync stderr stdout truncate truncateSync unrefTimer utime utimeSync version writeFile writeFileSync " +
  "writeTextFile writeTextFileSync";
const PROCESS_MEMBERS =
  "_events _eventsCount _maxListeners _exiting addListener abort allowedNodeEnvironmentFlags arch argv argv0 " +
  "availableMemory chdir config constrainedMemory constructor cpuUsage cwd debugPort emit emitWarning env execArgv " +
  "execPath exit exitCode features getBuiltinModule hrtime memoryUsage nextTick noDeprecation off on platform " +
  "prependListener reallyExit release report removeAllListeners removeListener resourceUsage stderr stdin stdout title " +
  "uptime version versions hasUncaughtExceptionCaptureCallback setUncaughtExceptionCaptureCallback sourceMapsEnabled " +
  "setSourceMapsEnabled pid ppid";
const PROCESS_IDS = ["mainModule", "getuid", "geteuid", "getgid", "getegid", "getgroups"];
const GLOBALS_REMOVED = [
  "caches",
  "localStorage",
  "sessionStorage",
  "nodeBootstrap",
  "CacheStorage",
  "Cache",
  "Storage",
];
const MAY_USE =
  "cells may use files of their folder, fetch for hosts that the notebook was granted, and modules that compute";

/** A function in place of a member that cells do not have; it throws when called or constructed. */
export function refused(name: string): () => never {
  // Not an arrow function, which could not be constructed.
  function refusal(): never {
    throw new Refusal(`${name} is not available to cells: ${MAY_USE}.`);
  }
  return refusal;
}

export function replace(target: object, name: PropertyKey, value: unknown, enumerable = true): void {
  defineProperty(target, name, { __proto__: null, value, configurable: true, enumerable, writable: true });
}

function keepOnly(target: object, label: string, members: string): void {
  const kept = new Set(members.split(" "));
  for (const key of ownKeys(target)) {
    if (typeof key === "string" && kept.has(key)) continue;
    if (key === Symbol.toStringTag || (typeof key === "symbol" && target === process)) continue;
    const { configurable, writable } = getOwnPropertyDescriptor(target, key)!;
    if (typeof key === "symbol") Reflect.deleteProperty(target, key);
    else if (configurable) replace(target, key, refused(`${label}.${key}`));
    else if (writable) (target as Record<string, unknown>)[key] = refused(`${label}.${key}`);
  }
}

const asleep = new Int32Array(new SharedArrayBuffer(4));
/** Reports the exit and waits to be killed: ending the process inside an evaluation makes Deno panic. */
const leave = (code?: unknown): never => {
  host.send(`"kind":"exit","code":${typeof code === "number" && code === (code | 0) ? code : 0}`);
  for (;;) wait(asleep, 0, 0);
};

keepOnly(Deno, "Deno", DENO_MEMBERS);
delete Deno.internal;
replace(Deno, "exit", leave);
replace(Deno, "execPath", () => "deno");
replace(Deno, "mainModule", "file:///cell");
replace(Deno, "args", []);
replace(Deno, "stdin", closedInput());

keepOnly(process, "process", PROCESS_MEMBERS);
// An empty environment: packages that look for a setting find none, where Deno would throw.
replace(process, "env", {});
replace(process, "exit", leave);
replace(process, "reallyExit", leave);
replace(process, "argv", ["deno", "cell"]);
replace(process, "execArgv", []);
process.execPath = "deno";
process.title = "deno";
keepOnly(process.report, "process.report", "");
replace(process, "getBuiltinModule", (name: unknown) =>
  ask(isolated.isBuiltin, `${name}`) ? builtin(`${name}`) : undefined,
);
for (const name of PROCESS_IDS) replace(process, name, undefined);
replace(process, "umask", (mask: unknown) => (mask === undefined ? 0o22 : refused("process.umask")()));
// The inspector's answers arrive through it.
defineProperty(process, "nextTick", { __proto__: null, value: process.nextTick, enumerable: true });
defineProperty(process, "stdin", { __proto__: null, configurable: true, enumerable: true, get: emptyStream });
for (const name of GLOBALS_REMOVED) Reflect.deleteProperty(globalThis, name);

// A second isolate reserves more than the memory limit allows, and the whole process would end.
replace(
  globalThis,
  "Worker",
  class Worker {
    constructor() {
      throw new Refusal("Cells have no workers.");
    }
  },
  false,
);

/** Standard input carries requests, which cells must not read. */
function closedInput(): object {
  return {
    __proto__: null,
    read: async () => null,
    readSync: () => null,
    close() {},
    isTerminal: () => false,
    setRaw() {},
    readable: new ReadableStream({ start: (controller) => controller.close() }),
  };
}

let empty: unknown;
function emptyStream(): unknown {
  empty ??= (nativeBuiltin("stream") as typeof import("node:stream")).Readable.from([]);
  return empty;
}

interface Replacements {
  [name: string]: () => unknown;
}

const made: { __proto__: null; os?: object; tty?: object } = { __proto__: null };
const REPLACEMENTS = {
  __proto__: null,
  process: () => process,
  os: () => (made.os ??= machine()),
  tty: () => (made.tty ??= noTerminals()),
} as unknown as Replacements;

/** Puts another module in place of Node's. */
export function replaceBuiltin(name: string, module: unknown): void {
  REPLACEMENTS[name] = () => module;
}

/** A Node module that cells may use; refuses all others. */
export function builtin(specifier: string): unknown {
  const name = ask(isolated.allowedBuiltin, specifier);
  const replacement = REPLACEMENTS[name];
  return replacement ? replacement() : nativeBuiltin(name);
}

/** `node:os` without any detail of this machine. */
function machine(): object {
  const { constants, EOL, devNull } = nativeBuiltin("os") as typeof import("node:os");
  const { arch, platform } = process;
  const folder = () => Deno.cwd();
  const type = platform === "darwin" ? "Darwin" : "Linux";
  return {
    EOL,
    arch: () => arch,
    availableParallelism: () => 1,
    constants,
    cpus: () => [],
    devNull,
    endianness: () => "LE",
    freemem: () => 0,
    getPriority: () => 0,
    homedir: folder,
    hostname: () => "localhost",
    loadavg: () => [0, 0, 0],
    machine: () => arch,
    networkInterfaces: () => ({}),
    platform: () => platform,
    release: () => "0",
    setPriority: refused("os.setPriority"),
    tmpdir: folder,
    totalmem: () => 0,
    type: () => type,
    uptime: () => performance.now() / 1000,
    userInfo: () => ({ uid: -1, gid: -1, username: "cell", homedir: folder(), shell: null }),
    version: () => type,
  };
}

function noTerminals(): object {
  return {
    isatty: () => false,
    ReadStream: refused("tty.ReadStream"),
    WriteStream: refused("tty.WriteStream"),
  };
}
