import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The processes that have this text in their environment or on their command line; none without /proc. */
export function processesWith(text: string): readonly string[] {
  if (!existsSync("/proc")) return [];
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return ["environ", "cmdline"].some((file) =>
        readFileSync(`/proc/${pid}/${file}`, "utf8").includes(text),
      );
    } catch {
      return false;
    }
  });
}
