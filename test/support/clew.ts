import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { ledgerVariables, prepareLedger } from "./deployment-ledger.ts";

/** The command as a user runs it. */
export const clewCommand = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));

/** A command's data home, environment and input. */
export interface Surroundings {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** A command's exit code and output. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `clew` with these arguments until it exits. */
export async function runClew(args: readonly string[], around: Surroundings): Promise<Ran> {
  await prepareLedger(around.home);
  const child = spawnClew(args, around);
  // A command that refuses to start may exit before its input is written.
  child.stdin.on("error", () => undefined);
  child.stdin.end(around.input ?? "");
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** Starts `clew` with these arguments in its data home; of this process's environment it gets only PATH. */
export function spawnClew(
  args: readonly string[],
  around: Omit<Surroundings, "input">,
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [clewCommand, ...args], { env: clewEnvironment(around) });
}

/** The environment of a command. In a deployment, its ledger must have been prepared. */
export function clewEnvironment({ home, env }: Omit<Surroundings, "input">): Record<string, string> {
  const PATH = process.env.PATH ?? "";
  return { PATH, HOME: home, CLEW_HOME: home, ...ledgerVariables(home), ...env };
}
