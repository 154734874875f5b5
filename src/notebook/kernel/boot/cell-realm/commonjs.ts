import { loadedModules } from "./host.ts";
import { ask, isolated } from "./isolated.ts";
import { builtin, refused, replace, replaceBuiltin } from "./members.ts";
import {
  apply,
  compileFunction,
  defineProperty,
  parse,
  root,
  SourceMap,
  stripTypeScriptTypes,
} from "./primordials.ts";

// CommonJS is loaded here rather than by Deno, whose loader would expose its own classes to cells.
const CELL = `${root}/cell.cjs`;
const PARAMETERS = ["exports", "require", "module", "__filename", "__dirname"];

class Module {
  id: string;
  path: string;
  exports: unknown = {};
  filename: string;
  loaded = false;
  children: unknown[] = [];
  paths: unknown[] = [];
  constructor(id = "") {
    this.id = id;
    this.path = id === "" ? "" : ask(isolated.dirname, id);
    this.filename = id;
  }
  require(specifier: unknown): unknown {
    return requireFrom(this.filename, specifier);
  }
}
const extensions = {
  __proto__: null,
  ".js": refused("Module._extensions"),
  ".json": refused("Module._extensions"),
};
type Parent = { readonly filename?: string } | undefined;
const members: readonly (readonly [name: string, value: unknown])[] = [
  ["Module", Module],
  ["_cache", loadedModules],
  ["_extensions", extensions],
  ["_load", (specifier: unknown, parent: Parent) => requireFrom(parent?.filename ?? CELL, specifier)],
  [
    "_resolveFilename",
    (specifier: unknown, parent: Parent) => resolveFrom(parent?.filename ?? CELL, specifier),
  ],
  ["builtinModules", ask(isolated.allowedBuiltins).split(" ")],
  ["createRequire", (from: unknown) => requireOf(ask(isolated.pathFrom, `${from}`))],
  ["isBuiltin", (name: unknown) => typeof name === "string" && ask(isolated.isBuiltin, name)],
  ["register", refused("module.register")],
  ["registerHooks", refused("module.registerHooks")],
  ["SourceMap", SourceMap],
  ["stripTypeScriptTypes", stripTypeScriptTypes],
  ["syncBuiltinESMExports", () => {}],
];
for (const [name, value] of members) replace(Module, name, value);
replaceBuiltin("module", Module);

function requireOf(path: string): object {
  const require = (specifier: unknown) => requireFrom(path, specifier);
  const resolve = (specifier: unknown) => resolveFrom(path, specifier);
  replace(require, "resolve", resolve);
  replace(resolve, "paths", () => []);
  replace(require, "cache", loadedModules);
  replace(require, "extensions", extensions);
  replace(require, "main", undefined);
  return require;
}

function resolveFrom(path: string, specifier: unknown): string {
  return ask(isolated.resolveRequire, path, `${specifier}`);
}

function requireFrom(from: string, specifier: unknown): unknown {
  const found = resolveFrom(from, specifier);
  return ask(isolated.isBuiltin, found) ? builtin(found) : loadModule(found).exports;
}

/** Loads a CommonJS module of the notebook's folder, once. */
export function loadModule(path: string): { exports: unknown } {
  const known = loadedModules[path];
  if (known) return known;
  const text = ask(isolated.commonJsSource, path);
  const module = new Module(path);
  loadedModules[path] = module;
  let isLoaded = false;
  try {
    if (ask(isolated.isJson, path)) module.exports = parse(text);
    else {
      const compiled = compileFunction(text, ask(isolated.urlOf, path), [true], PARAMETERS);
      if (compiled[1]) throw compiled[1].thrown;
      const { exports, path: directory } = module;
      apply(compiled[0], exports, [exports, requireOf(path), module, path, directory]);
    }
    isLoaded = true;
  } finally {
    if (!isLoaded) delete loadedModules[path];
  }
  module.loaded = true;
  return module;
}

replace(globalThis, "require", requireOf(CELL), false);

// Generated modules reach what they export through this. It gives a cell nothing that `require` does not.
defineProperty(globalThis, Symbol.for("clew.builtin"), {
  __proto__: null,
  value: (name: unknown) => requireFrom(CELL, name),
});
