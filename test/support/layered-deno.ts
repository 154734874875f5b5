import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { denoBinary } from "../../src/notebook/kernel/deno-binary.ts";
import { DEFAULT_KERNEL_LIMITS, type KernelLimits } from "../../src/notebook/kernel/limits.ts";
import { namespaceLayer } from "../../src/notebook/kernel/namespace-layer.ts";
import { makeSkeleton } from "../../src/notebook/kernel/private-root.ts";
import { killNamespace, spawnDeno } from "../../src/notebook/kernel/spawn.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A program that runs in the sandbox of cells without the boot program: only the operating system restricts it. */
export interface LayeredRun {
  readonly output: string;
  readonly code: number | null;
}

/** Runs JavaScript in Deno behind the layers of the system only, in this notebook's folder; `meanwhile` runs once it has printed something. */
export async function runLayered(
  folder: string,
  code: string,
  { meanwhile, ...limits }: Partial<KernelLimits> & { readonly meanwhile?: (pid: number) => void } = {},
): Promise<LayeredRun> {
  const layer = await namespaceLayer();
  if (layer.root === undefined) throw new Error(layer.fileMessage);
  using work = temporaryFolder();
  const bootFolder = join(work.path, "boot");
  mkdirSync(bootFolder);
  await makeSkeleton(bootFolder, layer.root);
  const program = join(bootFolder, "boot.js");
  writeFileSync(program, code);
  const place = { binary: denoBinary(), folder, program, bootFolder, closed: [], hosts: [], layer };
  const child = spawnDeno({ ...place, limits: { ...DEFAULT_KERNEL_LIMITS, ...limits } });
  child.stderr.resume();
  let output = "";
  let result = false;
  child.stdout.on("data", (bytes) => {
    output += bytes;
    if (!result) meanwhile?.(child.pid!);
    if (!result) child.stdin.write("go\n");
    result = true;
  });
  const deadline = setTimeout(() => killNamespace(child), 60_000);
  const exit = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(deadline);
  return { output, code: exit };
}
