import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";

/**
 * The browser that npm brought along, inflated once into the temporary folder. It is made beside its place and then
 * put there, so that whoever finds it finds it whole.
 */
export async function chromiumPath(): Promise<string> {
  const place = join(tmpdir(), `clew-chromium-${versionOfPackage()}`);
  if (!existsSync(place)) await inflateTo(place);
  return join(place, "chromium");
}

/** As root a browser has no sandbox; WebGL is drawn by the processor. */
export const chromiumArguments: readonly string[] = [
  "--no-sandbox",
  "--no-zygote",
  "--font-render-hinting=none",
  "--ignore-gpu-blocklist",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

async function inflateTo(place: string): Promise<void> {
  const beside = mkdtempSync(`${place}-`);
  const usual = process.env.TMPDIR;
  // The package inflates into the temporary folder and asks for it anew each time.
  process.env.TMPDIR = beside;
  const parts = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br"];
  const inflated = Promise.all(parts.map((part) => inflate(join(folder, "bin", part))));
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  await inflated;
  try {
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { recursive: true });
    if (!existsSync(place)) throw error;
  }
}

const folder = fileURLToPath(new URL("../../node_modules/@sparticuz/chromium/", import.meta.url));

function versionOfPackage(): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}
