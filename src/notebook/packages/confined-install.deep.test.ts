import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installersOf } from "../../../test/support/find-installers.ts";
import {
  type HostileRegistry,
  sendEndless,
  serveRegistry,
  tarballOf,
} from "../../../test/support/hostile-registry.ts";
import { type TemporaryFolder, temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { namespaceLayer, noNamespaces } from "../kernel/namespace-layer.ts";
import { installPackages } from "./install.ts";

let home: TemporaryFolder;
let folder: string;

beforeEach(() => {
  home = temporaryFolder();
  folder = join(home.path, "notebook");
  mkdirSync(folder);
});
afterEach(() => home[Symbol.dispose]());

type Options = Partial<Parameters<typeof installPackages>[0]>;

const install = (registry: HostileRegistry, options: Options = {}) =>
  installPackages({ folder, wanted: ["evil"], env: { ...registry.env, HOME: home.path }, ...options });

/** A registry that accepts every request and answers none. */
const silentRegistry = () =>
  serveRegistry([], (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).flushHeaders(),
  );

const WITHOUT = noNamespaces("none, for this test");
const MB = 1024 * 1024;

test("[IP1] the installer sees its work folder, its programs and how to reach the registry, and nothing else", async () => {
  const { root } = await namespaceLayer();
  await using registry = await silentRegistry();
  writeFileSync(join(home.path, ".npmrc"), "fund=false\n");
  const abort = new AbortController();
  const running = install(registry, { signal: abort.signal });
  running.catch(() => {});
  await expect.poll(() => registry.requests.length).toBeGreaterThan(0);
  const [deno] = installersOf(registry.url).filter((pid) =>
    readlinkSync(`/proc/${pid}/exe`).endsWith("/deno"),
  );
  const status = readFileSync(`/proc/${deno}/status`, "utf8");
  const limits = readFileSync(`/proc/${deno}/limits`, "utf8");
  expect(status).toMatch(/NoNewPrivs:\t1\n/);
  for (const limit of [
    /open files +1024 /,
    /file size +268435456 /,
    /cpu time +120 /,
    /data size +[1-9]\d{9} /,
  ])
    expect(limits).toMatch(limit);
  if (root) {
    const seen = (path: string) => readdirSync(join("/proc", `${deno}`, "root", path)).sort();
    const known = [
      "bin",
      "boot.js",
      "cache",
      "etc",
      "lib",
      "lib64",
      "mounts",
      "notebook",
      "old",
      "proc",
      "settings",
    ];
    expect(seen("").filter((name) => !known.includes(name))).toEqual([]);
    expect(seen("settings").filter((name) => !name.endsWith(".pem"))).toEqual([".npmrc"]);
    expect(seen("notebook").filter((name) => !["cache", "node_modules"].includes(name))).toEqual([
      "package.json",
    ]);
    expect(seen("old")).toEqual([]);
    expect(status).toMatch(/CapPrm:\t0+\nCapEff:\t0+\n/);
    expect(limits).toMatch(/processes +128 /);
    for (const kind of ["user", "mnt", "pid", "ipc", "uts"])
      expect(readlinkSync(`/proc/${deno}/ns/${kind}`)).not.toBe(readlinkSync(`/proc/self/ns/${kind}`));
    expect(readFileSync(`/proc/${deno}/environ`, "utf8")).not.toContain(home.path);
  }
  abort.abort();
  await expect(running).rejects.toThrow("the call was cancelled");
  expect(installersOf(registry.url)).toEqual([]);
  expect(readdirSync(home.path).sort()).toEqual([".npmrc", "notebook"]);
});

test("[IP5] a host that is killed during an install leaves no process", async () => {
  await using registry = await silentRegistry();
  const module = JSON.stringify(pathToFileURL("src/notebook/packages/install.ts").href);
  const order = { folder, wanted: ["evil"], env: registry.env };
  const script = `import { installPackages } from ${module}; await installPackages(${JSON.stringify(order)});`;
  const loader = pathToFileURL("scripts/text-loader.js").href;
  const host = spawn(process.execPath, ["--import", loader, "--input-type=module", "-e", script], {
    stdio: "ignore",
  });
  await expect.poll(() => registry.requests.length).toBeGreaterThan(0);
  expect(installersOf(registry.url)).not.toEqual([]);
  host.kill("SIGKILL");
  await expect.poll(() => installersOf(registry.url)).toEqual([]);
  await expect.poll(registry.connections).toBe(0);
}, 60_000);

test("[IP4] refuses and removes paths that are longer for the host than for the installer", async () => {
  // The installer's own paths begin with /notebook.
  folder = join(home.path, "h".repeat(200), "notebook");
  mkdirSync(folder, { recursive: true });
  const deep = "d/".repeat(1_960);
  const tarball = tarballOf({ name: "evil" }, [{ path: `package/${deep}x`, text: "x" }]);
  await using registry = await serveRegistry([{ name: "evil", tarball }]);
  await expect(install(registry)).rejects.toThrow(/path that is too long|cannot be read/);
  expect(readdirSync(dirname(folder))).toEqual(["notebook"]);
  expect(readdirSync(folder)).toEqual([]);
});

test("[IP4] a failed install leaves the earlier packages and package.json unchanged", async () => {
  await using registry = await serveRegistry([
    { name: "good" },
    { name: "evil", dist: { integrity: "sha512-AAAA" } },
  ]);
  await install(registry, { wanted: ["good"] });
  const before = readFileSync(join(folder, "package.json"), "utf8");
  await expect(install(registry)).rejects.toMatchObject({ code: "INSTALL_FAILED" });
  expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(before);
  expect(readdirSync(join(folder, "node_modules"))).toEqual(["good"]);
  expect(readdirSync(home.path)).toEqual(["notebook"]);
});

test("[IP7] if the file layer is required and missing, installs nothing and says what to do", async () => {
  await using registry = await serveRegistry([{ name: "evil" }]);
  await expect(install(registry, { sandbox: "required", layer: WITHOUT })).rejects.toMatchObject({
    code: "INSTALL_FAILED",
    message: expect.stringMatching(/file layer of the sandbox is missing.*CLEW_NOTEBOOK_SANDBOX=auto/),
  });
  expect(registry.requests).toEqual([]);
  expect(readdirSync(home.path)).toEqual(["notebook"]);
});

test("[IP10] without namespaces packages are installed within limits of size, memory and time", async () => {
  const big = Array.from({ length: 60 }, (_, i) => ({ path: `package/${i}`, text: Buffer.alloc(2 * MB) }));
  const packages = [{ name: "good" }, { name: "evil", tarball: tarballOf({ name: "evil" }, big) }];
  await using registry = await serveRegistry(packages, (path, response) => {
    if (path === "/endless") void sendEndless(response, 900);
    else if (path === "/silent") response.writeHead(200).flushHeaders();
  });
  const at = (wanted: string, options: Options = {}) =>
    install(registry, { wanted: [wanted], layer: WITHOUT, ...options });
  expect(await at("good")).toEqual([{ name: "good", version: "1.0.0" }]);
  await expect(at("evil", { limits: { diskMb: 8 } })).rejects.toThrow(/more than 8 MB/);
  await expect(at("endless", { limits: { memoryMb: 128 } })).rejects.toThrow(/memory/);
  await expect(at("silent", { timeoutMs: 2_000 })).rejects.toThrow(/longer than 2 s/);
  expect(installersOf(registry.url)).toEqual([]);
  expect(readdirSync(join(folder, "node_modules"))).toEqual(["good"]);
  expect(existsSync(join(folder, "node_modules", "evil"))).toBe(false);
}, 60_000);
