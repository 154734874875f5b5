import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { toolSets } from "../../src/server/catalogue.ts";
import type { Package } from "../packages.ts";

/** Deno takes about 100 MB for each platform, so the bundle has no notebooks; `classic` is for the reference server's clients. */
const SETS = Object.keys(toolSets).filter((set) => set !== "notebook" && set !== "classic");

/** The manifest of the bundle for Claude Desktop and other hosts. */
export function manifest({ name, version, description, license, engines }: Package): object {
  const tools = [...new Set(SETS.flatMap((set) => toolSets[set]!))];
  return {
    manifest_version: "0.4",
    name,
    display_name: "Clew",
    version,
    description,
    author: { name: "Clew" },
    license,
    server: {
      type: "node",
      entry_point: "bin/clew.js",
      mcp_config: {
        command: "node",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the host replaces it.
        args: ["${__dirname}/bin/clew.js", "mcp", "--tools", SETS.join(",")],
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description.split("\n", 1)[0]! })),
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: engines.node } },
  };
}

/** What is wrong with a manifest, as the validator of the format says. */
export function validateManifest(file: string): readonly string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [validator(), "validate", file], {
    encoding: "utf8",
  });
  return status === 0 ? [] : [`${file}: ${`${stdout}${stderr}`.trim()}`];
}

function validator(): string {
  const file = resolve("node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
  if (!existsSync(file)) throw new Error("@anthropic-ai/mcpb is not installed: run `npm ci`.");
  return file;
}

/** Packs the built command as a bundle. */
export function packBundle(about: Package, target: string): void {
  const stage = mkdtempSync(join(tmpdir(), "clew-bundle-"));
  try {
    for (const path of ["bin", "dist/cli", "LICENSE"]) cpSync(path, join(stage, path), { recursive: true });
    const { name, version, license } = about;
    writeFileSync(join(stage, "package.json"), JSON.stringify({ name, version, license, type: "module" }));
    writeFileSync(join(stage, "manifest.json"), `${JSON.stringify(manifest(about), null, 2)}\n`);
    execFileSync(process.execPath, [validator(), "pack", stage, resolve(target)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Unpacks a bundle into a folder. */
export function unpackBundle(file: string, folder: string): void {
  execFileSync(process.execPath, [validator(), "unpack", file, folder], { stdio: "ignore" });
}
