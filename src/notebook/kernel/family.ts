import { readFile } from "node:fs/promises";

const TICKS_PER_SECOND = 100;

/** A process and what came of it, itself first; only itself where the system does not tell. */
export async function familyOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const families = text.split(" ").filter(Boolean).map(Number).map(familyOf);
  return [pid, ...(await Promise.all(families)).flat()];
}

/** Processor time that a process and its family have used, in seconds; undefined where there is no /proc. */
export async function processorSeconds(pid: number): Promise<number | undefined> {
  const times = await Promise.all((await familyOf(pid)).map(secondsOf));
  return times.every((time) => time === undefined)
    ? undefined
    : times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
}

async function secondsOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The name before the bracket may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(") ") + 2).split(" ");
  return fields && (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
