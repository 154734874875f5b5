import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The path of Deno's binary from the optional package `deno`; works even if its install script did not run. */
export function denoBinary(platform: string = process.platform, arch: string = process.arch): string {
  // The sandbox needs process groups and ulimit.
  if (platform === "win32") throw new Error("Notebook cells cannot run on Windows.");
  const name = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
  const here = createRequire(import.meta.url);
  try {
    const fromDeno = createRequire(here.resolve("deno/package.json"));
    const file = join(dirname(fromDeno.resolve(`${name}/package.json`)), "deno");
    if (existsSync(file)) return file;
  } catch {
    // Not installed.
  }
  throw new Error(
    `Notebook cells cannot run: the optional package deno is not installed (its binary ${name} is missing). Install it with \`npm install deno\`; it supports macOS and Linux with glibc.`,
  );
}
