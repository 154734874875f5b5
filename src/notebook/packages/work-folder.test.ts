import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { makeWorkFolder } from "./work-folder.ts";

test("[JB21] a later install removes what a killed process left of an earlier one", async () => {
  using home = temporaryFolder();
  const hoursAgo = (hours: number) => Date.now() / 1000 - hours * 3600;
  for (const [name, hours] of [
    [".install-left", 2],
    [".install-young", 0.5],
    ["notebook", 2],
  ] as const) {
    const folder = join(home.path, name);
    mkdirSync(folder);
    writeFileSync(join(folder, "file"), "");
    utimesSync(folder, hoursAgo(hours), hoursAgo(hours));
  }
  const made = await makeWorkFolder(home.path);
  expect(readdirSync(home.path).sort()).toEqual([basename(made), ".install-young", "notebook"].sort());
});
