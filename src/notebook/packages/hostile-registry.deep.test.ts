import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type HostileRegistry,
  type ServedPackage,
  sendEndless,
  serveRegistry,
  type TarEntry,
  tarballOf,
} from "../../../test/support/hostile-registry.ts";
import { type TemporaryFolder, temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { installPackages } from "./install.ts";

let home: TemporaryFolder;
let folder: string;

beforeEach(() => {
  home = temporaryFolder();
  folder = join(home.path, "notebooks", "nb-1");
  mkdirSync(join(folder, "node_modules", "former"), { recursive: true });
  writeFileSync(join(folder, "node_modules", "former", "package.json"), '{"version":"1.0.0"}');
});
afterEach(() => home[Symbol.dispose]());

const MB = 1024 * 1024;
const SMALL = { diskMb: 8, files: 200 };

type Options = Partial<Parameters<typeof installPackages>[0]>;

const install = (registry: HostileRegistry, options: Options = {}) =>
  installPackages({ folder, wanted: ["evil"], env: { ...registry.env, HOME: home.path }, ...options });

const withTarball = (entries: readonly TarEntry[], served: Partial<ServedPackage> = {}): ServedPackage => {
  const named = { name: "evil", ...served };
  return { ...named, tarball: tarballOf(named, entries) };
};

/** Everything in the temporary home, except the contents of installed packages. */
const outline = () =>
  (readdirSync(home.path, { recursive: true }) as string[]).filter((path) => !path.includes("/evil/")).sort();

const UNTOUCHED = ["notebooks", "notebooks/nb-1", "notebooks/nb-1/node_modules"].concat(
  ["", "/package.json"].map((path) => `notebooks/nb-1/node_modules/former${path}`),
);

/** An error for callers: one line, bounded, without a path or address of this machine. */
async function refusal(installing: Promise<unknown>): Promise<string> {
  const error = await installing.then(
    () => expect.fail("It was installed."),
    (error: unknown) => error as Error & { readonly code: string },
  );
  expect(error).toMatchObject({ code: "INSTALL_FAILED" });
  expect(error.message).toMatch(/^Nothing was installed: [^\n]{10,400}$/);
  expect(error.message).not.toContain(home.path);
  expect(error.message).not.toMatch(/127\.0\.0\.1|\/notebook|\/settings|\.install-/);
  return error.message;
}

const up = (levels: number) => "../".repeat(levels);

test.each<readonly [string, readonly TarEntry[]]>([
  ["a path that climbs into the data home", [{ path: `package/${up(12)}HOME/config.json/x`, text: "x" }]],
  ["a folder above", [{ path: `package/${up(12)}HOME/config.json/`, type: "folder" }]],
  ["an absolute path", [{ path: "HOME/config.json/x", text: "x" }]],
  [
    "a link and a file behind it",
    [
      { path: "package/up", type: "link", target: "HOME" },
      { path: "package/up/config.json", text: "x" },
    ],
  ],
  ["a hard link", [{ path: "package/secret", type: "hardLink", target: "HOME/secret" }]],
  ["devices", [{ path: "package/null", type: "device" }]],
  ["block devices", [{ path: "package/disk", type: "block" }]],
  ["a FIFO", [{ path: "package/fifo", type: "fifo" }]],
  ["a very long path", [{ path: `package/${"d/".repeat(3_000)}x`, text: "x" }]],
  ["a very long name", [{ path: `package/${"n".repeat(5_000)}`, text: "x" }]],
  ["file modes that lock files away", [{ path: "package/a", text: "x", mode: 0o7000 }]],
])("[IP1] a tarball with %s creates nothing outside of the package", async (_, entries) => {
  writeFileSync(join(home.path, "secret"), "kept outside");
  const at = (text: string) => text.replace("HOME", home.path);
  await using registry = await serveRegistry([
    withTarball(entries.map((one) => ({ ...one, path: at(one.path), target: at(one.target ?? "") }))),
  ]);
  const installed = await install(registry).catch((error: unknown) => {
    expect(error).toMatchObject({ code: "INSTALL_FAILED" });
    expect((error as Error).message).not.toContain(home.path);
    return undefined;
  });
  const made = installed ? ["notebooks/nb-1/node_modules/evil", "notebooks/nb-1/package.json"] : [];
  const former = installed ? UNTOUCHED.filter((path) => !path.includes("former")) : UNTOUCHED;
  expect(outline()).toEqual(["secret", ...former, ...made].sort());
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    expect(file.isFile() || file.isDirectory()).toBe(true);
    const stats = statSync(join(file.parentPath, file.name));
    expect(stats.mode & 0o7622).toBe(0o600);
    expect(file.isFile() ? stats.nlink : 1).toBe(1);
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name), "utf8")).not.toBe("kept outside");
  }
});

test.each<readonly [string, object]>([
  ["programs with names that climb", { bin: { [`${up(12)}HOME/escaped`]: "cli.js" } }],
  ["programs that lie elsewhere", { bin: { cli: "HOME/secret" } }],
  ["a dependency with a name that climbs", { dependencies: { [`${up(12)}HOME/escaped`]: "1.0.0" } }],
  ["a dependency with an absolute name", { dependencies: { "HOME/escaped": "1.0.0" } }],
  ["a dependency from a file", { dependencies: { x: "file:HOME" } }],
  ["a dependency from a folder above", { dependencies: { x: `file:${up(12)}HOME` } }],
  ["a dependency from a link", { dependencies: { x: "link:HOME" } }],
  ["a dependency from git", { dependencies: { x: "git+file://HOME" } }],
  ["a dependency from an address", { dependencies: { x: "http://127.0.0.1:1/x.tgz" } }],
  [
    "a dependency under an alias that climbs",
    { dependencies: { [`${up(12)}HOME/escaped`]: "npm:good@1.0.0" } },
  ],
  ["a version that climbs", { version: `${up(12)}HOME/escaped` }],
])("[IP1] registry metadata with %s creates nothing outside", async (_, manifest) => {
  writeFileSync(join(home.path, "secret"), "kept outside");
  const hostile = JSON.parse(JSON.stringify(manifest).replaceAll("HOME", home.path)) as object;
  const served = { name: "evil", manifest: hostile };
  const tarball = tarballOf(served, [{ path: "package/cli.js", text: "1" }]);
  const named = Object.keys((hostile as { dependencies?: object }).dependencies ?? {});
  const climbing = named.map((name) => ({ name, tarball: tarballOf({ name }) }));
  await using registry = await serveRegistry([{ ...served, tarball }, { name: "good" }, ...climbing]);
  await install(registry).catch((error: unknown) => {
    expect(error).toMatchObject({ code: "INSTALL_FAILED" });
    expect((error as Error).message).not.toContain(home.path);
  });
  expect(existsSync(join(home.path, "escaped"))).toBe(false);
  expect(readdirSync(home.path).sort()).toEqual(["notebooks", "secret"]);
  expect(readdirSync(join(home.path, "notebooks"))).toEqual(["nb-1"]);
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    expect(file.isFile() || file.isDirectory()).toBe(true);
});

test.each<readonly [string, () => Buffer]>([
  [
    "one file that is too large",
    () => tarballOf({ name: "evil" }, [{ path: "package/big", text: zeros(120) }]),
  ],
  [
    "files that are too large together",
    () =>
      tarballOf(
        { name: "evil" },
        Array.from({ length: 60 }, (_, i) => ({ path: `package/${i}`, text: zeros(2) })),
      ),
  ],
  [
    "too many files",
    () =>
      tarballOf(
        { name: "evil" },
        Array.from({ length: 20_000 }, (_, i) => ({ path: `package/${i % 100}/${i}` })),
      ),
  ],
  [
    "too many folders",
    () =>
      tarballOf(
        { name: "evil" },
        Array.from({ length: 5_000 }, (_, i) => ({ path: `package/${i}/`, type: "folder" as const })).concat(
          Array.from({ length: 5_000 }, (_, i) => ({ path: `package/${i}/x`, type: "file" as never })),
        ),
      ),
  ],
])("[IP3] stops the install of a package with %s, and the earlier packages stay", async (_, make) => {
  const tarball = make();
  expect(tarball.length).toBeLessThan(8 * MB);
  await using registry = await serveRegistry([{ name: "evil", tarball }]);
  expect(await refusal(install(registry, { limits: SMALL }))).toMatch(
    /packages would (?:have|take) more than (?:8 MB|200 files)/,
  );
  expect(outline()).toEqual(UNTOUCHED);
});

test("[IP3] measures packages before they replace the earlier ones", async () => {
  const files = Array.from({ length: 150 }, (_, i) => ({ path: `package/${i}`, text: "x" }));
  const packages = ["evil", "other"].map((name) => ({ name, tarball: tarballOf({ name }, files) }));
  await using registry = await serveRegistry(packages);
  expect(await refusal(install(registry, { limits: SMALL, wanted: ["evil", "other"] }))).toMatch(/200 files/);
  expect(outline()).toEqual(UNTOUCHED);
  expect(await install(registry, { limits: SMALL, wanted: ["other"] })).toHaveLength(1);
});

test("[IP3] an install never writes more than its limit while it runs", async () => {
  // 400 MB if nothing stops it.
  const tarball = tarballOf(
    { name: "evil" },
    Array.from({ length: 4 }, (_, i) => ({ path: `package/${i}`, text: zeros(100) })),
  );
  await using registry = await serveRegistry([{ name: "evil", tarball }]);
  let most = 0;
  const measure = () => {
    let sum = 0;
    for (const file of readdirSync(home.path, { recursive: true, withFileTypes: true }))
      try {
        if (file.isFile()) sum += statSync(join(file.parentPath, file.name)).size;
      } catch {
        // Deleted in the meantime.
      }
    most = Math.max(most, sum);
  };
  const timer = setInterval(measure, 5);
  await refusal(install(registry, { limits: { diskMb: 16 } })).finally(() => clearInterval(timer));
  expect(most).toBeLessThan(250 * MB);
  expect(outline()).toEqual(UNTOUCHED);
});

test.each<readonly [string, (path: string) => boolean]>([
  ["metadata", (path) => path === "/evil"],
  ["tarball", (path) => path.endsWith(".tgz")],
])(
  "[IP2] an endless %s ends the install at its memory limit",
  async (_, isEndless) => {
    const sent = Promise.withResolvers<number>();
    await using registry = await serveRegistry([{ name: "evil" }], (path, response) => {
      if (isEndless(path)) sendEndless(response, 900).then(sent.resolve, sent.reject);
    });
    expect(await refusal(install(registry, { limits: { memoryMb: 128 } }))).toMatch(/memory/);
    expect(await sent.promise).toBeLessThan(700);
    expect(outline()).toEqual(UNTOUCHED);
  },
  60_000,
);

test("[IP2] compressed metadata that unpacks to far more ends the install at its memory limit", async () => {
  const bomb = gzipSync(Buffer.alloc(600 * MB, " "), { level: 1 });
  await using registry = await serveRegistry([{ name: "evil" }], (path, response) => {
    if (path === "/evil")
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
  });
  expect(await refusal(install(registry, { limits: { memoryMb: 128 } }))).toMatch(/memory/);
}, 60_000);

test("[IP2] slow metadata ends the install at its time limit", async () => {
  await using registry = await serveRegistry([{ name: "evil" }], (path, response) => {
    if (path !== "/evil") return;
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(timer));
  });
  const started = performance.now();
  expect(await refusal(install(registry, { timeoutMs: 2_000 }))).toMatch(/it took longer than 2 s/);
  expect(performance.now() - started).toBeLessThan(30_000);
  await expect.poll(registry.connections).toBe(0);
});

test("[IP8] refuses a tarball with a wrong checksum in one sentence", async () => {
  const dist = { integrity: `sha512-${Buffer.alloc(64).toString("base64")}` };
  await using registry = await serveRegistry([{ name: "evil", dist }]);
  expect(await refusal(install(registry))).toMatch(/does not match the checksum/);
  expect(outline()).toEqual(UNTOUCHED);
});

test.each(["/evil", "/evil/-/evil-1.0.0.tgz"])(
  "[IP8] sends no credentials when the registry redirects %s to another host",
  async (redirected) => {
    await using other = await serveRegistry([{ name: "evil" }]);
    await using registry = await serveRegistry([{ name: "evil" }], (path, response) => {
      const location = `http://localhost:${other.port}${redirected}`;
      if (path === redirected) response.writeHead(302, { location }).end();
    });
    writeFileSync(join(home.path, ".npmrc"), `//127.0.0.1:${registry.port}/:_authToken=from-home\n`);
    await install(registry).catch((error: unknown) =>
      expect(error).toMatchObject({ code: "INSTALL_FAILED" }),
    );
    expect(registry.requests[0]).toMatchObject({ authorization: "Bearer from-home" });
    expect(other.requests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  },
);

test("[IP9] names from a registry cannot lengthen or break an error", async () => {
  for (const name of ["n".repeat(100_000), "a\u001b[2Jb", "<script>"]) {
    const manifest = { dependencies: { [name]: "^9.0.0" } };
    await using registry = await serveRegistry([{ name: "evil", manifest }]);
    const message = await refusal(install(registry));
    expect(message.includes(name)).toBe(false);
  }
});

function zeros(megabytes: number): Buffer {
  return Buffer.alloc(megabytes * MB);
}
