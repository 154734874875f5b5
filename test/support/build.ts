import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Vitest global setup: rebuilds `dist`, which the end-to-end tests run, if it is older than the source. */
export default function build(): void {
  // The bundler empties `dist`, and the page is in it: the page is built second.
  if (isStale(program)) run("tsdown", "dist/run.mjs", ["--logLevel", "warn"]);
  if (isStale(page)) run("vite", "bin/vite.js", ["build", "web", "--logLevel", "warn"]);
  if (isStale(answers))
    execFileSync(process.execPath, ["--import", "./scripts/text-loader.js", "scripts/first-answers.ts"], {
      cwd: root,
      stdio: "inherit",
    });
  if (isStale(program) || isStale(page) || isStale(answers))
    throw new Error("The build did not update dist. Run `npm run build` to see why.");
}

/** Built files and their sources. */
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
  built: ["dist/web/index.html.gz", "dist/web/offline.html", "dist/web/app.html"],
};

const answers: Target = { sources: program.sources, built: ["dist/cli/first-answers.json"] };

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
  const stats = statSync(join(root, file), { throwIfNoEntry: false });
  // Folders do not count: a file in them does.
  return stats === undefined || stats.isDirectory() ? 0 : stats.mtimeMs;
}
