import { Refusal } from "./guards.ts";
import {
  forgetManifests,
  fromImports,
  fromPackage,
  fromPackages,
  packageAround,
  searchAt,
} from "./packages.ts";
import { checked, dirname, isDirectory, isInside, join, pathOf, root, urlOf } from "./paths.ts";

// Resolves a cell's imports: files of its folder, packages in it, and an allow-list of Node modules. Deno's permissions
// guard the files. Packages are found here because Deno's own search, which is off, would look above the folder.
const PACKAGES = "/node_modules/";
const ADDRESS = /^[a-z][a-z0-9+.-]*:/i;
/** Deno itself refuses modules from the network and from registries, and says why. */
const SCHEMES = /^(?:file|data|blob|https?|npm|jsr):/;
/** A larger file is identified by its date and size instead of its content. */
const TEXT_KEPT = 1024 * 1024;

/** Modules that compute, and file access, which Deno's permissions limit to the folder. */
const ALLOWED = new Set(
  (
    "assert assert/strict async_hooks buffer console constants crypto diagnostics_channel events fs fs/promises module " +
    "os path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises stream " +
    "stream/consumers stream/promises stream/web string_decoder sys timers timers/promises tty url util util/types zlib"
  ).split(" "),
);
/** Modules that the boot program replaces. */
const REPLACED = new Set(["module", "os", "process", "tty"]);
const BUILTINS = new Set(builtinNames.split(" "));

/** Local files by path: their content, a version that changes with it, and the versions of what they import. */
const known = new Map<
  string,
  { readonly text: string | undefined; readonly version: number; readonly uses: Map<string, number> }
>();
/** Versions of the local files that were loaded with `require`. */
const required = new Map<string, number>();
let versions = 0;

export const allowedBuiltins = (): string => [...ALLOWED].join(" ");

export function isBuiltin(name: string): boolean {
  return name.startsWith("node:") || BUILTINS.has(name);
}

/** The name of a module that cells may use, without `node:`. */
export function allowedBuiltin(specifier: string): string {
  const name = withoutScheme(specifier);
  if (ALLOWED.has(name)) return name;
  throw new Refusal(
    `node:${name} is not available to cells; they may use fetch for hosts that the notebook was granted, and of Node: ` +
      `${[...ALLOWED].filter((one) => !one.includes("/")).join(", ")}.`,
  );
}

/** The address of an import. The prefix "=" marks one that is loaded without another lookup. */
export function resolve(specifier: string, parentUrl: string): string {
  const parent = pathOf(parentUrl) ?? join(root, "cell");
  if (isBuiltin(specifier)) return builtinAddress(specifier);
  const path = specifier.startsWith("#")
    ? fromImports(specifier, parent, "import")
    : isBare(specifier)
      ? fromPackages(specifier, parent, "import")
      : undefined;
  if (path !== undefined) return isBuiltin(path) ? builtinAddress(path) : `=${urlOf(path)}`;
  // Normalized like in Deno: what Deno reads as a Node module counts as one here.
  const address = host.hrefOf(specifier, ADDRESS.test(specifier) ? undefined : urlOf(parent));
  if (address.startsWith("node:")) return builtinAddress(address);
  if (!SCHEMES.test(address))
    throw new Refusal(`${specifier} cannot be imported: name a package, or begin a path with ./`);
  if (!address.startsWith("file:")) return address;
  const file = pathOf(address);
  // Deno would refuse it too, but its message has the path of the folder above.
  if (file === undefined || !isInside(file))
    throw new Refusal(`${specifier} leads out of the notebook's folder`);
  const version = versionOf(file, parent);
  if (version === undefined) return address;
  // Deno drops the version of a file that it loads as CommonJS.
  return `=${isCommonJs(file) ? `clew-file:${file}` : address.replace(/[?#].*$/s, "")}?v=${version}`;
}

/** A module that is not allowed is refused when it is loaded: Deno ignores errors here for static imports. */
function builtinAddress(specifier: string): string {
  const name = withoutScheme(specifier);
  return ALLOWED.has(name) && !REPLACED.has(name) ? `node:${name}` : `=clew:${name}`;
}

function withoutScheme(specifier: string): string {
  return specifier.startsWith("node:") ? specifier.slice(5) : specifier;
}

/** The file that `require` means, or the specifier of a Node module. */
export function resolveRequire(from: string, specifier: string): string {
  if (isBuiltin(specifier)) return specifier;
  if (specifier.startsWith("#")) return fromImports(specifier, from, "require");
  if (isBare(specifier)) return fromPackages(specifier, from, "require");
  const base = specifier.startsWith("/") ? join(specifier) : join(dirname(from), specifier);
  if (!isInside(base)) throw new Refusal(`${specifier} leads out of the notebook's folder`);
  const namesFolder = /(?:^|\/)\.{0,2}$/.test(specifier);
  const path =
    (namesFolder ? undefined : searchAt(base, specifier)) ??
    (isDirectory(base) ? fromPackage(base, "", "require", specifier) : undefined);
  if (path === undefined) throw new Refusal(`${specifier} is not a file of the notebook's folder`);
  const version = versionOf(path, from);
  if (version !== undefined && !required.has(path)) required.set(path, version);
  return path;
}

/** The path that `createRequire` gets as a path or as a file: URL. */
export function pathFrom(from: string): string {
  const path = pathOf(from);
  if (path === undefined) throw new Refusal("createRequire takes an absolute path or a file: URL");
  return path;
}

export function isBare(specifier: string): boolean {
  return !/^[./\\]/.test(specifier) && !ADDRESS.test(specifier);
}

function isCommonJs(path: string): boolean {
  if (/\.cjs$/.test(path)) return true;
  if (!/\.js$|[\\/][^.\\/]+$/.test(path) || !path.includes(PACKAGES)) return false;
  const manifest = packageAround(path)?.manifest;
  return !(manifest && Object.hasOwn(manifest, "type") && manifest.type === "module");
}

/** The path of a CommonJS file that is imported; undefined for other URLs. */
export function commonJsPath(url: string): string | undefined {
  const local = url.startsWith("clew-file:") ? url.slice(10, url.lastIndexOf("?v=")) : undefined;
  const path = local ?? (url.startsWith("file:") ? pathOf(url) : undefined);
  if (path === undefined || !isCommonJs(path)) return undefined;
  if (!path.includes(PACKAGES)) forgetChanged();
  return path;
}

/** Whether an error says that a CommonJS file has the syntax of an ES module. */
export function isModuleSyntax(error: unknown): boolean {
  return (
    host.isSyntaxError(error) &&
    /import statement outside|Unexpected token 'export'|import\.meta/.test(`${(error as Error).message}`)
  );
}

export function commonJsSource(path: string): string {
  if (checked(path, path) === undefined)
    throw new Refusal(`${nameOf(path)} is not a file of the notebook's folder`);
  if (path.endsWith(".node")) throw new Refusal(`${nameOf(path)} is native code, which cells cannot load`);
  if (path.endsWith(".mjs") || (path.endsWith(".js") && path.includes(PACKAGES) && !isCommonJs(path)))
    throw new Refusal(`${nameOf(path)} is an ES module: import it, or await import() it`);
  const text = host.readText(path);
  return /\.[cm]?tsx?$/.test(path) ? host.stripTypes(text) : text.replace(/^#!.*/, "");
}

function nameOf(path: string): string {
  return path.includes(PACKAGES) ? path.split(PACKAGES).at(-1)! : path.slice(root.length + 1);
}

/** A version that changes with a local file and with what it imports; undefined for packages. */
function versionOf(path: string, parent: string): number | undefined {
  if (path.includes(PACKAGES)) return undefined;
  if (checked(path, path.slice(root.length + 1)) === undefined) return undefined;
  const version = currentVersion(path, new Set());
  known.get(parent)?.uses.set(path, version);
  return version;
}

function currentVersion(path: string, seen: Set<string>): number {
  const before = known.get(path);
  if (before && seen.has(path)) return before.version;
  seen.add(path);
  const text = contentOf(path);
  let isSame = before?.text === text;
  if (before && isSame)
    for (const [used, version] of before.uses) if (currentVersion(used, seen) !== version) isSame = false;
  if (before && isSame) return before.version;
  known.set(path, { text, version: ++versions, uses: new Map() });
  return versions;
}

function contentOf(path: string): string | undefined {
  try {
    return host.sizeOf(path) > TEXT_KEPT ? host.stampOf(path) : host.readText(path);
  } catch {
    return undefined;
  }
}

/** Files and packages may change between two runs: changed CommonJS files of the folder run again. */
export function forgetChanged(): void {
  forgetManifests();
  for (const [path, version] of required) {
    if (currentVersion(path, new Set()) === version) continue;
    required.delete(path);
    host.forget(path);
  }
}
