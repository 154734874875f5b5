import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Whether this machine has a program; `version` is the flag that makes it print its version and exit. */
export function hasProgram(program: string, version: string): boolean {
  try {
    execFileSync(program, [version], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Says which tests are left out because a Debian package is missing; in CI that is a failure. */
export function needProgram(isThere: boolean, what: string, debianPackage: string): void {
  if (isThere) return;
  const why = `${what}: left out, because \`${debianPackage}\` is not installed (apt-get install ${debianPackage}).`;
  process.stderr.write(`${why}\n`);
  test.runIf(process.env.CI === "true")(`${debianPackage} is installed`, () => expect.fail(why));
}
