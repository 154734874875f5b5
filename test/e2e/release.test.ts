import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a release sets the version, cuts the changelog, tags and packs", { timeout: 300_000 }, () => {
  using folder = temporaryFolder();
  const clone = join(folder.path, "clone");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], {
      cwd: clone,
      encoding: "utf8",
    });
  execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${resolve(".")}`, clone]);
  cpSync("scripts/release.ts", join(clone, "scripts/release.ts"));
  symlinkSync(resolve("node_modules"), join(clone, "node_modules"), "dir");
  cpSync("dist", join(clone, "dist"), { recursive: true });
  const identity = { GIT_AUTHOR_NAME: "Test", GIT_AUTHOR_EMAIL: "test@example.org" };
  const release = (level: string) =>
    spawnSync(process.execPath, ["scripts/release.ts", level], {
      cwd: clone,
      encoding: "utf8",
      env: {
        ...process.env,
        ...identity,
        GIT_COMMITTER_NAME: "Test",
        GIT_COMMITTER_EMAIL: "test@example.org",
        npm_config_ignore_scripts: "true",
      },
    });
  const read = (file: string) => readFileSync(join(clone, file), "utf8");
  const changelog = read("CHANGELOG.md").replace(/## Unreleased\n[\s\S]*?(?=\n## )/, "");
  writeFileSync(join(clone, "CHANGELOG.md"), changelog);
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "nothing to release");

  expect(release("sideways")).toMatchObject({ status: 1, stderr: expect.stringContaining("Usage") });
  expect(release("patch")).toMatchObject({ status: 1, stderr: expect.stringContaining("no entries") });

  const [title, ...rest] = changelog.split("\n\n");
  writeFileSync(
    join(clone, "CHANGELOG.md"),
    [title, "## Unreleased", "- A bug is fixed.", ...rest].join("\n\n"),
  );
  expect(release("patch")).toMatchObject({ status: 1, stderr: expect.stringContaining("uncommitted") });
  git("commit", "--quiet", "--all", "--message", "fix a bug");

  const before = JSON.parse(read("package.json")).version as string;
  const released = before.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  const { status, stdout, stderr } = release("patch");
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stdout).toContain(`clew-${released}.tgz`);
  expect(JSON.parse(read("package.json")).version).toBe(released);
  expect(JSON.parse(read("package-lock.json")).version).toBe(released);
  expect(read("CHANGELOG.md")).toContain(`## ${released}\n\n- A bug is fixed.`);
  expect(git("tag").trim().split("\n")).toContain(`v${released}`);
  expect(git("status", "--porcelain", "--untracked-files=no")).toBe("");
});
