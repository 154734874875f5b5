import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

const npm = (args: readonly string[], cwd: string) =>
  execFileSync("npm", [...args, "--loglevel=error"], { cwd, encoding: "utf8" });

describe("the package, installed into an empty folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-package-"));
  const home = join(folder, "home");
  const clew = (...args: string[]) =>
    spawnSync(process.execPath, [join(folder, "node_modules/clew/bin/clew.js"), ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, CLEW_HOME: home },
    });

  beforeAll(() => {
    npm(["pack", "--ignore-scripts", "--pack-destination", folder], process.cwd());
    const archive = readdirSync(folder).find((file) => file.endsWith(".tgz"))!;
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    npm(["install", `./${archive}`], folder);
  });

  it("[D6] every command answers --help", () => {
    const help = clew("--help");
    expect(help.status).toBe(0);
    for (const command of ["mcp", "serve", "connect", "sessions", "models", "doctor"]) {
      expect(help.stdout).toContain(command);
      expect(clew(command, "--help")).toMatchObject({ status: 0, stderr: "" });
    }
  });

  it("[D6] the server records a thought and the commands show it", () => {
    const call = {
      name: "thoughtbox",
      arguments: { thought: "Does the package work?", nextThoughtNeeded: true },
    };
    const input = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call })}\n`;
    const server = spawnSync(process.execPath, [join(folder, "node_modules/clew/bin/clew.js"), "mcp"], {
      input,
      encoding: "utf8",
      env: { ...process.env, CLEW_HOME: home },
    });
    expect(JSON.parse(server.stdout).result.structuredContent).toMatchObject({ thoughtNumber: 1 });
    expect(clew("sessions", "list").stdout).toContain("Does the package work?");
    expect(clew("doctor").stdout).toContain("1 thoughts");
  });

  /** Runs programs that use the package, and holds them to its type declarations. */
  function use(programs: readonly string[]): string[] {
    const files = programs.map((program, index) => {
      writeFileSync(join(folder, `use-${index}.ts`), program);
      return `use-${index}.ts`;
    });
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "esnext", "--types", "node"];
    const tsc = [
      resolve("node_modules/typescript/bin/tsc"),
      "--typeRoots",
      resolve("node_modules/@types"),
      ...options,
    ];
    const checked = spawnSync(process.execPath, [...tsc, ...files], { cwd: folder, encoding: "utf8" });
    expect({ status: checked.status, says: checked.stdout }).toEqual({ status: 0, says: "" });
    return files.map((file) => execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8" }));
  }

  it("[D6] the library can be imported, with its types", () => {
    const program = `
      import { ContextManager, openStore, type Store } from "clew";
      import { Thought } from "clew/ledger";
      const store: Store = await openStore({ memory: true });
      const step: number = await new ContextManager({ store }).addThought("s", "one");
      const [thought] = await store.thoughts("s", {});
      process.stdout.write(JSON.stringify({ step, fits: Thought.safeParse(thought).success }));
    `;
    expect(use([program])).toEqual(['{"step":1,"fits":true}']);
  });

  it("[H5] the code in the readme and the guides runs", () => {
    const pages = ["README.md", ...globSync("docs/guide/*.md")];
    const snippets = pages.flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!),
    );
    expect(snippets.length).toBeGreaterThan(2);
    use(snippets);
  });
});

it("[D7] a Node that is too old gets one clear line", () => {
  const older = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.20.2"})';
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", older, "bin/clew.js", "mcp"], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr.trim().split("\n")).toEqual([
    expect.stringMatching(/^clew needs Node 22\.18 or newer; this is Node 20\.20\.2\./),
  ]);
});
