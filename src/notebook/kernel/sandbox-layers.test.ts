import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useGround } from "../../../test/support/attack-setup.ts";
import { createKernel } from "./kernel.ts";
import { DEFAULT_KERNEL_LIMITS } from "./limits.ts";
import { noNamespaces } from "./namespace-layer.ts";
import { processTree } from "./process-tree.ts";
import { findSandboxLayers } from "./sandbox-layers.ts";

const ground = useGround();

test("[Z7] reports for each layer in one sentence whether it is active, and why not", async () => {
  const sandboxLayers = await findSandboxLayers(DEFAULT_KERNEL_LIMITS);
  expect(sandboxLayers.deno.active).toBe(true);
  for (const { message } of Object.values(sandboxLayers)) expect(message).toMatch(/^[A-Z][^\n]{20,}$/);
  expect(sandboxLayers.namespaces.message.includes("allows no user namespaces")).toBe(
    process.platform === "linux" && !sandboxLayers.namespaces.active,
  );
});

test("[Z7] reports limits that the system refuses", async () => {
  const { limits } = await findSandboxLayers({ ...DEFAULT_KERNEL_LIMITS, cpuSeconds: Number.NaN });
  expect(limits).toMatchObject({ active: false, message: expect.stringContaining("refuses the limits") });
});

test("[Z7] where the system allows it, a process has namespaces of its own and no capability", async () => {
  const { namespaces } = await findSandboxLayers(DEFAULT_KERNEL_LIMITS);
  await ground.kernel.run("1");
  const deno = (await processTree(ground.kernel.pid!)).at(-1)!;
  const own = ["user", "net", "pid", "ipc", "uts"].filter(
    (kind) => readlinkSync(`/proc/${deno}/ns/${kind}`) !== readlinkSync(`/proc/self/ns/${kind}`),
  );
  expect(own).toEqual(namespaces.active ? ["user", "net", "pid", "ipc", "uts"] : []);
  if (!namespaces.active) return;
  expect(readFileSync(`/proc/${deno}/status`, "utf8")).toMatch(/CapPrm:\t0+\nCapEff:\t0+\n/);
  // The loopback device, which is down, and two lines of headings.
  expect(readFileSync(`/proc/${deno}/net/dev`, "utf8").trim().split("\n")).toHaveLength(3);
  if (namespaces.message.includes("/proc")) return;
  const seen = readdirSync(join("/proc", `${deno}`, "root", "proc")).filter((name) => /^\d+$/.test(name));
  expect(seen.length).toBeLessThan(3);
});

test("[Z7] only a process with allowed hosts shares the network", async () => {
  const { active } = (await findSandboxLayers(DEFAULT_KERNEL_LIMITS)).namespaces;
  const sharesNetwork = async () => {
    const deno = (await processTree(ground.kernel.pid!)).at(-1)!;
    return readlinkSync(`/proc/${deno}/ns/net`) === readlinkSync("/proc/self/ns/net");
  };
  await ground.kernel.run("1", { allowNet: ["localhost"] });
  expect(await sharesNetwork()).toBe(true);
  await ground.kernel.run("1");
  expect(await sharesNetwork()).toBe(!active);
});

test("[Z7] cells run where namespaces are unavailable", async () => {
  const kernel = createKernel({ folder: ground.folder, layer: noNamespaces("none, for this test") });
  expect(await kernel.run("6 * 7")).toMatchObject({ status: "completed", value: { "text/plain": "42" } });
  await kernel.close();
});

test("[Z11] a cell that uses the processor for long gives way to the server", async () => {
  const run = ground.kernel.run('console.log("on"); for (;;);');
  await expect.poll(() => ground.kernel.pid).toBeDefined();
  const lower = Math.min(constants.priority.PRIORITY_LOW, getPriority() + 10);
  const priority = async () => getPriority((await processTree(ground.kernel.pid!)).at(-1));
  await expect.poll(priority).toBe(lower);
  ground.kernel.interrupt();
  expect((await run).status).toBe("killed");
});
