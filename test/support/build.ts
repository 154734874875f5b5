import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Vitest's global set-up: the end-to-end tests run `bin/clew.js`, so what it loads must be as new as the source. */
export default function build(): void {
  if (!isStale()) return;
  const bundler = join(
    dirname(createRequire(import.meta.url).resolve("tsdown/package.json")),
    "dist/run.mjs",
  );
  execFileSync(process.execPath, [bundler, "--logLevel", "warn"], { cwd: root, stdio: "inherit" });
  if (isStale()) throw new Error("The build did not renew dist: run `npm run build` and see why.");
}

function isStale(): boolean {
  const sources = globSync(["src/**/*", "tsdown.config.ts", "package.json"], { cwd: root });
  const newest = Math.max(...sources.filter((file) => !file.endsWith(".test.ts")).map(changed));
  return ["dist/cli/clew.js", "dist/index.js"].some((file) => changed(file) < newest);
}

function changed(file: string): number {
  const facts = statSync(join(root, file), { throwIfNoEntry: false });
  // A folder is as new as its last added file, which counts by itself.
  return facts === undefined || facts.isDirectory() ? 0 : facts.mtimeMs;
}
