import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type PackageEntry,
  type PackageManifest,
  type PackageRegistry,
  startRegistry,
} from "../../../test/support/package-registry.ts";
import { type TemporaryFolder, temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { installPackages } from "./install.ts";

let home: TemporaryFolder;
let folder: string;
let registry: PackageRegistry;

beforeEach(() => {
  home = temporaryFolder();
  folder = join(home.path, "notebook");
  mkdirSync(folder);
});
afterEach(async () => {
  await registry[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

/** Installs one package from a registry that serves only these files. */
async function install(manifest: PackageManifest, entries: readonly PackageEntry[]) {
  registry = await startRegistry(manifest, entries);
  const env = { PATH: process.env.PATH, HOME: home.path, NPM_CONFIG_REGISTRY: registry.address };
  return installPackages({ folder, wanted: ["evil"], env });
}

const links = () =>
  readdirSync(home.path, { recursive: true, withFileTypes: true })
    .filter((one) => one.isSymbolicLink())
    .map(({ name }) => name);

test("[J18] does not run scripts of packages and removes links to their programs", async () => {
  const touch = `touch ${join(home.path, "ran")}`;
  const scripts = { preinstall: touch, install: touch, postinstall: touch, prepare: touch };
  const manifest = { name: "evil", version: "1.0.0", bin: "cli.js", scripts };
  expect(await install(manifest, [{ path: "package/cli.js", text: "#!/bin/sh" }])).toEqual([
    { name: "evil", version: "1.0.0" },
  ]);
  expect(existsSync(join(folder, "node_modules/evil/cli.js"))).toBe(true);
  expect(existsSync(join(home.path, "ran"))).toBe(false);
  expect(links()).toEqual([]);
});

test.each([
  ["a link", [{ path: "package/etc", link: "/etc" }]],
  [
    "a link and a file behind it",
    [
      { path: "package/up", link: "../../.." },
      { path: "package/up/escaped", text: "x" },
    ],
  ],
  ["a file above", [{ path: "package/../../../escaped", text: "x" }]],
  ["an absolute file", [{ path: "/escaped", text: "x" }]],
] as readonly (readonly [string, readonly PackageEntry[]])[])(
  "[J18] a package with %s leaves no link and nothing outside",
  async (_, entries) => {
    await install({ name: "evil", version: "1.0.0" }, entries).catch((error: unknown) =>
      expect(error).toMatchObject({ code: "INSTALL_FAILED" }),
    );
    expect(links()).toEqual([]);
    expect(existsSync(join(home.path, "escaped"))).toBe(false);
    expect(existsSync(join(folder, "escaped"))).toBe(false);
    expect(existsSync("/escaped")).toBe(false);
    expect(readdirSync(home.path).filter((name) => name.startsWith(".install"))).toEqual([]);
  },
);

test("[J18] names a package with a missing dependency", async () => {
  const manifest = { name: "evil", version: "1.0.0", dependencies: { good: "^9.0.0" } };
  await expect(install(manifest, [])).rejects.toMatchObject({
    code: "INSTALL_FAILED",
    message: expect.stringMatching(/lacks a version of good that one of these packages needs/),
  });
});

test("[J18] refuses a package that lies about its version", async () => {
  await expect(install({ name: "evil", version: "1; rm -rf" }, [])).rejects.toMatchObject({
    code: "INSTALL_FAILED",
  });
  expect(readdirSync(folder)).toEqual([]);
});
