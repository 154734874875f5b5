import { execFile, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { answerOf } from "../support/call.ts";
import { clewCommand } from "../support/clew.ts";
import { connectHttp } from "../support/connect.ts";
import { ledgerVariables, prepareLedger } from "../support/ledger-place.ts";
import { startRoundRobin } from "../support/round-robin.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const guide = readFileSync("docs/guide/scale-out.md", "utf8");
const [start = "", list = "", compose = ""] = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(
  ([, text]) => text!,
);

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
afterAll(() => cleanup.disposeAsync());

test("[H5] [SO2] the servers that the scale-out guide starts share a ledger, and its command lists what they wrote", async () => {
  await prepareLedger(home);
  const { DATABASE_URL } = ledgerVariables(home);
  const ports = [...start.matchAll(/--port (\d+)/g)].map(([, port]) => port!);
  const free = await Promise.all(ports.map(freePort));
  const script = ports.reduce(
    (text, port, at) => text.replace(port, String(free[at])),
    start.replace(/DATABASE_URL=\S+/, `DATABASE_URL=${DATABASE_URL}`),
  );
  const env = { PATH: [withClew(home), process.env.PATH].join(delimiter), HOME: home };
  const shell = spawn("sh", ["-ec", `${script}wait`], { env, detached: true, stdio: "ignore" });
  cleanup.defer(() => void process.kill(-shell.pid!, "SIGKILL"));
  const addresses = free.map((port) => `http://127.0.0.1:${port}`);
  const areReady = () =>
    Promise.all(
      addresses.map(async (address) => (await fetch(new URL("/readyz", address)).catch(() => null))?.ok),
    );
  await expect.poll(areReady).toEqual(addresses.map(() => true));

  const proxy = cleanup.use(await startRoundRobin(addresses));
  await using connected = await connectHttp("handshake", new URL("/mcp", proxy.url));
  for (let turn = 1; turn <= 3; turn++)
    await answerOf(connected.client, "think", { thought: `Step ${turn}`, session_id: "from-three" });
  const listed = await promisify(execFile)("sh", ["-ec", list], { env: { ...env, DATABASE_URL } });
  expect(listed.stdout).toMatch(/^from-three .*\b3\b/m);
});

test("[H5] [SO1] the files that the scale-out guide names are there", () => {
  const named = [
    /-f (\S+)/.exec(compose)![1]!,
    ...[...guide.matchAll(/\]\(\.\.\/\.\.\/(\S+?)\)/g)].map(([, file]) => file!),
  ];
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

/** A folder with `clew` in it, as a reader has it. */
function withClew(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "clew"), `#!/bin/sh\nexec "${process.execPath}" "${clewCommand}" "$@"\n`);
  chmodSync(join(bin, "clew"), 0o755);
  return bin;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
