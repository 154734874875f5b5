import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";

/** The environment variable that marks the processes a server started, whatever group they are in. */
export const MARK = "MCP_HOST_MARK";

/** How often to look again for processes that were started while others were being killed. */
const ROUNDS = 5;

/**
 * Kills the processes that a server started and that have left its process group: those with its mark, and `named`.
 * Returns the ids of those that could not be killed. Does nothing on systems without /proc.
 */
export async function killDescendants(
  mark: string,
  named: readonly number[] = [],
): Promise<readonly number[]> {
  let left: readonly number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const marked = await Promise.all(
      (await processes()).map(async (pid) => ((await isMarked(pid, mark)) ? [pid] : [])),
    );
    const found = [...new Set([...marked.flat(), ...(round === 0 ? named : [])])];
    if (found.length === 0) return [];
    left = found.filter((pid) => !kill(pid));
    if (left.length > 0) return left;
  }
  return left;
}

/** The synchronous version, for a process that is about to exit. */
export function killDescendantsSync(mark: string): void {
  let pids: readonly string[] = [];
  try {
    pids = readdirSync("/proc");
  } catch {
    return;
  }
  for (const pid of pids.map(Number).filter(isOther)) {
    try {
      if (hasMark(readFileSync(`/proc/${pid}/environ`, "latin1"), mark)) kill(pid);
    } catch {
      // It belongs to another user, or is gone.
    }
  }
}

/** All descendants of a process, except those whose parents have exited. */
export async function descendantsOf(root: number): Promise<readonly number[]> {
  const children = new Map<number, number[]>();
  for (const pid of await processes()) {
    const parent = await parentOf(pid);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  for (const waiting = [root]; waiting.length > 0; ) {
    const below = children.get(waiting.pop()!) ?? [];
    found.push(...below);
    waiting.push(...below);
  }
  return found;
}

async function processes(): Promise<readonly number[]> {
  const names = await readdir("/proc").catch(() => []);
  return names.map(Number).filter(isOther);
}

function isOther(pid: number): boolean {
  return Number.isInteger(pid) && pid > 1 && pid !== process.pid;
}

async function isMarked(pid: number, mark: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
  return hasMark(environment, mark);
}

function hasMark(environment: string, mark: string): boolean {
  return `\0${environment}`.includes(`\0${MARK}=${mark}\0`);
}

async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  // The name comes first, in parentheses, and may contain anything.
  const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return parent === undefined ? undefined : Number(parent);
}

/** Kills a process; returns whether it is gone, or going. */
function kill(pid: number): boolean {
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
