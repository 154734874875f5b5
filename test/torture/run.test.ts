import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { processesWith } from "../support/processes.ts";

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Starts the program as `npm run torture` does. */
function start(args: readonly string[]) {
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, [file("run.ts"), ...args], { env });
  const said = text(child.stdout);
  const ended = once(child, "exit");
  return {
    child,
    async end() {
      const [code] = await ended;
      const output = await said;
      const row = (name: string) => new RegExp(`^${name} {2,}(.+)$`, "m").exec(output)?.[1];
      return { code, output, row };
    },
  };
}

test("[TO1] attacks a built Clew in every way, and nothing that was acknowledged is lost, doubled or misplaced", async () => {
  const { code, output, row } = await start(["--minutes", "0.6", "--seed", "7"]).end();
  for (const name of ["lost", "doubled", "misplaced", "unexpected exits", "left behind"])
    expect([name, row(name), output]).toEqual([name, "0", output]);
  expect(row("not attacked")).toBe("nothing");
  expect(Number(row("rounds"))).toBeGreaterThanOrEqual(3);
  for (const name of ["kills", "attacks", "acknowledged"]) expect(Number(row(name))).toBeGreaterThan(0);
  expect(Number(row("calls"))).toBeGreaterThanOrEqual(Number(row("acknowledged")));
  expect(row("seed")).toBe("7");
  expect(output).toMatch(/\nPASSED\n$/);
  expect(code).toBe(0);
}, 120_000);

test("[TO4] a server that acknowledges without storing fails the run", async () => {
  const { code, output, row } = await start([
    ...["--minutes", "0.1", "--seed", "7", "--only", "mixed"],
    ...["--command", file("lying-server.js")],
  ]).end();
  expect([Number(row("lost")) > 0, output]).toEqual([true, output]);
  expect(output).toMatch(/\nFAILED\n$/);
  expect(code).toBe(1);
}, 60_000);

test("[TO5] Ctrl-C ends the run early with its summary, and leaves no process behind", async () => {
  const run = start(["--minutes", "5", "--seed", "7"]);
  await expect.poll(() => processesWith(`clew-torture-${run.child.pid}-`).length).toBeGreaterThan(0);
  run.child.kill("SIGINT");
  const { row } = await run.end();
  expect(Number(row("minutes"))).toBeLessThan(1);
  expect(processesWith(`clew-torture-${run.child.pid}-`)).toEqual([]);
}, 60_000);

test("[TO5] a wrong command line prints one sentence and the usage", async () => {
  const { code } = await start(["--minutes", "none"]).end();
  expect(code).toBe(2);
});
