// Writes the packages' descriptions from package.json and the tools: server.json, the MCPB manifest, the plugin, the
// Dockerfile and the install links of the README. With --check it reports whether they are up to date and valid; with
// --bundle FILE it packs the MCPB bundle.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { dockerfile } from "./packages/dockerfile.ts";
import { withInstallLinks } from "./packages/install-links.ts";
import { manifest, packBundle, validateManifest } from "./packages/mcpb.ts";
import { contentProblems, packedFiles } from "./packages/npm-content.ts";
import { plugin } from "./packages/plugin.ts";
import { registryEntry, serverProblems } from "./packages/server-json.ts";

/** The part of package.json that descriptions are made of. */
export interface Package {
  readonly name: string;
  readonly mcpName: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: { readonly node: string };
}

const MANIFEST = "integrations/mcpb/manifest.json";

/** Every generated file by its path. */
export function packageFiles(about = readPackage()): Readonly<Record<string, string>> {
  return {
    "server.json": toJson(registryEntry(about)),
    [MANIFEST]: toJson(manifest(about)),
    "integrations/claude-plugin/.claude-plugin/plugin.json": toJson(plugin(about)),
    "integrations/container/Dockerfile": dockerfile(about),
    "README.md": withInstallLinks(readFileSync("README.md", "utf8"), about),
  };
}

/** The description in package.json. */
export function readPackage(): Package {
  return JSON.parse(readFileSync("package.json", "utf8"));
}

/** JSON may be formatted in another way. */
const isSame = (file: string, one: string, other: string) =>
  one === other ||
  (one !== "" && file.endsWith(".json") && isDeepStrictEqual(JSON.parse(one), JSON.parse(other)));

const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

function staleFiles(): readonly string[] {
  const current = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
  return Object.entries(packageFiles())
    .filter(([file, text]) => !isSame(file, current(file), text))
    .map(([file]) => file);
}

function check(): readonly string[] {
  const stale = staleFiles().map((file) => `${file} is out of date: run \`npm run packages\``);
  return [
    ...stale,
    ...serverProblems(JSON.parse(readFileSync("server.json", "utf8"))),
    ...validateManifest(MANIFEST),
    ...contentProblems(packedFiles()),
  ];
}

function main([mode, target]: readonly string[]): void {
  if (mode === "--bundle" && target !== undefined) {
    packBundle(readPackage(), target);
    return;
  }
  if (mode !== "--check") {
    for (const file of staleFiles()) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, packageFiles()[file]!);
    }
    return;
  }
  const problems = check();
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exitCode = 1;
}

if (import.meta.main) main(process.argv.slice(2));
