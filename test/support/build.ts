import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Vitest's global set-up: the end-to-end tests run `bin/clew.js`, so what it loads must be as new as the source. */
export default function build(): void {
  // The bundler empties its folder, and the page is below it: the page comes second.
  if (isStale(program)) run("tsdown", "dist/run.mjs", ["--logLevel", "warn"]);
  if (isStale(page)) run("vite", "bin/vite.js", ["build", "web", "--logLevel", "warn"]);
  if (isStale(program) || isStale(page))
    throw new Error("The build did not renew dist: run `npm run build` and see why.");
}

/** What is built, and from what. */
interface Target {
  readonly sources: readonly string[];
  readonly built: readonly string[];
}

const program: Target = {
  sources: ["src/**/*", "tsdown.config.ts", "package.json"],
  built: ["dist/cli/clew.js", "dist/index.js"],
};
const page: Target = {
  sources: ["web/**/*", "package.json"],
  built: ["dist/web/index.html.gz", "dist/web/offline.html"],
};

function run(name: string, script: string, args: readonly string[]): void {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  execFileSync(process.execPath, [join(folder, script), ...args], { cwd: root, stdio: "inherit" });
}

function isStale({ sources, built }: Target): boolean {
  const files = globSync([...sources], { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const newest = Math.max(...files.map(changed));
  return built.some((file) => changed(file) < newest);
}

function changed(file: string): number {
  const facts = statSync(join(root, file), { throwIfNoEntry: false });
  // A folder is as new as its last added file, which counts by itself.
  return facts === undefined || facts.isDirectory() ? 0 : facts.mtimeMs;
}
