import { execFileSync } from "node:child_process";
import { debianPostgres } from "./postgres-binaries.ts";

/** Whether this machine has `prometheus` and `promtool`. */
export const hasPrometheus = runs("prometheus", "--version") && runs("promtool", "--version");
export const hasNginx = runs("nginx", "-v");
export const hasDebianPostgres = debianPostgres() !== undefined;

/** Vitest global setup: after the run, names the tests that were skipped because a program is not installed. */
export default function nameSkippedTests(): () => void {
  const missing = Object.entries({
    prometheus: hasPrometheus,
    "nginx-light": hasNginx,
    postgresql: hasDebianPostgres,
  }).flatMap(([name, isInstalled]) => (isInstalled ? [] : [name]));
  return () => {
    if (missing.length === 0) return;
    const names = missing.join(" ");
    process.stderr.write(`Skipped: tests that need ${names}. To run them: apt-get install ${names}\n`);
    // `.ci/run` installs them all.
    if (process.env.CI === "true") process.exitCode = 1;
  };
}

function runs(program: string, versionFlag: string): boolean {
  try {
    execFileSync(program, [versionFlag], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
