import { loadModule } from "./commonjs.ts";
import { ask, isolated, Refusal } from "./isolated.ts";
import { builtin } from "./members.ts";
import {
  apply,
  isWellFormed,
  keysOf,
  NONE,
  registerHooks,
  stringify,
  stringSlice,
  stringStartsWith,
} from "./primordials.ts";

registerHooks({
  resolve(specifier, context, next) {
    const found = named(() => ask(isolated.resolve, `${specifier}`, `${context.parentURL}`));
    return apply(stringStartsWith, found, ["="])
      ? { __proto__: null, url: apply(stringSlice, found, [1]), shortCircuit: true }
      : next(found, context);
  },
  load(url, context, next) {
    const source = named(() => generatedSource(`${url}`, context.importAttributes?.type === undefined));
    if (source === undefined) return next(url, context);
    return { __proto__: null, format: "module", source, shortCircuit: true };
  },
});

/** Deno keeps the name and the message of a hook's error as one text, so a refusal gets no name. */
function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) error.name = "";
    throw error;
  }
}

/** Source of a module that re-exports a builtin or a CommonJS module; undefined for other modules. */
function generatedSource(url: string, isCode: boolean): string | undefined {
  const path = isCode ? ask(isolated.commonJsPath, url) : undefined;
  if (path === undefined && apply(stringStartsWith, url, ["clew:"])) {
    const name = apply(stringSlice, url, [5]);
    return reexport(name, builtin(name));
  }
  if (path === undefined) return undefined;
  try {
    return reexport(path, loadModule(path).exports);
  } catch (error) {
    // Some packages do not declare that they are ES modules.
    if (ask(isolated.isModuleSyntax, error)) return undefined;
    // It fails again when the generated module runs, where the error is kept.
    return reexport(path, undefined);
  }
}

function reexport(name: string, exported: unknown): string {
  let text = `const exported = globalThis[Symbol.for("clew.builtin")](${stringify(name)});
export default exported; export { exported as "module.exports" };`;
  if ((typeof exported !== "object" || exported === null) && typeof exported !== "function") return text;
  const names = keysOf(exported);
  for (let i = 0; i < names.length; i += 1) {
    const key = names[i]!;
    if (key === "default" || key === "module.exports" || !apply(isWellFormed, key, NONE)) continue;
    const quoted = stringify(key);
    text += `\nlet _${i}; try { _${i} = exported[${quoted}]; } catch {} export { _${i} as ${quoted} };`;
  }
  return text;
}
