import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Finds the Deno that npm installed for this platform; its install script need not have run. */
export function denoBinary(platform: string = process.platform, arch: string = process.arch): string {
  // Without process groups and ulimit nothing here would hold.
  if (platform === "win32") throw new Error("Notebook cells cannot run on Windows.");
  const name = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
  const here = createRequire(import.meta.url);
  try {
    const fromDeno = createRequire(here.resolve("deno/package.json"));
    const file = join(dirname(fromDeno.resolve(`${name}/package.json`)), "deno");
    if (existsSync(file)) return file;
  } catch {
    // Not installed: said below.
  }
  throw new Error(`Notebook cells cannot run here: the package ${name} is not installed.`);
}
