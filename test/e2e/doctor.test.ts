import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runClew } from "../support/clew.ts";
import { takenPort } from "../support/ports.ts";
import { handshake, request, speak } from "../support/stdio-exchange.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly says: string;
}

async function findings(home: string, env: Record<string, string> = {}, ...args: string[]) {
  const { code, stdout } = await runClew(["doctor", "--json", "--port", "0", ...args], { home, env });
  const found: readonly Finding[] = JSON.parse(stdout);
  return { code, found, named: (name: string) => found.find((finding) => finding.name === name) };
}

const NOTEBOOK = `<!-- srcbook:{"language":"javascript"} -->

# One

###### one.js

\`\`\`javascript
1 + 1
\`\`\`
`;

describe("clew doctor", () => {
  it("[D2] reports Node, database, port, tools, notebooks and engines, and exits with 0 when all is well", async () => {
    using home = temporaryFolder();
    await speak({ home: home.path }, [
      ...handshake,
      request(1, "tools/call", { name: "think", arguments: { thought: "One" } }),
    ]);
    const { code, found, named } = await findings(home.path);
    expect(code).toBe(0);
    expect(found.map(({ name, ok }) => [name, ok])).toEqual([
      ["node", true],
      ["database", true],
      ["port", true],
      ["tools", true],
      ["notebooks", true],
      ["engines", true],
    ]);
    expect(named("node")?.says).toContain(`Node ${process.versions.node}`);
    expect(named("database")?.says).toMatch(/clew\.db: 1 session, 1 thought,/);
    expect(named("tools")?.says).toMatch(/cost a client about [\d,]+00 tokens/);
    expect(named("engines")?.says).toMatch(/none configured.*ANTHROPIC_API_KEY/);
    const { stdout } = await runClew(["doctor", "--port", "0"], { home: home.path });
    expect(stdout.trimEnd().split("\n")).toEqual(
      found.map(({ name }) => expect.stringMatching(new RegExp(`^ok {4}${name} `))),
    );
  });

  it("[D2] names the configured engines, and never a key", async () => {
    using home = temporaryFolder();
    const env = { ANTHROPIC_API_KEY: "sk-very-secret", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
    const { found, named } = await findings(home.path, env);
    expect(named("engines")?.says).toBe("Anthropic, OpenAI-compatible configured");
    expect(JSON.stringify(found)).not.toContain("sk-very-secret");
  });

  it("[D2] a port in use is reported with what to do", async () => {
    using home = temporaryFolder();
    await using taken = await takenPort();
    const { named } = await findings(home.path, {}, "--port", String(taken.port));
    expect(named("port")?.says).toMatch(/in use.*--port 0/);
  });

  it("[D2] a corrupt database fails with exit code 1 and is not changed", async () => {
    using home = temporaryFolder();
    writeFileSync(join(home.path, "clew.db"), "this is no database, ".repeat(500));
    const { code, named } = await findings(home.path);
    expect(code).toBe(1);
    expect(named("database")).toMatchObject({
      ok: false,
      says: expect.stringMatching(/damaged|no Clew database/),
    });
    expect(named("tools")?.ok).toBe(true);
    const { code: again, stdout, stderr } = await runClew(["doctor", "--port", "0"], { home: home.path });
    expect({ again, stderr }).toEqual({ again: 1, stderr: "" });
    expect(stdout).toMatch(/^FAIL {2}database /m);
  });

  it("[D2] [Z7] lists the sandbox layers of notebook cells", async () => {
    using home = temporaryFolder();
    const { named } = await findings(home.path);
    expect(named("notebooks")).toMatchObject({
      ok: true,
      says: expect.stringMatching(/^Deno lets a cell reach.*(namespaces|its own users).*limited/),
    });
  });

  it("[D2] without the optional package deno, only notebook cells fail, and doctor and the run say how to add it", async () => {
    using folder = temporaryFolder();
    for (const part of ["bin", "dist", "package.json"])
      cpSync(part, join(folder.path, part), { recursive: true });
    // No node_modules above the copy has the package.
    const clewIn = (args: readonly string[]) =>
      spawnSync(process.execPath, [join(folder.path, "bin/clew.js"), ...args], {
        encoding: "utf8",
        cwd: folder.path,
        env: { PATH: process.env.PATH, HOME: folder.path },
      });
    const { status, stdout } = clewIn(["doctor", "--json", "--port", "0"]);
    expect(status).toBe(1);
    const found: readonly Finding[] = JSON.parse(stdout);
    expect(found.filter(({ ok }) => !ok)).toEqual([
      {
        name: "notebooks",
        ok: false,
        says: expect.stringMatching(/`npm install deno`.* Everything else works\.$/),
      },
    ]);
    writeFileSync(join(folder.path, "one.src.md"), NOTEBOOK);
    const notebook = clewIn(["notebook", "run", "one.src.md"]);
    expect(notebook.status).toBe(1);
    expect(notebook.stderr).toContain("Install it with `npm install deno`");
    expect(clewIn(["sessions", "list"]).status).toBe(0);
  });
});
