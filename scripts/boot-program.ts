// Bundles the boot program of notebook processes (src/notebook/kernel/boot) into one text of plain JavaScript. The
// bundler, Vitest and text-loader.js all import it as `boot/cell-realm/index.ts?program`.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions } from "esbuild";

/** Whether a module's id, which may be a path or a URL, asks for the boot program. */
export function isBootProgram(id: string): boolean {
  return id.endsWith("/boot/cell-realm/index.ts?program");
}

/** Bundles both realms; the isolated one is a function in a string, which the cell realm's program evaluates. */
export function bootProgram(id: string): string {
  const entry = (id.startsWith("file:") ? fileURLToPath(id) : id).replace(/\?program$/, "");
  const isolated = bundle(join(dirname(entry), "../isolated-realm/index.ts"), {
    format: "iife",
    globalName: "realm",
    banner: { js: '(function (host, builtinNames) { "use strict";' },
    footer: { js: "return realm.default; })" },
  });
  return bundle(entry, { format: "esm", define: { ISOLATED_REALM: JSON.stringify(isolated) } });
}

function bundle(entry: string, options: BuildOptions): string {
  // Loaded here because most programs that import text files do not need it.
  const { buildSync } = createRequire(import.meta.url)("esbuild") as typeof import("esbuild");
  const { outputFiles } = buildSync({
    ...options,
    entryPoints: [entry],
    bundle: true,
    write: false,
    target: "esnext",
    platform: "neutral",
    external: ["node:*"],
    treeShaking: false,
    logLevel: "error",
    charset: "utf8",
    tsconfigRaw: {},
  });
  return outputFiles[0]!.text;
}
