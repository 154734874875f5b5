import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { notebookSetup } from "../../test/support/notebook-setup.ts";
import type { InstallRequest } from "./notebooks.ts";

/** An installer for packages with one version each in the registry; it records the requests. */
function scripted() {
  const orders: InstallRequest[] = [];
  const under = new Set<string>();
  const install = async (order: InstallRequest) => {
    expect(under.has(order.folder)).toBe(false);
    under.add(order.folder);
    orders.push(order);
    const installed = [];
    for (const text of order.wanted) {
      const [name = "", version = "1.0.0"] = text.split("@");
      order.onLine?.(`Fetching ${name}`);
      const folder = join(order.folder, "node_modules", name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "index.js"), `module.exports = ${JSON.stringify(version)};`);
      await writeFile(join(folder, "package.json"), JSON.stringify({ name, version }));
      installed.push({ name, version });
    }
    under.delete(order.folder);
    return installed;
  };
  return { install, orders };
}

test("[J18] stores exact versions with the notebook, so that its file contains them", async () => {
  const { install, orders } = scripted();
  const { home, notebooks, caller, withCode } = await notebookSetup({ install });
  const id = await withCode("1");
  const lines: string[] = [];
  const answer = await notebooks.install(
    caller,
    { dependencies: ["left@2.1.0", "right"] },
    { onOutput: (text) => lines.push(text) },
  );
  expect(answer).toEqual({
    notebookId: id,
    installed: [
      { name: "left", version: "2.1.0" },
      { name: "right", version: "1.0.0" },
    ],
  });
  expect(lines).toEqual(["Fetching left\n", "Fetching right\n"]);
  expect(orders[0]!.folder).toBe(join(home, "notebooks", id));
  const exported = await notebooks.export(caller, {});
  const { packageJson } = await notebooks.load(caller, { path: exported.path });
  expect(JSON.parse(packageJson!)).toEqual({
    type: "module",
    dependencies: { left: "2.1.0", right: "1.0.0" },
  });
});

test("[Z10] installed packages can be imported at once, and variables stay", async () => {
  const { notebooks, caller, withCode } = await notebookSetup(scripted());
  await withCode("const kept = 41;", 'import version from "left";\nversion + " " + (kept + 1)');
  await notebooks.runCell(caller, { cellId: "a.ts" });
  await notebooks.install(caller, { dependencies: ["left@2.1.0"] });
  const { run } = await notebooks.runCell(caller, { cellId: "b.ts" });
  expect(run.outputs).toMatchObject([{ data: { "text/plain": "2.1.0 42" } }]);
});

test("[J18] without names installs what the notebook's package.json lists", async () => {
  const { install, orders } = scripted();
  const { notebooks, caller, withCode } = await notebookSetup({ install });
  await withCode("1");
  await expect(notebooks.install(caller, { dependencies: [] })).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
  });
  const packageJson = JSON.stringify({ name: "mine", dependencies: { left: "^2.0.0" } });
  const content = `<!-- srcbook:{"language":"typescript"} -->\n\n# Book\n\n###### package.json\n\n\`\`\`json\n${packageJson}\n\`\`\`\n`;
  const { id } = await notebooks.load(caller, { content });
  const { warning } = await notebooks.install(caller, { dependencies: [] });
  expect(orders[0]!.wanted).toEqual(["left@^2.0.0"]);
  expect(readFileSync(join(orders[0]!.folder, "package.json"), "utf8")).toBe(packageJson);
  expect(JSON.parse((await notebooks.open(caller, id)).packageJson!)).toMatchObject({
    name: "mine",
    dependencies: { left: "^2.0.0" },
  });
  expect(warning).toBeUndefined();
  expect((await notebooks.install(caller, { dependencies: ["left@3.0.0"] })).warning).toMatch(
    /left has changed.*restart/,
  );
});

test("[J18] installs of one notebook wait for each other", async () => {
  const { install, orders } = scripted();
  const { notebooks, caller, withCode } = await notebookSetup({ install });
  await withCode("1");
  await Promise.all(["a", "b", "c"].map((name) => notebooks.install(caller, { dependencies: [name] })));
  expect(orders).toHaveLength(3);
  expect(JSON.parse((await notebooks.open(caller)).packageJson!).dependencies).toEqual({
    a: "1.0.0",
    b: "1.0.0",
    c: "1.0.0",
  });
});

test("[J18] a failure, a disabled install or an invalid folder gives one line and changes nothing", async () => {
  const off = await notebookSetup();
  await off.withCode("1");
  await expect(off.notebooks.install(off.caller, { dependencies: ["left"] })).rejects.toMatchObject({
    code: "INSTALL_FAILED",
    message: "Nothing was installed: the operator has switched off installing packages.",
  });
  const install = () =>
    Promise.reject(Object.assign(new Error("ENOSPC /secret"), { code: "ENOSPC", syscall: "write" }));
  const full = await notebookSetup({ install });
  const id = await full.withCode("1");
  mkdirSync(join(full.home, "notebooks", id), { recursive: true });
  await expect(full.notebooks.install(full.caller, { dependencies: ["left"] })).rejects.toMatchObject({
    code: "INSTALL_FAILED",
    message: "Nothing was installed: the disk is full.",
  });
  expect((await full.notebooks.open(full.caller)).packageJson).toBeUndefined();
  expect(existsSync(join(full.home, "notebooks", id, "package.json"))).toBe(false);
});
