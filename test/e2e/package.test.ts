import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const npm = (args: readonly string[], cwd: string) =>
  execFileSync("npm", [...args, "--loglevel=error"], { cwd, encoding: "utf8" });

describe("the package, installed into an empty folder", () => {
  const { path: folder, [Symbol.dispose]: remove } = temporaryFolder();
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

  afterAll(remove);

  it("[H7] the licences of all bundled packages are in the package", () => {
    const read = (file: string) => readFileSync(join(folder, "node_modules/clew/dist", file), "utf8");
    const command = read("cli/THIRD-PARTY-NOTICES.txt");
    const section = readFileSync("docs/dependencies.md", "utf8").split("## Built into the command")[1]!;
    const rows = [...section.matchAll(/^\| `([^`]+)` \| ([\d.]+) \|/gm)];
    expect(rows.length).toBeGreaterThan(5);
    for (const [, name, version] of rows) expect(command).toContain(`\n${name} ${version} (`);
    for (const name of ["@modelcontextprotocol/client", "@ai-sdk/openai-compatible"])
      expect(read("THIRD-PARTY-NOTICES.txt")).toContain(`\n${name} `);
    expect(read("THIRD-PARTY-NOTICES-page.txt")).toMatch(/^preact [\d.]+ \(MIT\)\n\n.*MIT/m);
  });

  it("[D6] every command answers --help", () => {
    const help = clew("--help");
    expect(help.status).toBe(0);
    for (const command of ["mcp", "serve", "connect", "sessions", "models", "notebook", "doctor"]) {
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
    expect(clew("doctor").stdout).toContain("1 session, 1 thought,");
  });

  /** Runs programs that use the package, and type-checks them against its declarations. */
  function use(programs: readonly string[]): string[] {
    const files = programs.map((program, index) => {
      writeFileSync(join(folder, `use-${index}.ts`), program);
      return `use-${index}.ts`;
    });
    // Without the DOM's types, as in a Node project with `lib: ["esnext"]`.
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "esnext", "--lib", "esnext"];
    const tsc = [
      resolve("node_modules/typescript/bin/tsc"),
      "--typeRoots",
      resolve("node_modules/@types"),
      ...["--types", "node"],
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

  it("[D6] [J19] notebook cells run from the installed package", () => {
    expect(clew("notebook", "new", "hunt.src.md", "--template", "bug-hunt").status).toBe(0);
    const { status, stdout } = clew("notebook", "run", "hunt.src.md");
    expect({ status, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({
      status: 0,
      last: expect.stringMatching(/^\d cells ran, 0 failed, /),
    });
  });

  it("[D6] notebooks can be read, written and run as a library", () => {
    const program = `
      import { mkdtemp } from "node:fs/promises";
      import { createKernel, decode, encode, NotebookFileError, type RunResult, template, templateNames,
        toCellRun, toHtml, toIpynb, toNotebook } from "clew/notebook";
      const notebook = toNotebook({ title: "T", cells: [{ kind: "code", content: "6 * 7" }] });
      const kernel = createKernel({ folder: await mkdtemp("./cells-"), limits: { memoryMb: 256 } });
      const result: RunResult = await kernel.run("6 * 7", { timeoutMs: 20_000 });
      await kernel.close();
      const outputs = new Map([["cell-1", toCellRun(result, "6 * 7", new Date().toISOString()).outputs]]);
      let line = 0;
      try {
        decode("no notebook");
      } catch (error) {
        if (error instanceof NotebookFileError) line = error.line;
      }
      process.stdout.write(JSON.stringify({
        same: JSON.stringify(decode(encode(notebook)).cells) === JSON.stringify(notebook.cells),
        templates: templateNames.length,
        title: (await template("bug-hunt")).title,
        shown: toHtml(notebook, outputs).includes("42") && toIpynb(notebook, outputs).includes("42"),
        line,
      }));
    `;
    expect(use([program]).map((said) => JSON.parse(said))).toEqual([
      { same: true, templates: 5, title: "Bug hunt", shown: true, line: 1 },
    ]);
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
