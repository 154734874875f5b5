import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import {
  createKernel,
  type Kernel,
  type KernelOptions,
  type RunResult,
} from "../../src/notebook/kernel/kernel.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts";

/** What no cell may ever show. */
export const SECRET = "the-secret-that-lies-outside";

/** A notebook's folder with a kernel, and around it what cells must not reach. */
export interface Ground {
  readonly folder: string;
  /** Above the folder: `secret`, `clew.db`, `other/secret`. */
  readonly outside: string;
  readonly kernel: Kernel;
  /** Runs the attack, and checks what must hold after every one of them. */
  attack(code: string, timeoutMs?: number): Promise<RunResult>;
}

/** Creates a new folder with its surroundings for each test of a file. */
export function useGround(options: Partial<KernelOptions> = {}): Ground {
  let parent: TemporaryFolder;
  let folder: string;
  let kernel: Kernel;
  beforeEach(() => {
    parent = temporaryFolder();
    folder = join(parent.path, "notebook");
    for (const one of [folder, join(parent.path, "other")]) mkdirSync(one);
    for (const file of ["secret", "clew.db", "other/secret"]) writeFileSync(join(parent.path, file), SECRET);
    kernel = createKernel({ folder, limits: { memoryMb: 256, outputBytes: 10_000 }, ...options });
  });
  afterEach(async () => {
    await kernel.close();
    parent[Symbol.dispose]();
  });

  const attack = async (code: string, timeoutMs = 1_500): Promise<RunResult> => {
    await kernel.warm();
    const group = kernel.pid!;
    const before = listing(parent.path);
    let turns = 0;
    const clock = setInterval(() => turns++, 5);
    const result = await kernel.run(code, { timeoutMs });
    clearInterval(clock);
    // The host continued its own work in the meantime.
    if (result.durationMs > 500) expect(turns).toBeGreaterThan(10);
    if (result.status !== "completed") expect(`${result.error?.name}${result.error?.message}`).toMatch(/\w/);
    expect(JSON.stringify(result)).not.toContain(SECRET);
    expect(listing(parent.path)).toEqual(before);
    if (result.exitCode === null) await expect.poll(() => groupMembers(group)).toEqual([]);
    const next = await kernel.run("6 * 7");
    expect(next).toMatchObject({ status: "completed", value: { "text/plain": "42" } });
    expect(next.fresh).toBe(result.exitCode === null || kernel.pid !== group);
    const last = kernel.pid!;
    await kernel.close();
    expect([...groupMembers(group), ...groupMembers(last)]).toEqual([]);
    return result;
  };
  return {
    get folder() {
      return folder;
    },
    get outside() {
      return parent.path;
    },
    get kernel() {
      return kernel;
    },
    attack,
  };
}

/** The processes of a group, by their ids. */
export function groupMembers(group: number): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return Number(stat.slice(stat.lastIndexOf(") ") + 2).split(" ")[2]) === group;
    } catch {
      return false;
    }
  });
}

/** What is around the notebook's folder. */
function listing(parent: string): readonly string[] {
  return ["", "other"].flatMap((folder) => readdirSync(join(parent, folder))).sort();
}
