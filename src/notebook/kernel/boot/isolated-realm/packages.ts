import { Refusal } from "./guards.ts";
import { isBare, isBuiltin } from "./modules.ts";
import { checked, dirname, isDirectory, isInside, join, sep } from "./paths.ts";

// Finds the file of a package that an import means, like Node, but never above the notebook's folder.
const INSTALL = "use install_deps";
const NAME = /^(@[^/@.][^/]*\/[^/@.][^/]*|[^/@.][^/]*)(\/.*)?$/;
const EXTENSIONS = [
  "",
  ".js",
  ".json",
  ".cjs",
  ".mjs",
  "/index.js",
  "/index.json",
  "/index.cjs",
  "/index.mjs",
];
/** Every package.json that this run has read, by folder. */
const manifests = new Map<string, Manifest | undefined>();

type Manifest = Readonly<Record<string, unknown>>;

/** How a module is loaded, which is also the name of a condition in `exports`. */
export type Kind = "import" | "require";

export function fromPackages(specifier: string, parent: string, kind: Kind): string {
  const [, name, rest = ""] = NAME.exec(specifier) ?? [];
  if (name === undefined || /[\\%\0]|(?:^|\/)\.{1,2}(?:\/|$)/.test(specifier))
    throw new Refusal(
      `${specifier} is not the name of a package: ${INSTALL} with one, or begin a path with ./`,
    );
  for (let at = dirname(parent); isInside(at); at = dirname(at)) {
    const directory = join(at, "node_modules", name);
    if (at.endsWith(`${sep}node_modules`) || !isDirectory(directory)) continue;
    const path = fromPackage(directory, rest === "/" ? "" : rest, kind, specifier);
    if (path !== undefined) return path;
    throw new Refusal(`${name} is installed, but has no ${rest ? `.${rest}` : "main file"} to ${kind}`);
  }
  throw new Refusal(`${name} is not installed: ${INSTALL}`);
}

function manifestOf(directory: string): Manifest | undefined {
  if (manifests.has(directory)) return manifests.get(directory);
  let manifest: Manifest | undefined;
  try {
    const value = JSON.parse(host.readText(join(directory, "package.json")));
    if (typeof value === "object" && value !== null) manifest = value;
  } catch {
    // Missing or unreadable.
  }
  manifests.set(directory, manifest);
  return manifest;
}

/** The nearest folder with a package.json, at most the package that the file belongs to. */
export function packageAround(path: string): { directory: string; manifest: Manifest } | undefined {
  for (let at = dirname(path); isInside(at) && !at.endsWith(`${sep}node_modules`); at = dirname(at)) {
    const manifest = manifestOf(at);
    if (manifest) return { directory: at, manifest };
  }
  return undefined;
}

/** The file that a folder with a package.json offers under a subpath. */
export function fromPackage(
  directory: string,
  rest: string,
  kind: Kind,
  specifier: string,
): string | undefined {
  const manifest = manifestOf(directory) ?? {};
  if (Object.hasOwn(manifest, "exports") && manifest.exports != null) {
    const target = chosen(exportsOf(manifest.exports), `.${rest}`, kind);
    return typeof target === "string" ? targetFile(directory, target, specifier) : undefined;
  }
  if (rest !== "") return search(directory, `.${rest}`, specifier);
  const main = Object.hasOwn(manifest, "main") && typeof manifest.main === "string" ? manifest.main : "index";
  return search(directory, main, specifier) ?? search(directory, "index", specifier);
}

/** Node's search without `exports`: the file itself, with an extension, or the index of a folder. */
function search(directory: string, name: string, specifier: string): string | undefined {
  const base = join(directory, name);
  if (!isInside(base, directory)) throw new Refusal(`${specifier} leads out of its package: ${INSTALL}`);
  return searchAt(base, specifier);
}

export function searchAt(base: string, specifier: string): string | undefined {
  for (const extension of EXTENSIONS) {
    const path = checked(base + extension, specifier);
    if (path !== undefined) return path;
  }
  return undefined;
}

function targetFile(directory: string, target: string, specifier: string): string | undefined {
  if (!target.startsWith("./") || /[\\%]|(?:^|\/)(?:\.\.|node_modules)(?:\/|$)/.test(target.slice(2)))
    throw new Refusal(`${specifier} leads out of its package: ${INSTALL}`);
  return checked(join(directory, target), specifier);
}

function exportsOf(value: object | string | number | boolean): Manifest {
  const isTable =
    typeof value === "object" && !Array.isArray(value) && Object.keys(value).some((key) => key[0] === ".");
  return isTable ? (value as Manifest) : { ".": value };
}

/** The file that a name starting with `#` means. */
export function fromImports(specifier: string, parent: string, kind: Kind): string {
  const around = packageAround(parent);
  const table = around && Object.hasOwn(around.manifest, "imports") ? around.manifest.imports : undefined;
  const target =
    typeof table === "object" && table !== null ? chosen(table as Manifest, specifier, kind) : undefined;
  if (typeof target !== "string")
    throw new Refusal(`${specifier} is not among the imports of its package.json`);
  if (isBuiltin(target)) return target;
  if (isBare(target)) return fromPackages(target, parent, kind);
  const path = targetFile(around!.directory, target, specifier);
  if (path === undefined) throw new Refusal(`${specifier} names a file that does not exist`);
  return path;
}

/** The target of a name in `exports` or `imports`: by the name itself, or by the longest pattern that matches. */
function chosen(table: Manifest, name: string, kind: Kind): string | null | undefined {
  if (Object.hasOwn(table, name) && !name.includes("*")) return target(table[name], "", kind);
  let best: { key: string; before: string; star: string } | undefined;
  for (const key of Object.keys(table)) {
    const [before = "", after, more] = key.endsWith("/") ? [key, ""] : key.split("*");
    if (after === undefined || more !== undefined || !name.startsWith(before) || !name.endsWith(after))
      continue;
    if (name.length < before.length + after.length || (best && best.before.length >= before.length)) continue;
    best = { key, before, star: name.slice(before.length, name.length - after.length) };
  }
  if (!best) return undefined;
  const found = target(table[best.key], best.star, kind);
  return best.key.endsWith("/") && typeof found === "string" ? found + best.star : found;
}

function target(value: unknown, star: string, kind: Kind): string | null | undefined {
  if (typeof value === "string") return value.replaceAll("*", () => star);
  if (Array.isArray(value)) {
    for (const one of value) {
      const found = target(one, star, kind);
      if (typeof found === "string") return found;
    }
    return undefined;
  }
  if (typeof value !== "object" || value === null) return value === null ? null : undefined;
  for (const condition of Object.keys(value)) {
    if (!["default", "node", "deno", kind].includes(condition)) continue;
    const found = target((value as Manifest)[condition], star, kind);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads every package.json again when it is next needed. */
export function forgetManifests(): void {
  manifests.clear();
}
