import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SECRET, useGround } from "../../../test/support/attack-setup.ts";
import { deleteBySuperJournal, plantLink } from "../../../test/support/hostile-files.ts";
import { runLayered } from "../../../test/support/layered-deno.ts";
import { namespaceLayer } from "./namespace-layer.ts";
import { findRootParts, INSIDE, inPrivateRoot, makeSkeleton } from "./private-root.ts";
import { processTree } from "./process-tree.ts";

// These programs run without the boot program, so that only the private root confines them.
const ground = useGround();
const run = (code: string, more?: Parameters<typeof runLayered>[2]) => runLayered(ground.folder, code, more);
const tried = (code: string) =>
  `try { console.log("did", ${code}); } catch (error) { console.log("refused:", error.message); }`;
const UNTIL_TOLD = `console.log("ready"); await Deno.stdin.read(new Uint8Array(8));\n`;

test.each([
  ["a file of the system", () => "/etc/passwd", "root:"],
  ["the ledger", () => join(ground.outside, "clew.db"), SECRET],
  ["the ledger by a relative path", () => "../clew.db", SECRET],
  ["another notebook", () => join(ground.outside, "other/secret"), SECRET],
])("[SB1] a link to %s created by node:wasi leads nowhere", async (_, target, secret) => {
  const { output } = await run(
    `${plantLink(target(), "planted")} ${tried('Deno.readTextFileSync("planted")')}`,
  );
  expect(output).toContain("refused: No such file");
  expect(output).not.toContain(secret);
  expect(readdirSync(ground.folder)).toEqual(["planted"]);
});

test("[SB1] writes nothing through a link that leads out", async () => {
  const links = [ground.outside, "/", "/tmp", ".."]
    .map((target, at) => plantLink(target, `out${at}`))
    .join("\n");
  const writes = [0, 1, 2, 3]
    .map((at) => tried(`Deno.writeTextFileSync("out${at}/escaped", "x")`))
    .join("\n");
  const { output } = await run(`${links}\n${writes}`);
  expect(output.match(/^refused: (?:No such file|Read-only file system)/gm)).toHaveLength(4);
  for (const folder of [ground.outside, "/", "/tmp"]) expect(readdirSync(folder)).not.toContain("escaped");
});

test.each([
  ["by its path", () => join(ground.outside, "clew.db")],
  ["by a relative path", () => "../clew.db"],
])("[SB1] a journal of node:sqlite that names the ledger %s deletes nothing", async (_, path) => {
  await run(deleteBySuperJournal(path()));
  expect(existsSync(join(ground.folder, "forged.db"))).toBe(true);
  expect(readFileSync(join(ground.outside, "clew.db"), "utf8")).toBe(SECRET);
});

test("[SB1] a link that another process creates while the program runs leads nowhere", async () => {
  const meanwhile = () => {
    symlinkSync(ground.outside, join(ground.folder, "later"));
    symlinkSync("/etc", join(ground.folder, "system"));
  };
  const reads =
    tried('Deno.readTextFileSync("later/secret")') +
    tried('[...Deno.readDirSync("system")].map((one) => one.name).join()');
  const { output } = await run(`${UNTIL_TOLD}${reads}`, { meanwhile });
  expect(output).toMatch(
    /^ready\nrefused: No such file[^\n]*\ndid hosts,nsswitch\.conf,resolv\.conf|^ready\nrefused: No such file/,
  );
  expect(output).not.toMatch(/root:|passwd|the-secret/);
});

test("[SB1] an inner link that is moved upwards leads nowhere", async () => {
  mkdirSync(join(ground.folder, "a/b"), { recursive: true });
  symlinkSync("../..", join(ground.folder, "a/b/up"));
  const { output } = await run(
    `Deno.renameSync("a/b/up", "up"); ${tried('Deno.readTextFileSync("up/secret")')} ${tried('Deno.readTextFileSync("up/../clew.db")')}`,
  );
  expect(output.match(/^refused: No such file/gm)).toHaveLength(2);
});

test("[SB2] the root holds Deno, its libraries and the notebook's folder, and nothing can be added to it", async () => {
  writeFileSync(join(ground.folder, "mine"), "");
  const walk = `const seen = []; const walk = (at) => { for (const one of Deno.readDirSync("top" + at)) { const path = at + "/" + one.name; seen.push(path); if (one.isDirectory) walk(path); } }; walk(""); console.log(JSON.stringify(seen));`;
  const { output } = await run(
    `${plantLink("/", "top")} ${walk} ${tried('Deno.writeTextFileSync("top/added", "x")')} ${tried('Deno.writeTextFileSync("top/lib/added", "x")')} ${tried('Deno.writeTextFileSync("top/boot.js", "x")')}`,
  );
  const lines = output.split("\n").filter((line) => !line.includes("ExperimentalWarning"));
  const seen = (JSON.parse(lines[0]!) as string[]).filter(
    (path) => !/^\/(?:lib(?:64)?(?:\/[\w.+-]+)?|cache\/.+)$/.test(path),
  );
  expect(seen.sort()).toEqual([
    "/bin",
    "/bin/deno",
    "/bin/setpriv",
    "/boot.js",
    "/cache",
    "/etc",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/resolv.conf",
    "/mounts",
    "/notebook",
    "/notebook/mine",
    "/notebook/top",
    "/old",
    "/proc",
    "/proc/self",
    "/proc/self/exe",
    "/proc/self/maps",
    "/proc/self/mountinfo",
    "/proc/self/statm",
  ]);
  expect(output.match(/^refused: Read-only file system/gm)).toHaveLength(3);
});

test("[SB2] Deno's own storage is small, also when a program reaches it", async () => {
  const fill = `const file = Deno.openSync("own/full", { create: true, write: true }); let mb = 0; try { for (;; mb++) for (let part = 0; part < 1e6; part += file.writeSync(new Uint8Array(1e6 - part))); } catch (error) { console.log("full at", mb, error.message); }`;
  const { output } = await run(`${plantLink("/cache", "own")} ${fill}`);
  const [, mb] = /full at (\d+) No space left/.exec(output) ?? [];
  expect(Number(mb)).toBeLessThan(16);
});

test("[SB3] a process has no capability in any set, and no new privileges", async () => {
  let status = "";
  const seen = Promise.withResolvers<void>();
  const meanwhile = async (pid: number) => {
    status = readFileSync(`/proc/${(await processTree(pid)).at(-1)}/status`, "utf8");
    seen.resolve();
  };
  await run(`${UNTIL_TOLD}await new Promise((done) => setTimeout(done, 500));`, { meanwhile });
  await seen.promise;
  expect(status).toMatch(/^Name:\tdeno$/m);
  for (const set of ["Inh", "Prm", "Eff", "Bnd", "Amb"])
    expect(status).toMatch(new RegExp(`^Cap${set}:\t0+$`, "m"));
  expect(status).toMatch(/^NoNewPrivs:\t1$/m);
});

test("[SB14] a process makes no namespaces, of users or of any other kind", async () => {
  const program = "/usr/bin/unshare";
  const [layer, parts] = [await namespaceLayer(), await findRootParts(program)];
  await makeSkeleton(ground.outside, parts);
  const order = {
    parts,
    bootFolder: ground.outside,
    binary: program,
    program: join(ground.outside, "secret"),
  };
  const root = inPrivateRoot({ ...order, folder: ground.folder, network: false });
  const unshare = (...kinds: readonly string[]) => {
    const [command, ...args] = [...layer.before(false), ...root, INSIDE.binary, ...kinds];
    return spawnSync(command!, [...args, "/bin/setpriv", "--version"], { encoding: "utf8" });
  };
  // Without a kind it only runs the program.
  expect(unshare().status).toBe(0);
  for (const kind of ["--user", "--mount", "--pid", "--net", "--ipc", "--uts", "--cgroup"]) {
    const { status, stdout } = unshare(kind);
    expect([kind, status, stdout]).toEqual([kind, 1, expect.stringContaining("unshare failed")]);
  }
});

test("[SB4] a process learns no path of the host", async () => {
  writeFileSync(
    join(ground.folder, "thrower.js"),
    "export const thrower = () => { throw new Error('here'); };\nexport const url = import.meta.url;",
  );
  const looks = [
    "Deno.execPath()",
    "Deno.mainModule",
    "Deno.cwd()",
    "import.meta.url",
    "new Error('x').stack",
    'Deno.realPathSync(".")',
    '(await import("/notebook/thrower.js")).url',
    "(() => { try { thrower(); } catch (error) { return error.stack; } })()",
    'Deno.readTextFileSync("/notebook/maps")',
    'Deno.readTextFileSync("/notebook/mounts")',
    'Deno.readTextFileSync("/notebook/environ")',
    'Deno.readTextFileSync("/notebook/table")',
    'Deno.readTextFileSync("/missing")',
    "process.execPath",
    "process.argv.join()",
    'new Deno.Command("/bin/ls").outputSync()',
  ];
  const links = [
    plantLink("/proc/self/maps", "maps"),
    plantLink("/proc/self/mountinfo", "mounts"),
    plantLink("/proc/self/environ", "environ"),
    plantLink("/mounts", "table"),
  ];
  const { output } = await run(
    `import { thrower } from "/notebook/thrower.js";\n${links.join("\n")}\n${looks.map(tried).join("\n")}`,
  );
  expect(output.match(/^(?:did|refused:)/gm)).toHaveLength(looks.length);
  expect(output).toContain("did /bin/deno");
  expect(output).toContain("did file:///notebook/thrower.js");
  expect(output).not.toMatch(new RegExp(`${ground.outside}|node_modules|${process.cwd()}|/old|/usr/|clew-`));
});

test("[SB6] the host sees no mount of a process, while it runs and after it was killed", async () => {
  const mounts = () => readFileSync("/proc/self/mountinfo", "utf8");
  const before = mounts();
  let meanwhile = "";
  const killed = (pid: number) => {
    meanwhile = mounts();
    process.kill(-pid, "SIGKILL");
  };
  await run(`${UNTIL_TOLD}for (;;);`, { meanwhile: killed });
  expect([meanwhile, mounts()]).toEqual([before, before]);
});
