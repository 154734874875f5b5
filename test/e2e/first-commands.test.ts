import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf } from "../support/call.ts";
import { clewCommand, clewEnvironment, runClew, spawnClew } from "../support/clew.ts";
import { connectStdio } from "../support/connect.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const home = folder.path;
const bin = join(home, "bin");
const ids: string[] = [];

beforeAll(async () => {
  mkdirSync(bin);
  // What a person types is `clew`; the browser writes down what it opens.
  writeFileSync(join(bin, "clew"), `#!/bin/sh\nexec "${process.execPath}" "${clewCommand}" "$@"\n`);
  writeFileSync(join(bin, "browser"), `#!/bin/sh\necho "$1" >> "${home}/opened"\n`);
  for (const name of ["clew", "browser"]) chmodSync(join(bin, name), 0o755);
  await using connected = await connectStdio("handshake", { home });
  for (const sessionTitle of ["Find the leak", "Find the race", "Ship it"]) {
    const { sessionId } = await answerOf(connected.client, "thoughtbox", {
      thought: `About: ${sessionTitle}`,
      sessionTitle,
      nextThoughtNeeded: false,
      project: "shop",
    });
    ids.push(String(sessionId));
  }
});
afterAll(() => folder[Symbol.dispose]());

const run = (...args: string[]) => runClew(args, { home });
const opened = () => (existsSync(join(home, "opened")) ? readFileSync(join(home, "opened"), "utf8") : "");

describe("ids of sessions", () => {
  it("[D21] may be shortened to a beginning that only one session has", async () => {
    for (const args of [
      ["sessions", "show", "ship"],
      ["sessions", "brief", "ship"],
      ["sessions", "export", "find-the-r"],
      ["sessions", "tag", "ship", "urgent"],
      ["sessions", "search", "about", "--session", "ship"],
      ["sessions", "compare", "ship", "find-the-l"],
      ["note", "ship#1", "Nice"],
      ["notes", "ship"],
      ["check", "ship"],
      ["lint", "ship"],
      ["invocations", "list", "--session", "ship"],
    ]) {
      const { code, stderr } = await run(...args);
      expect([args, code, stderr]).toEqual([args, 0, ""]);
    }
    expect((await run("sessions", "show", "ship")).stdout).toContain(ids[2]);
  });

  it("[D21] several matches are listed, and none is chosen", async () => {
    const { code, stdout, stderr } = await run("sessions", "delete", "find", "--yes");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("several sessions begin with 'find'");
    for (const id of ids.slice(0, 2)) expect(stderr).toContain(id);
    expect((await run("sessions", "show", "nothing-like-it")).stderr).toBe(
      "clew: no session 'nothing-like-it'. Run `clew sessions list` to see the sessions.\n",
    );
  });

  it("[D21] a whole id is that session, even if others begin with it", async () => {
    await using connected = await connectStdio("handshake", { home });
    for (const session_id of ["plan", "plan-b"])
      await answerOf(connected.client, "think", { thought: "A note", session_id });
    expect(JSON.parse((await run("sessions", "show", "plan", "--json")).stdout).id).toBe("plan");
  });
});

describe("completion", () => {
  const complete = async (...words: string[]) =>
    (await run("completion", "words", "--", ...words)).stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("\t")[0]);

  it.each<[readonly string[], readonly string[]]>([
    [["ses"], ["sessions"]],
    [["sessions", "arch"], ["archive"]],
    [["sessions", "list", "--pro"], ["--project"]],
    [
      ["sessions", "list", "--status", ""],
      ["active", "completed"],
    ],
    [["sessions", "list", "--project", "s"], ["shop"]],
    [["models", "show", "six"], ["six-thinking-hats"]],
    [["connect", "cur"], ["cursor"]],
    [["completion", "fi"], ["fish"]],
    [["nonsense", ""], []],
    [["sessions", "list", "--limit", ""], []],
  ])("[D22] %j may become %j", async (words, candidates) => {
    expect(await complete(...words)).toEqual(candidates);
  });

  it("[D22] offers the ids of sessions, newest first", async () => {
    expect((await complete("sessions", "show", "find")).sort()).toEqual(ids.slice(0, 2).sort());
    expect(await complete("open", "ship")).toEqual([ids[2]]);
  });

  it("[D22] works in bash", () => {
    const script = [
      'eval "$(clew completion bash)"',
      "COMP_WORDS=(clew sessions show ship); COMP_CWORD=3; _clew",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an array of bash
      'printf "%s\\n" "${COMPREPLY[@]}"',
    ].join("\n");
    const env = { ...clewEnvironment({ home }), PATH: `${bin}:${process.env.PATH}` };
    expect(execFileSync("bash", ["-c", script], { env, encoding: "utf8" })).toBe(`${ids[2]}\n`);
  });

  it("[D22] quotes in bash what an agent named", async () => {
    await using connected = await connectStdio("handshake", { home });
    const project = `my $(touch "${home}/ran") shop`;
    await answerOf(connected.client, "thoughtbox", { thought: "Named", sessionTitle: "Odd", project });
    const script = [
      'eval "$(clew completion bash)"',
      "COMP_WORDS=(clew sessions list --project my); COMP_CWORD=4; _clew",
      'eval "printf %s $COMPREPLY"',
    ].join("\n");
    const env = { ...clewEnvironment({ home }), PATH: `${bin}:${process.env.PATH}` };
    expect(execFileSync("bash", ["-c", script], { env, encoding: "utf8" })).toBe(project);
    expect(existsSync(join(home, "ran"))).toBe(false);
  });

  it("[D22] prints a script for each shell, and refuses others", async () => {
    for (const shell of ["bash", "zsh", "fish", "powershell"]) {
      const { code, stdout } = await run("completion", shell);
      expect([shell, code, stdout.includes("completion words")]).toEqual([shell, 0, true]);
    }
    expect(await run("completion", "bsh")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "clew: no completion for 'bsh'. Did you mean 'bash'? Choose one of bash, zsh, fish, powershell.\n",
    });
  });
});

describe("the browser", () => {
  it("[D23] clew open opens the page or a session of the running server", async () => {
    await using server = await startServe({ home });
    const port = new URL(server.address).port;
    const env = { BROWSER: join(bin, "browser") };
    const open = (...args: string[]) => runClew(["open", "--port", port, ...args], { home, env });
    expect(await open()).toEqual({ code: 0, stdout: `Opened ${server.address}/\n`, stderr: "" });
    const { stdout } = await open("ship");
    expect(stdout).toBe(`Opened ${server.address}/s/${ids[2]}\n`);
    expect(opened()).toBe(`${server.address}/\n${server.address}/s/${ids[2]}\n`);
    const page = await fetch(`${server.address}/s/${ids[2]}`, { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);

    const without = await runClew(["open", "--port", port], { home, env: { BROWSER: "none" } });
    expect(without.stdout).toBe(`Open ${server.address}/ in a browser\n`);
    const broken = await runClew(["open", "--port", port], { home, env: { BROWSER: "/nothing/here" } });
    expect(broken).toEqual({ code: 0, stdout: `Open ${server.address}/ in a browser\n`, stderr: "" });
  });

  it("[D23] a session of another ledger is reported", async () => {
    using other = temporaryFolder();
    await using server = await startServe({ home: other.path });
    const port = new URL(server.address).port;
    const { code, stderr } = await runClew(["open", "ship", "--port", port], {
      home,
      env: { BROWSER: "none" },
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("works on another ledger") });
  });

  it("[D24] clew demo serves, loads the example and says where it is", async () => {
    using own = temporaryFolder();
    const child = spawnClew(["demo", "--port", "0"], { home: own.path, env: { BROWSER: "none" } });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    const found = /^Open (http:\S+)\/s\/(\S+) in a browser$/m;
    await expect.poll(() => out).toMatch(found);
    const [, address, id] = found.exec(out)!;
    expect(out).toMatch(/^Clew \S+ listens on /);
    const port = new URL(address!).port;
    const again = await runClew(["demo", "--port", port], { home: own.path, env: { BROWSER: "none" } });
    expect(again.stdout).toBe(`Open ${address}/s/${id} in a browser\n`);
    const session = () => fetch(`${address}/api/sessions/${id}`).then((answer) => answer.json());
    await expect.poll(session).toMatchObject({ session: { status: "completed" } });
    child.kill("SIGTERM");
  });

  it("[D23] a server that requires a token is reported", async () => {
    const token = "a-token-of-enough-letters";
    await using server = await startServe({ home, env: { CLEW_TOKEN: token } });
    const port = new URL(server.address).port;
    const demo = (env: Record<string, string>) =>
      runClew(["demo", "--port", port], { home, env: { BROWSER: "none", ...env } });
    expect(await demo({})).toMatchObject({ code: 1, stderr: expect.stringContaining("set CLEW_TOKEN") });
    expect(await demo({ CLEW_TOKEN: token })).toMatchObject({ code: 0 });
  });
});

describe("the terminal", () => {
  it("[D25] output in a pipe has no colours", async () => {
    for (const args of [["sessions", "list"], ["doctor"], ["models", "list"], ["--help"]])
      expect((await run(...args)).stdout).not.toContain("\u001b");
  });

  it("[D26] help has the options that many commands share in a group of their own, last", async () => {
    const { stdout } = await run("sessions", "list", "--help");
    const [own, common] = stdout.split("Common options:");
    expect(own).toContain("--project");
    for (const shared of ["--home", "--database", "--json", "--help"]) expect(common).toContain(shared);
    expect((await run("--help")).stdout).toMatch(/Start:[\s\S]*serve[\s\S]*Read and steer:[\s\S]*sessions/);
  });
});
