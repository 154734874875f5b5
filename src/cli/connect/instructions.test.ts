import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { backups, fileOf, home, project, run, useScene } from "./scene.ts";

useScene();
const read = (...path: readonly string[]) => readFile(join(home, ...path), "utf8");

describe("--instructions", () => {
  test.each([
    ["claude-code", ".claude/CLAUDE.md", "CLAUDE.md"],
    ["codex", ".codex/AGENTS.md", "AGENTS.md"],
    ["gemini", ".gemini/GEMINI.md", "GEMINI.md"],
    ["opencode", ".config/opencode/AGENTS.md", "AGENTS.md"],
  ])("[K15] adds the lines for %s to its file, once, and removes them", async (id, userFile, projectFile) => {
    for (const [args, path] of [
      [[], join(home, userFile)],
      [["--project"], join(project, projectFile)],
    ] as const) {
      const added = await run([id, "--instructions", ...args]);
      expect(added.out).toContain(`+++ ${path}\n`);
      expect(added.out).toContain("the instructions are added");
      const text = await readFile(path, "utf8");
      expect(text).toMatch(/before an irreversible step, when choosing between options, after a surprise/);
      expect((await run([id, "--instructions", ...args])).out).toContain("has these instructions already");
      expect(await readFile(path, "utf8")).toBe(text);
      await run([id, "--instructions", "--remove", ...args]);
      await expect(readFile(path, "utf8")).rejects.toThrow("ENOENT");
    }
  });

  test.each(["# Rules\n\nBe brief.\n", "# Rules", "# Rules\r\n- one\r\n", "\n\n"])(
    "[K15] %j is the same again after they are removed, and a backup is kept",
    async (before) => {
      const path = join(project, "CLAUDE.md");
      await writeFile(path, before);
      await run(["claude-code", "--instructions", "--project"]);
      const after = await readFile(path, "utf8");
      expect(after.startsWith(before)).toBe(true);
      if (before.includes("\r\n")) expect(after.replaceAll("\r\n", "")).not.toContain("\n");
      await run(["claude-code", "--instructions", "--project", "--remove"]);
      expect(await readFile(path, "utf8")).toBe(before);
      expect(await backups(path)).toEqual(expect.arrayContaining([before, after]));
    },
  );

  test("[K15] text that the user adds around the lines stays", async () => {
    const path = join(project, "AGENTS.md");
    await run(["codex", "--instructions", "--project"]);
    await writeFile(path, `# Mine\n\n${await readFile(path, "utf8")}More of mine\n`);
    await run(["codex", "--instructions", "--project", "--remove"]);
    expect(await readFile(path, "utf8")).toBe("# Mine\nMore of mine\n");
  });

  test("[K15] without a client: those that are found, and no connection", async () => {
    expect((await run(["--instructions"])).failure).toContain(
      "No client with an instructions file was found",
    );
    await mkdir(join(home, ".codex"));
    await mkdir(join(home, ".gemini"));
    await mkdir(join(home, ".lmstudio"));
    const { out } = await run(["--instructions", "--dry-run"]);
    expect(out).toContain(`+++ ${join(home, ".codex", "AGENTS.md")}\n`);
    expect(await readdir(join(home, ".codex"))).toEqual([]);
    await run(["--instructions"]);
    expect(await readdir(join(home, ".codex"))).toEqual(["AGENTS.md"]);
    expect(await readdir(join(home, ".gemini"))).toEqual(["GEMINI.md"]);
    await run(["--instructions", "--remove"]);
    expect((await readdir(join(home, ".gemini"))).filter((name) => !name.includes("backup"))).toEqual([]);
  });

  test("[K15] a client without such a file says so; the file of a project follows no link out of it", async () => {
    expect((await run(["lm-studio", "--instructions"])).failure).toContain(
      "LM Studio has no instructions file",
    );
    expect((await run(["cursor", "--instructions"])).failure).toContain("add --project");
    await writeFile(join(home, "outside.md"), "");
    await symlink(join(home, "outside.md"), join(project, "CLAUDE.md"));
    const { failure } = await run(["claude-code", "--instructions", "--project"]);
    expect(failure).toContain("is a link to a file outside this project");
  });

  test("[K15] a damaged block is left for the user to repair", async () => {
    await writeFile(join(project, "CLAUDE.md"), "<!-- clew: begin -->\nhalf\n");
    expect((await run(["claude-code", "--instructions", "--project"])).failure).toContain("by hand");
    expect(await read("work", "CLAUDE.md")).toBe("<!-- clew: begin -->\nhalf\n");
  });
});

describe("--hooks", () => {
  const launch = { command: "/usr/bin/node", args: ["/opt/my tools/clew.js", "mcp"] };
  const settings = `{
  "permissions": { "allow": ["Bash(npm test)"] }, // ours
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done" }] }
    ]
  },
  "ui": { "theme": "Dracula" }
}
`;

  test.each([
    ["claude-code", ".claude/settings.json", ["PreCompact", "SessionStart", "Stop"]],
    ["codex", ".codex/hooks.json", ["PreCompact", "SessionStart", "Stop"]],
    ["gemini", ".gemini/settings.json", ["PreCompress", "SessionStart", "Stop"]],
  ])(
    "[HK6] adds the hooks of %s beside those of others, once, and removes them",
    async (id, file, events) => {
      const path = join(home, file);
      await mkdir(join(path, ".."), { recursive: true });
      await writeFile(path, settings);
      const changes = { launch, env: { CLEW_HOME: "/data/clew" } };
      const { out } = await run([id, "--hooks"], changes);
      expect(out).toContain("the hooks are added");
      const after = await readFile(path, "utf8");
      expect(after).toContain("// ours");
      const { hooks } = JSON.parse(after.replace("// ours", "")) as {
        hooks: Record<string, { matcher?: string; hooks: { command: string }[] }[]>;
      };
      expect(Object.keys(hooks).sort()).toEqual(events);
      expect(hooks.Stop![0]!.hooks[0]!.command).toBe("say done");
      const client = { "claude-code": "'Claude Code'", codex: "Codex", gemini: "'Gemini CLI'" }[id];
      expect(hooks.SessionStart!.at(-1)!.hooks[0]!.command).toBe(
        `/usr/bin/node '/opt/my tools/clew.js' hook session-start --client ${client} --home /data/clew`,
      );
      expect((await run([id, "--hooks"], changes)).out).toContain("has these hooks already");
      expect(await readFile(path, "utf8")).toBe(after);
      await run([id, "--hooks"], { launch });
      expect(await readFile(path, "utf8")).not.toContain("--home /data/clew");
      await run([id, "--hooks", "--remove"], changes);
      const last = await readFile(path, "utf8");
      const { mcpServers: _, ...rest } = JSON.parse(last.replace("// ours", ""));
      expect(rest).toEqual(JSON.parse(settings.replace("// ours", "")));
    },
  );

  test("[HK6] a file that did not exist is created, and refused if it is not what it should be", async () => {
    await run(["codex", "--hooks"], { launch });
    expect(JSON.parse(await read(".codex", "hooks.json")).hooks.PreCompact).toHaveLength(1);
    for (const [text, message] of [
      ["[]", "is not an object"],
      ['{"hooks": []}', '"hooks" is not an object'],
      ['{"hooks": {"Stop": {}}}', '"hooks.Stop" is not a list'],
      ["{", ":1:2: expected"],
    ] as const) {
      await writeFile(join(home, ".codex", "hooks.json"), text);
      expect((await run(["codex", "--hooks"], { launch })).failure, text).toContain(message);
      expect(await read(".codex", "hooks.json")).toBe(text);
    }
  });

  test("[HK6] a client without hooks gets a line in its instructions instead", async () => {
    expect((await run(["zed", "--hooks"])).failure).toBe(
      "Zed has no hooks that Clew knows; use --instructions.",
    );
  });
});

test("[K16] says where the page is", async () => {
  expect((await run(["cursor"])).out).toContain("run `clew serve` and open http://127.0.0.1:4747/");
  const { out } = await run(["gemini", "--transport", "http", "--url", "https://clew.example.org/mcp"]);
  expect(out).toContain("The page is at https://clew.example.org/");
  expect((await run(["cursor", "--remove"])).out).not.toContain("clew serve");
});

test("[K1] takes a client's name with or without its dash", async () => {
  await run(["lmstudio", "VS-Code"]);
  for (const id of ["lm-studio", "vscode"]) expect(await readFile(fileOf(id), "utf8")).toContain("clew");
});
