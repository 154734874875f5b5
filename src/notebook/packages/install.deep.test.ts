import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { installPackages } from "./install.ts";

let home: TemporaryFolder;
let folder: string;

beforeEach(() => {
  home = temporaryFolder();
  folder = join(home.path, "notebook");
  mkdirSync(folder);
});
afterEach(() => home[Symbol.dispose]());

const install = (...wanted: string[]) => installPackages({ folder, wanted, env: process.env });
const manifest = () => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const reachable = (port: number) => ({ ...process.env, NPM_CONFIG_REGISTRY: `http://127.0.0.1:${port}/` });

/** Everything in the temporary home, except the contents of packages. */
const outline = () =>
  (readdirSync(home.path, { recursive: true }) as string[])
    .filter((path) => !/node_modules\/.+\//.test(path))
    .sort();

test("[J18] installs exact versions into the folder and its package.json, without links, and reports progress", async () => {
  writeFileSync(join(folder, "package.json"), '{"name":"kept","dependencies":{"local":"file:../x"}}');
  const lines: string[] = [];
  const installed = await installPackages({
    folder,
    wanted: ["debug@4.3.4", "nanoid@^5.0.0"],
    env: process.env,
    onLine: (line) => lines.push(line),
  });
  expect(installed).toEqual([
    { name: "debug", version: "4.3.4" },
    { name: "nanoid", version: expect.stringMatching(/^5\.\d+\.\d+$/) },
  ]);
  expect(manifest()).toEqual({
    type: "module",
    name: "kept",
    dependencies: { debug: "4.3.4", local: "file:../x", nanoid: installed[1]!.version },
  });
  const links = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isSymbolicLink(),
  );
  expect(links).toEqual([]);
  expect(outline()).toEqual([
    "notebook",
    "notebook/node_modules",
    "notebook/node_modules/debug",
    "notebook/node_modules/ms",
    "notebook/node_modules/nanoid",
    "notebook/package.json",
  ]);
  expect(lines).toEqual([
    "Looking for debug@4.3.4, nanoid@^5.0.0",
    "Installed 3 packages; none of their scripts was run",
  ]);

  // Existing packages stay when more are installed, also if a package needs another version of one.
  expect(await install("ms@2.0.0")).toEqual([{ name: "ms", version: "2.0.0" }]);
  expect(Object.keys(manifest().dependencies)).toEqual(["debug", "local", "ms", "nanoid"]);
  expect(existsSync(join(folder, "node_modules/debug/node_modules/ms/package.json"))).toBe(true);

  const before = outline();
  await expect(install("ms@99.0.0")).rejects.toMatchObject({ code: "INSTALL_FAILED" });
  expect(outline()).toEqual(before);
  expect(manifest().dependencies.ms).toBe("2.0.0");
});

test.each([
  [
    "an unknown package",
    "clew-has-no-such-package-1",
    /^Nothing was installed: the registry has no package clew-\S+\. /,
  ],
  ["an unknown version", "ms@98.7.6", /^Nothing was installed: ms has no version 98\.7\.6\. Send /],
  ["an unknown tag", "ms@no-such-tag", /^Nothing was installed: ms has no tag no-such-tag\. Send /],
])("[J18] reports %s in one line and leaves nothing behind", async (_, wanted, message) => {
  await expect(install(wanted)).rejects.toMatchObject({
    code: "INSTALL_FAILED",
    message: expect.stringMatching(message),
  });
  expect(outline()).toEqual(["notebook"]);
});

test("[J18] reports an unreachable registry in one line without its address", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  await expect(installPackages({ folder, wanted: ["ms"], env: reachable(port) })).rejects.toMatchObject({
    code: "INSTALL_FAILED",
    message: "Nothing was installed: the registry cannot be reached. Send the same call again when it can.",
  });
  expect(outline()).toEqual(["notebook"]);
});

test("[J18] an install ends when cancelled or out of time", async () => {
  const asked = Promise.withResolvers<void>();
  // Accepts every request and answers none.
  const server = createServer(() => asked.resolve());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const env = reachable((server.address() as AddressInfo).port);
  const abort = new AbortController();
  const cancelled = installPackages({ folder, wanted: ["ms"], env, signal: abort.signal });
  cancelled.catch(() => {});
  await asked.promise;
  abort.abort();
  await expect(cancelled).rejects.toThrow("Nothing was installed: the call was cancelled.");
  await expect(installPackages({ folder, wanted: ["ms"], env, timeoutMs: 300 })).rejects.toThrow(
    "Nothing was installed: it took longer than 0.3 s.",
  );
  server.closeAllConnections();
  server.close();
  expect(outline()).toEqual(["notebook"]);
});

test("[J18] an installer gets only the environment variables that it needs", async () => {
  const seen = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    seen.resolve(String(request.headers.authorization));
    response.writeHead(403).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  // The user's own settings are read from the home folder.
  writeFileSync(join(home.path, ".npmrc"), `//127.0.0.1:${port}/:_authToken=from-home\n`);
  const env = { HOME: home.path, npm_config_registry: `http://127.0.0.1:${port}/`, DENO_TLS_CA_STORE: "bad" };
  await expect(installPackages({ folder, wanted: ["ms"], env })).rejects.toThrow(/registry refused access/);
  server.close();
  expect(await seen.promise).toBe("Bearer from-home");
});
