import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { Failure } from "../ledger/index.ts";
import type { NotebookState } from "../notebook/notebook-store.ts";
import { createEnsurePackages } from "./ensure-packages.ts";

const notebookWith = (dependencies: object) =>
  ({ id: "nb-1", packageJson: JSON.stringify({ dependencies }) }) as unknown as NotebookState;

test("[JB19] installs missing packages and other versions once per package.json", async () => {
  using folder = temporaryFolder();
  const put = (name: string, version: string) => {
    const path = join(folder.path, "node_modules", name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "package.json"), JSON.stringify({ version }));
  };
  put("here", "1.0.0");
  put("@scope/range", "2.5.0");
  const ensurePackages = createEnsurePackages(() => folder.path);
  let installs = 0;
  const install = async () => void installs++;
  await ensurePackages(notebookWith({ here: "1.0.0", "@scope/range": "^2.0.0" }), install, {});
  expect(installs).toBe(0);
  await ensurePackages(notebookWith({ here: "1.0.1" }), install, {});
  await ensurePackages(notebookWith({ here: "1.0.1" }), install, {});
  expect(installs).toBe(1);
  await ensurePackages(notebookWith({ here: "1.0.0", away: "3.0.0" }), install, {});
  expect(installs).toBe(2);
  expect(await ensurePackages({ id: "nb-2" } as NotebookState, install, {})).toBeUndefined();
});

test("[JB19] the next run repeats a cancelled install", async () => {
  using folder = temporaryFolder();
  const ensurePackages = createEnsurePackages(() => folder.path);
  const fail = () => Promise.reject(new Failure("INSTALL_FAILED", { reason: "the call was cancelled." }));
  await ensurePackages(notebookWith({ away: "3.0.0" }), fail, { signal: AbortSignal.abort() });
  let installs = 0;
  await ensurePackages(notebookWith({ away: "3.0.0" }), async () => void installs++, {});
  expect(installs).toBe(1);
});

test("[JB19] a failed install becomes a warning that names the packages", async () => {
  using folder = temporaryFolder();
  const ensurePackages = createEnsurePackages(() => folder.path);
  const fail = () => Promise.reject(new Failure("INSTALL_FAILED", { reason: "the registry is away." }));
  expect(await ensurePackages(notebookWith({ away: "3.0.0" }), fail, {})).toBe(
    "This worker does not have away from the notebook's package.json. Nothing was installed: the registry is away.",
  );
});
