import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { clients } from "./connect/clients.ts";
import { clientFiles, cursorFile } from "./connect/fixtures.ts";
import { backups, entryIn, fileOf, home, placed, project, run, useScene } from "./connect/scene.ts";

useScene();
const platforms: readonly NodeJS.Platform[] = ["linux", "darwin"];
const all = clients.map(({ id }) => id);
const withHttp = clients.filter((client) => client.http).map(({ id }) => id);

describe.each(platforms)("on %s, for every client with a real configuration file", (platform) => {
  test.each(all)("[K1][K2][K3][K5][K6] connects %s, connects it again, and removes it", async (id) => {
    const path = await placed(id, platform);
    const before = clientFiles[id] as string;

    const first = await run([id], { platform });
    const after = await readFile(path, "utf8");
    expect(entryIn(id, after)).toMatchObject({ command: "npx", args: ["-y", "clew", "mcp"] });
    expect(first.out).toContain(`--- ${path}\n+++ ${path}\n@@ `);
    expect(first.out).toContain(`Backup: ${path}.clew-backup-`);
    expect(await backups(path)).toEqual([before]);

    const second = await run([id], { platform });
    expect(second.out).toContain("is already connected, nothing to change");
    expect(await readFile(path, "utf8")).toBe(after);
    expect(await backups(path)).toEqual([before]);

    const third = await run([id, "--remove"], { platform });
    expect(third.out).toContain('"clew" is removed.');
    expect(await readFile(path, "utf8")).toBe(before);
    expect((await backups(path)).sort()).toEqual([before, after].sort());

    const fourth = await run([id, "--remove"], { platform });
    expect(fourth.out).toContain("is not connected, nothing to change");
  });

  test.each(all)("[K10] the diff of %s shows no secret", async (id) => {
    await placed(id, platform);
    const { out } = await run([id], { platform });
    expect(out).not.toMatch(/ghp_A1b2C3d4|lovelace|lin_9|ctx7sk|abc\.def/);
  });

  test.each(all)("[K4] --dry-run shows the diff of %s and writes nothing", async (id) => {
    const path = await placed(id, platform);
    const names = await readdir(dirname(path));
    const { out } = await run([id, "--dry-run"], { platform });
    expect(out).toContain("+++ ");
    expect(out).toContain("dry run, nothing was written");
    expect(await readFile(path, "utf8")).toBe(clientFiles[id]);
    expect(await readdir(dirname(path))).toEqual(names);
  });

  test.each(all)("[K1] creates the file of %s if it has none", async (id) => {
    const { out } = await run([id, "--tools", "think,recall"], { platform });
    const path = fileOf(id, platform);
    expect(entryIn(id, await readFile(path, "utf8"))).toMatchObject({
      args: ["-y", "clew", "mcp", "--tools", "think,recall"],
    });
    expect(out).not.toContain("Backup");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

describe("other forms of an entry", () => {
  test("[K1] --transport http writes the address as each client names it", async () => {
    const names: Record<string, string> = { gemini: "httpUrl", windsurf: "serverUrl" };
    for (const id of withHttp) {
      await run([id, "--transport", "http", "--url", "https://clew.example.org/mcp"]);
      const entry = entryIn(id, await readFile(fileOf(id), "utf8"));
      expect(entry).toMatchObject({ [names[id] ?? "url"]: "https://clew.example.org/mcp" });
    }
    const { failure } = await run(["claude-desktop", "--transport", "http"]);
    expect(failure).toBe("Claude Desktop supports only stdio servers in its file; omit --transport http.");
  });

  test("[K1] --project writes below the working folder", async () => {
    const ids = clients.filter((client) => client.projectFile).map(({ id }) => id);
    await run([...ids, "--project", "--name", "ledger", "--command", "node /x/clew.js mcp"]);
    for (const id of ids) {
      const path = join(project, ...(clients.find((client) => client.id === id)?.projectFile ?? []));
      expect(entryIn(id, await readFile(path, "utf8"), "ledger")).toMatchObject({ command: "node" });
    }
    const launch = { command: "node", args: ["/x/clew.js", "mcp"] };
    const hint = "works once clew is published on npm";
    expect((await run(["cursor", "--project"], { launch })).out).toContain(hint);
    expect((await run(["cursor"], { launch })).out).not.toContain(hint);
    const { failure } = await run(["claude-desktop", "--project"]);
    expect(failure).toBe("Claude Desktop has no project-level file; omit --project.");
  });

  test("[K9] shows another server of this name and replaces it only with --force", async () => {
    const before = cursorFile.replace('"figma"', '"clew"');
    const path = await placed("cursor", "linux", before);
    const refused = await run(["cursor"]);
    expect(refused.out).toContain('-        "clew": { "url": "http://127.0.0.1:3845/mcp" },');
    expect(refused.failure).toBe(
      `Cursor: ${path}: "clew" already exists and differs; add --force to replace it`,
    );
    expect((await run(["cursor", "--remove"])).failure).toContain("does not look like Clew; add --force");
    expect(await readFile(path, "utf8")).toBe(before);
    await run(["cursor", "--force"]);
    expect(entryIn("cursor", await readFile(path, "utf8"))).toMatchObject({ command: "npx" });
    expect(await backups(path)).toEqual([before]);
  });

  test("[K5] removes an entry with other options by its name", async () => {
    const path = await placed("gemini");
    await run(["gemini", "--transport", "http", "--name", "remote"]);
    await run(["gemini", "--command", "/opt/clew mcp", "--tools", "think"]);
    await run(["gemini", "--remove"]);
    await run(["gemini", "--remove", "--name", "remote"]);
    expect(await readFile(path, "utf8")).toBe(clientFiles.gemini);
  });
});

describe("finding files and programs", () => {
  test("[K14] --project follows no link out of the repository", async () => {
    const outside = join(home, "outside.json");
    await writeFile(outside, "{}");
    await symlink(outside, join(project, ".mcp.json"));
    await symlink(home, join(project, ".cursor"));
    for (const id of ["claude-code", "cursor"])
      expect((await run([id, "--project"])).failure).toContain("is a link to a file outside this project");
    expect(await readFile(outside, "utf8")).toBe("{}");
    expect(await readdir(home)).not.toContain("mcp.json");
    // Within the repository links are fine, also from a folder below its top.
    await mkdir(join(project, ".git"));
    await mkdir(join(project, "below"));
    await writeFile(join(project, "shared.json"), "{}");
    await symlink(join(project, "shared.json"), join(project, "below", ".mcp.json"));
    await run(["claude-code", "--project"], { workingFolder: join(project, "below") });
    expect(entryIn("claude-code", await readFile(join(project, "shared.json"), "utf8"))).toBeDefined();
  });

  test("[K1] also finds a client by its program", async () => {
    const bin = join(home, "bin");
    await mkdir(bin);
    await writeFile(join(bin, "claude"), "");
    expect((await run([], { env: { PATH: `/nowhere:${bin}` } })).out).toContain("claude-code\tdetected\t");
    expect((await run([])).out).toContain("claude-code\tnot found\t");
  });
});

describe("files that are not changed", () => {
  test.each([
    ["claude-code", '{\n  "a": 1,,\n}', ":2:10: expected a property name in double quotes"],
    ["claude-desktop", "[]", ":1:1: the document is not an object"],
    ["cursor", '{"mcpServers": "none"}', ':1:16: "mcpServers" is not an object'],
    ["vscode", '{"servers": 1}', ':1:13: "servers" is not an object'],
    ["codex", "a = 1\nb = \n", ":2:"],
    ["codex", "mcp_servers = {}\n", ': "mcp_servers" is an inline table; add by hand: clew = {'],
    ["gemini", '{"a": "\n"}', ":1:7: a string that is never closed"],
  ])("[K7] %s with %j", async (id, text, message) => {
    const path = await placed(id, "linux", text);
    const { failure, out } = await run([id]);
    expect(failure).toContain(`${path}${message}`);
    expect(failure).not.toContain("\n");
    expect(out).toBe("");
    expect(await readFile(path, "utf8")).toBe(text);
    expect(await backups(path)).toEqual([]);
  });

  test("[K7] a folder at the path of a file", async () => {
    const path = fileOf("cursor");
    await mkdir(path, { recursive: true });
    expect((await run(["cursor"])).failure).toBe(`Cursor: ${path}: is a folder, not a file`);
  });

  test("[K8] keeps the mode and a link to another location", async () => {
    const path = fileOf("vscode");
    const real = join(home, "dotfiles", "mcp.json");
    await mkdir(dirname(path), { recursive: true });
    await mkdir(dirname(real));
    await writeFile(real, clientFiles.vscode as string);
    await chmod(real, 0o640);
    await symlink(real, path);
    await run(["vscode"]);
    expect(entryIn("vscode", await readFile(real, "utf8"))).toMatchObject({ command: "npx" });
    expect((await stat(real)).mode & 0o777).toBe(0o640);
    expect(await readdir(dirname(real))).toEqual(["mcp.json"]);
  });
});

describe("several clients", () => {
  test("[K1] --all connects every installed client and no other", async () => {
    await placed("codex");
    await mkdir(join(home, ".claude"));
    const { out } = await run(["--all"]);
    expect(out).toContain("Claude Code: connected");
    expect(out).toContain("Codex: connected");
    expect(out.match(/: connected/g)).toHaveLength(2);
    expect((await readdir(home)).sort()).toEqual([".claude", ".claude.json", ".codex", "work"]);
  });

  test("--all skips a client without this kind of configuration, and says so", async () => {
    await placed("claude-desktop");
    await placed("cursor");
    const { err, failure } = await run(["--all", "--transport", "http"]);
    expect(err).toBe("Claude Desktop is skipped: it does not support this configuration.\n");
    expect(failure).toBeUndefined();
  });

  test("[K7] one broken file does not stop the others from being connected", async () => {
    const path = await placed("cursor", "linux", "{");
    await placed("gemini");
    const { err, failure, out } = await run(["gemini", "cursor", "gemini"]);
    expect(err).toBe(`Cursor: ${path}:1:2: expected '}'\n`);
    expect(failure).toBe("1 of 2 clients failed; see above.");
    expect(out.match(/Gemini CLI: connected/g)).toHaveLength(1);
  });

  test.each([
    [["emacs"], 'Unknown client "emacs"; use one of: claude-code, claude-desktop, cursor'],
    [["--all"], "No client was found; name one to connect it anyway: claude-code"],
    [["cursor", "--all"], "Name clients or use --all, not both."],
    [["--remove"], "--remove requires a client, or --all."],
    [["cursor", "--transport", "sse"], '--transport must be stdio or http, not "sse".'],
  ])("refuses %j", async (args, message) => {
    expect((await run(args)).failure).toContain(message);
  });
});

describe("the list", () => {
  test("without a client lists every client with its state and file", async () => {
    await placed("cursor");
    await placed("codex", "linux", '[mcp_servers.clew]\ncommand = "other"\n');
    await placed("gemini", "linux", "{");
    await run(["claude-code"]);
    const { out } = await run([]);
    expect(out.split("\n").map((line) => line.split("\t"))).toEqual([
      ["claude-code", "detected", "connected", fileOf("claude-code")],
      ["claude-desktop", "not found", "not connected", fileOf("claude-desktop")],
      ["cursor", "detected", "not connected", fileOf("cursor")],
      ["vscode", "not found", "not connected", fileOf("vscode")],
      ["codex", "detected", "name taken", fileOf("codex")],
      ["gemini", "detected", "unreadable", fileOf("gemini")],
      ...all.slice(6).map((id) => [id, "not found", "not connected", fileOf(id)]),
      [""],
    ]);
  });

  test("with --project it shows the project's files", async () => {
    const { out } = await run(["--project"]);
    expect(out).toContain(`claude-code\tnot found\tnot connected\t${join(project, ".mcp.json")}\n`);
    expect(out).toContain("claude-desktop\tnot found\tno project file\t-\n");
  });

  test("[K3] a person sees a table and a diff in colour, unless colour is turned off", async () => {
    const { out } = await run([], { isTerminal: true });
    expect(out).toMatch(/^client +installed +state +file\nclaude-code +not found/);
    expect((await run(["cursor"], { isTerminal: true })).out).toContain("\u{1b}[32m+");
    const plain = await run(["gemini"], { isTerminal: true, env: { NO_COLOR: "1" } });
    expect(plain.out).not.toContain("\u{1b}");
  });
});
