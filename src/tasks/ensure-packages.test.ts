import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { Failure } from "../ledger/index.ts";
import type { NotebookState } from "../notebook/notebook-store.ts";
import { createEquipping } from "./ensure-packages.ts";

const named = (dependencies: object) =>
  ({ id: "nb-1", packageJson: JSON.stringify({ dependencies }) }) as unknown as NotebookState;

test("[JB19] packages are installed where they are missing or of another version, once for each package.json", async () => {
  using folder = temporaryFolder();
  const put = (name: string, version: string) => {
    const at = join(folder.path, "node_modules", name);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, "package.json"), JSON.stringify({ version }));
  };
  put("here", "1.0.0");
  put("@scope/range", "2.5.0");
  const equip = createEquipping(() => folder.path);
  let installs = 0;
  const install = async () => void installs++;
  await equip(named({ here: "1.0.0", "@scope/range": "^2.0.0" }), install, {});
  expect(installs).toBe(0);
  await equip(named({ here: "1.0.1" }), install, {});
  await equip(named({ here: "1.0.1" }), install, {});
  expect(installs).toBe(1);
  await equip(named({ here: "1.0.0", away: "3.0.0" }), install, {});
  expect(installs).toBe(2);
  expect(await equip({ id: "nb-2" } as NotebookState, install, {})).toBeUndefined();
});

test("[JB19] an install that was cancelled is made by the next run", async () => {
  using folder = temporaryFolder();
  const equip = createEquipping(() => folder.path);
  const refuse = () => Promise.reject(new Failure("INSTALL_FAILED", { reason: "the call was cancelled." }));
  await equip(named({ away: "3.0.0" }), refuse, { signal: AbortSignal.abort() });
  let installs = 0;
  await equip(named({ away: "3.0.0" }), async () => void installs++, {});
  expect(installs).toBe(1);
});

test("[JB19] what cannot be installed is a warning that names it", async () => {
  using folder = temporaryFolder();
  const equip = createEquipping(() => folder.path);
  const refuse = () => Promise.reject(new Failure("INSTALL_FAILED", { reason: "the registry is away." }));
  expect(await equip(named({ away: "3.0.0" }), refuse, {})).toBe(
    "This worker does not have away, which the notebook's package.json names. Nothing was installed: the registry is away.",
  );
});
