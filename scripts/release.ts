// `npm run release -- patch|minor|major`: sets the version, cuts the changelog, commits, tags and packs. Publishes nothing.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const LEVELS = ["major", "minor", "patch"];

function main([level = ""]: readonly string[]): void {
  const at = LEVELS.indexOf(level);
  if (at < 0) fail(`Usage: npm run release -- ${LEVELS.join("|")}`);
  if (run("git", "status", "--porcelain") !== "") fail("There are uncommitted changes. Commit them first.");
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const next = nextVersion(version, at);
  writeFileSync("CHANGELOG.md", cutChangelog(readFileSync("CHANGELOG.md", "utf8"), next));
  run("npm", "version", next, "--no-git-tag-version", "--ignore-scripts");
  run("npm", "run", "packages");
  run("git", "commit", "--all", "--message", `release ${next}`);
  run("git", "tag", `v${next}`);
  const archive = run("npm", "pack", "--loglevel=error").trim().split("\n").at(-1);
  process.stdout.write(`${archive}\nNext: git push --follow-tags, then npm publish ${archive}\n`);
}

function nextVersion(version: string, level: number): string {
  const parts = version.split(".").map(Number);
  return parts.map((part, at) => (at < level ? part : at === level ? part + 1 : 0)).join(".");
}

/** Gives the section "Unreleased" its version. */
function cutChangelog(text: string, version: string): string {
  const [heading, rest] = ["## Unreleased\n", /## Unreleased\n([\s\S]*?)(?=\n## |$)/.exec(text)?.[1]];
  if (!rest?.trim()) fail('CHANGELOG.md has no entries under "## Unreleased".');
  return text.replace(heading, `## ${version}\n`);
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

main(process.argv.slice(2));
