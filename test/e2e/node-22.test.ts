import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clewCommand } from "../support/clew.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const OLDEST = "22.18.0";

describe("the oldest Node that is supported", () => {
  const { path: folder, [Symbol.dispose]: remove } = temporaryFolder();
  const platform = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const node = join(folder, "node_modules", platform, "bin/node");
  const env = { PATH: process.env.PATH ?? "", HOME: folder, CLEW_HOME: join(folder, "home") };
  const run = (args: readonly string[], input = "") =>
    spawnSync(node, args, { cwd: folder, env, input, encoding: "utf8" });

  beforeAll(() => {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
    execFileSync("npm", ["install", `${platform}@${OLDEST}`, "--loglevel=error"], { cwd: folder });
    expect(run(["--version"]).stdout.trim()).toBe(`v${OLDEST}`);
  });

  afterAll(remove);

  it("[P28] `clew mcp` records a thought and prints nothing on stderr", () => {
    const call = { name: "thoughtbox", arguments: { thought: "Quiet?", nextThoughtNeeded: true } };
    const input = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
    const { stdout, stderr } = run([clewCommand, "mcp"], `${input}\n`);
    expect(JSON.parse(stdout).result.structuredContent).toMatchObject({ thoughtNumber: 1 });
    expect(stderr).toBe("");
  });

  it("[P28] `clew backup` prints what it wrote and no warning", () => {
    expect(run([clewCommand, "backup", "copy.db"])).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining("Warning"),
    });
  });

  it.each([
    ["sessions", "list"],
    ["sessions", "search", "Quiet"],
    ["invocations", "list"],
    ["doctor"],
    ["notebook", "list"],
  ])("[P28] `clew %s %s` prints no warning", (...args) => {
    expect(run([clewCommand, ...args]).stderr).toBe("");
  });

  it("[P28] `clew serve` answers from the database without a warning", async () => {
    const child = spawn(node, [clewCommand, "serve", "--port", "0"], { cwd: folder, env });
    const ended = once(child, "close");
    let said = "";
    child.stderr.on("data", (part) => {
      said += part;
    });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const address = /http:\/\/\S+?:\d+/.exec(String(line))![0];
    const sessions = await fetch(`${address}/api/sessions`);
    expect(await sessions.text()).toContain("Quiet?");
    child.kill("SIGTERM");
    await ended;
    expect(said).not.toMatch(/Warning/);
  });

  it("[P28] the library prints no warning of its own and leaves other warnings alone", () => {
    const library = JSON.stringify(resolve("dist/index.js"));
    const program = `
      import { openStore } from ${library};
      const store = await openStore({ memory: true });
      process.emitWarning("Of the program.", "ExperimentalWarning");
      await store.close();
    `;
    const { status, stderr } = run(["--input-type=module", "--eval", program]);
    expect(status).toBe(0);
    expect(stderr.match(/\w*Warning: .*/g)).toEqual(["ExperimentalWarning: Of the program."]);
  });
});
