import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { installPackages } from "./install.ts";

interface Entry {
  readonly path: string;
  readonly text?: string;
  /** Makes it a symbolic link. */
  readonly link?: string;
}

let home: TemporaryFolder;
let folder: string;
let registry: Server;

beforeEach(() => {
  home = temporaryFolder();
  folder = join(home.path, "notebook");
  mkdirSync(folder);
});
afterEach(() => {
  registry.close();
  home[Symbol.dispose]();
});

/** Installs one package from a registry that serves just these files. */
async function install(manifest: object, entries: readonly Entry[]) {
  const all = [{ path: "package/package.json", text: JSON.stringify(manifest) }, ...entries];
  const tarball = gzipSync(Buffer.concat([...all.map(tarEntry), Buffer.alloc(1024)]));
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  registry = createServer((request, response) => {
    if (request.url?.endsWith(".tgz")) return response.end(tarball);
    if (request.url !== "/evil") return response.writeHead(404).end();
    const dist = { tarball: `${address}evil/-/evil-1.0.0.tgz`, integrity };
    const version = { name: "evil", version: "1.0.0", ...manifest, hasInstallScript: true, dist };
    const time = { "1.0.0": "2020-01-01T00:00:00.000Z" };
    response.setHeader("content-type", "application/json");
    return response.end(
      JSON.stringify({
        name: "evil",
        "dist-tags": { latest: "1.0.0" },
        versions: { "1.0.0": version },
        time,
      }),
    );
  });
  await new Promise<void>((done) => registry.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  const env = { PATH: process.env.PATH, HOME: home.path, NPM_CONFIG_REGISTRY: address };
  return installPackages({ folder, wanted: ["evil"], env });
}

/** A file or a link as a tar archive has it. */
function tarEntry({ path, text = "", link }: Entry): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  const size = link === undefined ? Buffer.byteLength(text) : 0;
  header.write(path, 0);
  header.write(octal(0o755, 8), 100);
  header.write(octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), 108);
  header.write(" ".repeat(8), 148);
  header.write(link === undefined ? "0" : "2", 156);
  header.write(link ?? "", 157);
  header.write("ustar\x0000", 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  const padding = (512 - (size % 512)) % 512;
  return Buffer.concat([header, Buffer.from(link === undefined ? text : ""), Buffer.alloc(padding)]);
}

const links = () =>
  readdirSync(home.path, { recursive: true, withFileTypes: true })
    .filter((one) => one.isSymbolicLink())
    .map(({ name }) => name);

test("[J18] scripts of packages are not run, and links to their programs are not left", async () => {
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
] as readonly (readonly [string, readonly Entry[]])[])(
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

test("[J18] a package that needs one which is not there is said so", async () => {
  const manifest = { name: "evil", version: "1.0.0", dependencies: { good: "^9.0.0" } };
  await expect(install(manifest, [])).rejects.toMatchObject({
    code: "INSTALL_FAILED",
    message: expect.stringMatching(/lacks a version of good that one of these packages needs/),
  });
});

test("[J18] a package that lies about its version is refused", async () => {
  await expect(install({ name: "evil", version: "1; rm -rf" }, [])).rejects.toMatchObject({
    code: "INSTALL_FAILED",
  });
  expect(readdirSync(folder)).toEqual([]);
});
