import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { installLinks } from "../../scripts/packages/install-links.ts";
import { packBundle, unpackBundle, validateManifest } from "../../scripts/packages/mcpb.ts";
import { contentProblems, packedFiles } from "../../scripts/packages/npm-content.ts";
import { registryEntry, serverProblems } from "../../scripts/packages/server-json.ts";
import { packageFiles, readPackage } from "../../scripts/packages.ts";
import { handshake, request, type ServerMessage } from "../support/stdio-exchange.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-packages-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("[PK1] the descriptions of the packages are those of package.json and the tools", () => {
  for (const [file, text] of Object.entries(packageFiles())) {
    const written = readFileSync(file, "utf8");
    if (file.endsWith(".json")) expect(JSON.parse(written), file).toEqual(JSON.parse(text));
    else expect(written, file).toBe(text);
  }
});

test("[PK2] the validator of MCPB accepts the manifest, and would refuse a wrong one", () => {
  const file = "integrations/mcpb/manifest.json";
  expect(validateManifest(file)).toEqual([]);
  const wrong = join(scratch(), "manifest.json");
  const { server: _, ...rest } = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(wrong, JSON.stringify(rest));
  expect(validateManifest(wrong)).toEqual([expect.stringContaining("server")]);
});

test("[PK3] the registry entry follows the schema of 2025-12-11", () => {
  const entry = registryEntry(readPackage());
  expect(serverProblems(entry)).toEqual([]);
  for (const wrong of [
    { name: "clew" },
    { version: "^0.1.0" },
    { description: "x".repeat(101) },
    { more: 1 },
  ])
    expect(serverProblems({ ...entry, ...wrong })).toHaveLength(1);
});

test("[PK4] the npm package has the built program and nothing else", () => {
  const files = packedFiles();
  expect(contentProblems(files)).toEqual([]);
  expect(contentProblems(files.filter(({ path }) => path !== "bin/clew.js"))).toHaveLength(1);
  for (const path of ["src/main.ts", "dist/cli/clew.js.map", "dist/clew.db", ".env"])
    expect(contentProblems([...files, { path, size: 1 }])).toHaveLength(1);
});

test("[PK5] the packed bundle has no notebooks, starts and lists its tools", () => {
  const folder = scratch();
  packBundle(readPackage(), join(folder, "clew.mcpb"));
  unpackBundle(join(folder, "clew.mcpb"), join(folder, "unpacked"));
  const { server, tools } = JSON.parse(readFileSync(join(folder, "unpacked/manifest.json"), "utf8"));
  const args = server.mcp_config.args.map((arg: string) =>
    arg.replace("${" + "__dirname}", join(folder, "unpacked")),
  );
  const messages = [...handshake, request("list", "tools/list")];
  const stdout = execFileSync(process.execPath, args, {
    env: { PATH: process.env.PATH ?? "", HOME: folder, CLEW_HOME: join(folder, "home") },
    input: messages.map((message) => `${JSON.stringify(message)}\n`).join(""),
    encoding: "utf8",
  });
  const answers = stdout
    .trim()
    .split("\n")
    .map((line): ServerMessage => JSON.parse(line));
  const { tools: found } = answers.find(({ id }) => id === "list")!.result as { tools: { name: string }[] };
  const listed = found.map(({ name }) => name);
  expect(listed).toEqual(tools.map(({ name }: { name: string }) => name));
  expect(listed).not.toContain("notebook");
});

test("[PK6] the install links of VS Code and Cursor carry the command", () => {
  const { vscode, cursor } = installLinks("clew");
  const command = { command: "npx", args: ["-y", "clew", "mcp"] };
  expect(JSON.parse(new URL(vscode).searchParams.get("config")!)).toEqual(command);
  const encoded = new URL(cursor).searchParams.get("config")!;
  expect(JSON.parse(Buffer.from(encoded, "base64").toString("utf8"))).toEqual(command);
  const readme = readFileSync("README.md", "utf8");
  expect(readme).toContain(vscode);
  expect(readme).toContain(cursor);
});
