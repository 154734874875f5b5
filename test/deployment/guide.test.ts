import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { answerOf } from "../support/call.ts";
import { connectHttp } from "../support/connect.ts";
import { ledgerVariables, prepareLedger } from "../support/deployment-ledger.ts";
import { freePort } from "../support/ports.ts";
import { checkoutPrograms } from "../support/programs.ts";
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
  const env = { PATH: [checkoutPrograms(home), process.env.PATH].join(delimiter), HOME: home };
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

test("[H9] the worker and the server with CLEW_WORK=off of the scale-out guide start", async () => {
  await prepareLedger(home);
  const workers = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text!).at(-1)!;
  const [worker, server] = [await freePort(), await freePort()];
  const lines = workers
    .replace(/DATABASE_URL=\S+/, `DATABASE_URL=${ledgerVariables(home).DATABASE_URL}`)
    .replace(/--port \d+/, `--port ${worker}`)
    .replace(/\s+#.*$/gm, "")
    .replace(/^(.*npx clew .*)$/gm, "$1 &");
  const PATH = [checkoutPrograms(home), process.env.PATH].join(delimiter);
  const env = { PATH, HOME: home, CLEW_PORT: String(server) };
  const shell = spawn("sh", ["-ec", `${lines}wait`], { env, detached: true, stdio: "ignore" });
  cleanup.defer(() => void process.kill(-shell.pid!, "SIGKILL"));
  const isReady = async (port: number) =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok;
  await expect.poll(() => Promise.all([worker, server].map(isReady))).toEqual([true, true]);
});

test("[H5] [SO1] the files that the scale-out guide names exist", () => {
  const named = [
    /-f (\S+)/.exec(compose)![1]!,
    ...[...guide.matchAll(/\]\(\.\.\/\.\.\/(\S+?)\)/g)].map(([, file]) => file!),
  ];
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
