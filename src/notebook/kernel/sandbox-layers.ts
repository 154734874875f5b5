import { execFile } from "node:child_process";
import { denoBinary } from "./deno-binary.ts";
import type { KernelLimits } from "./limits.ts";
import { type NamespaceLayer, namespaceLayer } from "./namespace-layer.ts";
import { setLimits } from "./spawn.ts";

/** The layers between a cell and this machine. */
export interface SandboxLayers {
  /** Deno's permissions; without Deno no cell runs. */
  readonly deno: { readonly active: boolean; readonly message: string };
  /** Its own namespaces for users, network and processes, where the system allows them. */
  readonly namespaces: { readonly active: boolean; readonly message: string };
  /** Its own root folder without the host's files, where the system allows it. */
  readonly files: { readonly active: boolean; readonly message: string };
  /** The system's limits on memory, processor time and file size. */
  readonly limits: { readonly active: boolean; readonly message: string };
}

/** Detects which sandbox layers are active on this machine for cells with these limits. */
export async function findSandboxLayers(
  limits: KernelLimits,
  layer?: NamespaceLayer,
): Promise<SandboxLayers> {
  const { namespaces, root, message, fileMessage } = layer ?? (await namespaceLayer());
  return {
    deno: denoLayer(),
    namespaces: { active: namespaces, message },
    files: { active: root !== undefined, message: fileMessage },
    limits: await limitLayer(limits),
  };
}

function denoLayer(): SandboxLayers["deno"] {
  try {
    denoBinary();
  } catch (error) {
    return { active: false, message: (error as Error).message };
  }
  return { active: true, message: "Deno lets a cell reach its notebook's folder and nothing else." };
}

function limitLayer(limits: KernelLimits): Promise<SandboxLayers["limits"]> {
  return new Promise((resolve) => {
    execFile("/bin/sh", ["-c", setLimits(limits)], { env: {}, timeout: 5_000 }, (error, _, said) => {
      if (error) {
        const reason = said.trim().split("\n")[0] || error.message;
        resolve({
          active: false,
          message: `The system refuses the limits of cells, and none can run: ${reason}`,
        });
      } else if (process.platform === "linux")
        resolve({
          active: true,
          message: "Memory, processor time, file size and open files of a cell's process are limited.",
        });
      else {
        const message =
          "Processor time, file size and V8's heap are limited; array buffers are not on this system.";
        resolve({ active: false, message });
      }
    });
  });
}
