import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rootProblem } from "./bindable-folder.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "clew-root-")));
const data = join(top, "people", "ann", "data");
mkdirSync(join(data, "exports"), { recursive: true });
afterAll(() => rmSync(top, { recursive: true, force: true }));

test.each([
  "/",
  "/home",
  "/home/ann",
  "/root",
  "/Users",
  "/Users/ann",
  "/var",
  "/tmp",
  "/opt",
  "/etc",
  "/etc/nginx",
  "/usr",
  "/usr/lib/node",
  "/bin",
  "/lib64",
  "/proc/1",
  "/dev/shm",
  "/run/user/1000",
  "/var/lib/postgresql",
  "/System/Library",
  realpathSync(homedir()),
  dirname(realpathSync(homedir())),
  data,
  join(data, "exports"),
  dirname(data),
  join(top, "people"),
  top,
])("[U9] %s cannot be bound", async (folder) => {
  expect(await rootProblem(folder, data)).toMatch(/^must not /);
});

test.each([
  "/home/ann/projects/my-app",
  "/workspace",
  "/app",
  "/usr/src/app",
  "/var/www/site",
  "/tmp/project",
  "/etcetera",
  join(top, "people", "bob"),
  join(top, "people", "ann", "database"),
])("[U9] %s can be bound", async (folder) => {
  expect(await rootProblem(folder, data)).toBeUndefined();
});

test("[U9] a data home that does not exist yet is protected too", async () => {
  expect(await rootProblem(top, join(top, "later", "home"))).toMatch(/data home/);
});
