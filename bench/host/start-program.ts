import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Workspace } from "../workspace.ts";
import type { Taken, Task } from "./task.ts";

/** A library in its own process, which runs one task after another. */
export interface Program {
  perform(task: Task): Promise<Taken>;
}

/** No task takes longer; one that does has no result. */
const longestTaskMs = 120_000;

const nothing: Taken = { ms: Number.NaN, processorMs: Number.NaN, pieces: 0, delays: [], heapMb: Number.NaN };

/** Starts a library's program. */
export function startProgram(
  workspace: Workspace,
  args: readonly string[],
): Program & { readonly child: ChildProcess } {
  const file = fileURLToPath(new URL("program.ts", import.meta.url));
  const child = workspace.start(["--expose-gc", file, ...args], {});
  const lines = createInterface({ input: child.stdout! });
  return {
    child,
    async perform(task) {
      if (child.exitCode !== null || child.signalCode !== null) return nothing;
      const signal = AbortSignal.timeout(longestTaskMs);
      const answered = once(lines, "line", { signal });
      child.stdin!.write(`${JSON.stringify(task)}\n`);
      const [line] = await answered.catch(() => {
        child.kill("SIGKILL");
        return ["{}"];
      });
      const taken: Partial<Taken> & { readonly problem?: string } = JSON.parse(line);
      if (taken.problem !== undefined) throw new Error(`${args[0]}: ${taken.problem}`);
      return { ...nothing, ...taken };
    },
  };
}
