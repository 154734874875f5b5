import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";

/** The browser of the npm package, unpacked once into the temporary folder and moved into place atomically. */
export async function chromiumPath(): Promise<string> {
  const target = join(tmpdir(), `clew-chromium-${versionOfPackage()}`);
  if (!existsSync(target)) await inflateTo(target);
  return join(target, "chromium");
}

/** A browser run as root has no sandbox; WebGL is rendered in software. */
export const chromiumArguments: readonly string[] = [
  "--no-sandbox",
  "--no-zygote",
  "--font-render-hinting=none",
  "--ignore-gpu-blocklist",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

async function inflateTo(target: string): Promise<void> {
  const staging = mkdtempSync(`${target}-`);
  const original = process.env.TMPDIR;
  // The package unpacks into `TMPDIR`, which it reads on each call.
  process.env.TMPDIR = staging;
  const parts = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br"];
  const inflated = Promise.all(parts.map((part) => inflate(join(folder, "bin", part))));
  if (original === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = original;
  await inflated;
  try {
    renameSync(staging, target);
  } catch (error) {
    rmSync(staging, { recursive: true });
    if (!existsSync(target)) throw error;
  }
}

const folder = fileURLToPath(new URL("../../node_modules/@sparticuz/chromium/", import.meta.url));

function versionOfPackage(): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}
