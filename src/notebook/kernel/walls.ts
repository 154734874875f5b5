import { execFile } from "node:child_process";
import { denoBinary } from "./deno-binary.ts";
import type { Limits } from "./limits.ts";
import { type SecondWall, secondWall } from "./second-wall.ts";
import { setLimits } from "./spawn.ts";

/** What stands between a cell and this machine. */
export interface Walls {
  /** Deno's permissions; without the runtime no cell runs at all. */
  readonly deno: { readonly stands: boolean; readonly says: string };
  /** Namespaces of its own for users, network and processes, where the system allows them. */
  readonly namespaces: { readonly stands: boolean; readonly says: string };
  /** A root folder of its own, without the host's files, where the system allows it. */
  readonly files: { readonly stands: boolean; readonly says: string };
  /** Limits of the system on memory, processor time and file size. */
  readonly limits: { readonly stands: boolean; readonly says: string };
}

/** Looks which walls stand on this machine for cells under these limits. */
export async function findWalls(limits: Limits, wall?: SecondWall): Promise<Walls> {
  const { namespaces, root, says, saysOfFiles } = wall ?? (await secondWall());
  return {
    deno: denoWall(),
    namespaces: { stands: namespaces, says },
    files: { stands: root !== undefined, says: saysOfFiles },
    limits: await limitsWall(limits),
  };
}

function denoWall(): Walls["deno"] {
  try {
    denoBinary();
  } catch (error) {
    return { stands: false, says: (error as Error).message };
  }
  return { stands: true, says: "Deno lets a cell reach its notebook's folder and nothing else." };
}

function limitsWall(limits: Limits): Promise<Walls["limits"]> {
  return new Promise((resolve) => {
    execFile("/bin/sh", ["-c", setLimits(limits)], { env: {}, timeout: 5_000 }, (error, _, said) => {
      if (error) {
        const reason = said.trim().split("\n")[0] || error.message;
        resolve({
          stands: false,
          says: `The system refuses the limits of cells, and none can run: ${reason}`,
        });
      } else if (process.platform === "linux")
        resolve({
          stands: true,
          says: "Memory, processor time, file size and open files of a cell's process are limited.",
        });
      else {
        const says =
          "Processor time, file size and V8's heap are limited; array buffers are not on this system.";
        resolve({ stands: false, says });
      }
    });
  });
}
