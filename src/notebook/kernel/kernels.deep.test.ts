import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { groupMembers } from "../../../test/support/attack-setup.ts";
import { type TemporaryFolder, temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { createKernels, type KernelSettings, type Kernels } from "./kernels.ts";

let parent: TemporaryFolder;
let folder: string;
let kernels: Kernels;

beforeEach(() => {
  parent = temporaryFolder();
  folder = join(parent.path, "notebooks");
  open();
});
afterEach(async () => {
  await kernels.close();
  expect(processes()).toEqual([]);
  parent[Symbol.dispose]();
});

function open(settings: Partial<KernelSettings> = {}): void {
  kernels = createKernels({ folder, ...settings });
}

/** The first processes of the groups that work for these kernels, or for one of their notebooks. */
function processes(id = ""): readonly number[] {
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(join(folder, id));
        return isOurs && groupMembers(pid).length > 0;
      } catch {
        return false;
      }
    });
}

const value = async (id: string, code: string) => (await kernels.run({ id }, code)).value?.["text/plain"];
const waitForProcesses = (count: number) => expect.poll(() => processes().length).toBe(count);
const ended = (pid: number) => expect.poll(() => groupMembers(pid)).toEqual([]);

test("[Z6] nothing starts before the first notebook; then one process waits for the next", async () => {
  await kernels.sandboxLayers();
  expect(processes()).toEqual([]);
  const first = await kernels.reserve();
  expect(first).toMatch(/^nb-[a-z0-9]{10}$/);
  expect(readdirSync(folder)).toEqual([first]);
  await waitForProcesses(2);
  const waiting = readdirSync(folder).find((id) => id !== first)!;
  const [process] = processes(waiting);
  expect(await kernels.reserve()).toBe(waiting);
  expect(await kernels.run({ id: waiting }, "6 * 7")).toMatchObject({
    status: "completed",
    value: { "text/plain": "42" },
    fresh: true,
  });
  expect(processes(waiting)).toEqual([process]);
  await waitForProcesses(3);
});

test("[Z6] a notebook's cells share variables, and another notebook's do not", async () => {
  const [one, other] = [await kernels.reserve(), await kernels.reserve()];
  await kernels.run({ id: one }, "const a = 1;");
  expect(await kernels.run({ id: one }, "a")).toMatchObject({ value: { "text/plain": "1" }, fresh: false });
  expect((await kernels.run({ id: other }, "a")).error?.name).toBe("ReferenceError");
});

test("[Z6] an idle kernel is suspended, and its notebook still works", async () => {
  open({ idleMs: 1, warm: 0 });
  const id = await kernels.reserve();
  await kernels.run({ id }, 'Deno.writeTextFileSync("kept", "kept"); globalThis.lost = 1');
  await waitForProcesses(0);
  const woken = await kernels.run({ id }, '[Deno.readTextFileSync("kept"), typeof lost].join()');
  expect(woken).toMatchObject({ value: { "text/plain": "kept,undefined" }, fresh: true });
});

test("[Z6] above the limit, the kernel that was idle longest is suspended", async () => {
  open({ most: 2, warm: 0 });
  const [first, second, third] = [await kernels.reserve(), await kernels.reserve(), await kernels.reserve()];
  await kernels.run({ id: first }, "globalThis.a = 1");
  await kernels.run({ id: second }, "globalThis.a = 2");
  await kernels.run({ id: first }, "a");
  await kernels.run({ id: third }, "globalThis.a = 3");
  expect([first, second, third].map((id) => processes(id).length)).toEqual([1, 0, 1]);
  expect(await value(second, "typeof a")).toBe("undefined");
  expect(await value(third, "a")).toBe("3");
});

test("[Z6] a running kernel is never suspended; a waiting run ends at its deadline", async () => {
  open({ most: 1, warm: 0 });
  const [busy, other] = [await kernels.reserve(), await kernels.reserve()];
  const started = Promise.withResolvers<void>();
  const loop = 'console.log("on"); for (;;);';
  const first = kernels.run({ id: busy }, loop, { onOutput: () => started.resolve() });
  await started.promise;
  const late = await kernels.run({ id: other }, "1", { timeoutMs: 300 });
  expect(late).toMatchObject({
    status: "timeout",
    error: { message: expect.stringContaining("every process") },
  });
  const next = kernels.run({ id: other }, "6 * 7");
  expect(kernels.interrupt(busy)).toBe(true);
  expect((await first).status).toBe("killed");
  expect((await next).value?.["text/plain"]).toBe("42");
  expect(processes().length).toBe(1);
});

test("[Z6] many notebooks at once all get to run", async () => {
  open({ most: 2, warm: 1 });
  const ids = await Promise.all(Array.from({ length: 6 }, () => kernels.reserve()));
  const values = await Promise.all(ids.map((id, at) => value(id, `${at} + 1`)));
  expect(values).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect(processes().length).toBeLessThanOrEqual(2);
});

test("[Z6] restart ends the process and its run; interrupt reports whether something ran", async () => {
  const id = await kernels.reserve();
  await kernels.run({ id }, "globalThis.a = 1");
  const [process] = processes(id);
  expect(kernels.interrupt(id)).toBe(false);
  await kernels.restart(id);
  expect(groupMembers(process!)).toEqual([]);
  expect(await kernels.run({ id }, "typeof a")).toMatchObject({
    value: { "text/plain": "undefined" },
    fresh: true,
  });
  await kernels.restart("nb-neverheard0");
});

test("[Z6] close ends everything and removes unused folders", async () => {
  const id = await kernels.reserve();
  await waitForProcesses(2);
  const run = kernels.run({ id }, "for (;;);");
  await kernels.close();
  expect((await run).status).toBe("killed");
  expect(processes()).toEqual([]);
  expect(readdirSync(folder)).toEqual([id]);
  await expect(kernels.reserve()).rejects.toThrow("closed");
  await expect(kernels.run({ id }, "1")).rejects.toThrow("closed");
});

test("[Z6] close leaves no process that is still starting", async () => {
  const ids = [await kernels.reserve(), await kernels.reserve()];
  kernels.warm({ id: "nb-another000" });
  await kernels.close();
  expect(processes()).toEqual([]);
  expect(readdirSync(folder).filter((id) => !ids.includes(id) && id !== "nb-another000")).toEqual([]);
});

test("[Z6] refuses an id that leads elsewhere", async () => {
  for (const id of ["..", "a/b", "", ".", "a\0", "A"]) {
    await expect(kernels.run({ id }, "1")).rejects.toThrow("Not the id of a notebook");
    await expect(kernels.folderOf(id)).rejects.toThrow("Not the id of a notebook");
  }
});

test("[Z9] a host is reachable only by name, and a change of hosts replaces the process", async () => {
  const server = createServer((_, response) => response.end("hello"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const id = await kernels.reserve();
  const code = `globalThis.a ??= await (await fetch("http://127.0.0.1:${port}/")).text(); a`;
  const run = (allowNet?: readonly string[]) => kernels.run({ id, ...(allowNet && { allowNet }) }, code);
  expect((await run()).error?.message).toContain("Requires net access");
  const [process] = processes(id);
  expect((await run(["api.example.com"])).error?.message).toContain("Requires net access");
  await ended(process!);
  expect(await run([`127.0.0.1:${port}`])).toMatchObject({ value: { "text/plain": "hello" }, fresh: true });
  expect(await run([`127.0.0.1:${port}`])).toMatchObject({ status: "completed", fresh: false });
  expect(await run([])).toMatchObject({ status: "failed", fresh: true });
  await expect(run(["*"])).rejects.toThrow("Not a host");
  server.close();
});
