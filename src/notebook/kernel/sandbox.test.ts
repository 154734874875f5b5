import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useGround } from "../../../test/support/attack-setup.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { createKernel } from "./kernel.ts";
import { createKernels } from "./kernels.ts";
import { DEFAULT_KERNEL_LIMITS } from "./limits.ts";
import { namespaceLayer, noNamespaces } from "./namespace-layer.ts";
import { findSandboxLayers } from "./sandbox-layers.ts";

const layer = noNamespaces("none, for this test");
const ground = useGround();

test("[SB8] where the file layer is required and missing, no cell runs, and the answer says what to do", async () => {
  const kernel = createKernel({ folder: ground.folder, layer, sandbox: "required" });
  const { status, exitCode, error } = await kernel.run('Deno.writeTextFileSync("ran", "")');
  expect({ status, exitCode, pid: kernel.pid }).toEqual({ status: "failed", exitCode: null, pid: undefined });
  expect(error?.message).toMatch(/file layer .* is missing.*CLEW_NOTEBOOK_SANDBOX=auto/);
  await kernel.close();
});

test("[SB8] where the file layer is required and active, cells run", async () => {
  const kernel = createKernel({ folder: ground.folder, sandbox: "required" });
  const { root } = await namespaceLayer();
  expect((await kernel.run("1")).status).toBe(root ? "completed" : "failed");
  await kernel.close();
});

test("[SB12] where the root of a process cannot be set up, the answer says so without a path of the machine", async () => {
  const works = await namespaceLayer();
  if (!works.root) throw new Error(works.fileMessage);
  const missing = { ...works.root, libraries: [...works.root.libraries, "/nowhere/of/this/machine/lib.so"] };
  const kernel = createKernel({ folder: ground.folder, layer: { ...works, root: missing } });
  const { status, exitCode, output, error } = await kernel.run("1");
  expect({ status, exitCode, output }).toEqual({ status: "failed", exitCode: null, output: "" });
  expect(error?.message).toMatch(
    /^The cell did not run: the sandbox .* could not be set up\..*clew doctor.* mount: /,
  );
  expect(error?.message).not.toMatch(/nowhere|clew-deno|\/lib/);
  await kernel.close();
});

test("[SB12] where the system refuses namespaces later than at the start, the answer says so", async () => {
  const works = await namespaceLayer();
  const refused = ["unshare", "--user", "--setgroups=deny", "--map-user=none-of-this-system", "--"];
  const kernel = createKernel({ folder: ground.folder, layer: { ...works, before: () => refused } });
  const { status, error } = await kernel.run("1");
  expect(status).toBe("failed");
  expect(error?.message).toMatch(/^The cell did not run: the sandbox .* could not be set up\..* unshare: /);
  await kernel.close();
});

test("[SB9] a result says why the file layer is not active, and nothing where it is", async () => {
  const kernel = createKernel({ folder: ground.folder, layer });
  expect((await kernel.run("1")).sharesFiles).toContain("shares the host's files");
  await kernel.close();
  expect((await ground.kernel.run("1")).sharesFiles === undefined).toBe(
    (await namespaceLayer()).root !== undefined,
  );
});

test("[SB9] the layers that are reported are those that the kernels use", async () => {
  using parent = temporaryFolder();
  mkdirSync(join(parent.path, "notebooks"));
  const kernels = createKernels({ folder: join(parent.path, "notebooks"), layer });
  expect(await kernels.sandboxLayers()).toMatchObject({
    namespaces: { active: false },
    files: { active: false },
  });
  await kernels.close();
  const { files, namespaces } = await findSandboxLayers(DEFAULT_KERNEL_LIMITS);
  expect(files.active && !namespaces.active).toBe(false);
});
