import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SECRET, useGround } from "../../../test/support/attack-setup.ts";
import { noNamespaces } from "./namespace-layer.ts";

describe.each([
  ["with the layers that this system allows", undefined],
  ["without the file layer", noNamespaces("none, for this test")],
])("%s", (_, layer) => {
  const ground = useGround(layer && { layer });
  const message = async () => (await ground.kernel.run('Deno.readTextFileSync("planted")')).error?.message;

  test.each([
    ["out", () => ground.outside],
    ["to a file outside", () => "../secret"],
    ["nowhere yet", () => "/nowhere/yet"],
    ["up, though not out", () => "sub/.."],
  ])(
    "[SB5] a link that leads %s stops the next cell, even if it appears between two cells",
    async (_, target) => {
      expect((await ground.kernel.run("1")).status).toBe("completed");
      symlinkSync(target(), join(ground.folder, "planted"));
      expect(await message()).toContain("a link that could lead out of it: planted");
      rmSync(join(ground.folder, "planted"));
      expect(await ground.kernel.run("1")).toMatchObject({ status: "completed", fresh: false });
    },
  );

  test("[SB5] refuses an inner link that could lead out when moved, and allows one that points down", async () => {
    mkdirSync(join(ground.folder, "a/b"), { recursive: true });
    writeFileSync(join(ground.folder, "a/b/down"), "below");
    symlinkSync("b/down", join(ground.folder, "a/planted"));
    expect((await ground.kernel.run('Deno.readTextFileSync("a/planted")')).value?.["text/plain"]).toBe(
      "below",
    );
    symlinkSync("../..", join(ground.folder, "a/b/up"));
    expect(await message()).toContain("could lead out of it: up");
    renameSync(join(ground.folder, "a/b/up"), join(ground.folder, "up"));
    expect(await message()).toContain("could lead out of it: up");
  });

  test("[SB5] a hard link to a file outside stops the next cell", async () => {
    expect((await ground.kernel.run("1")).status).toBe("completed");
    linkSync(join(ground.outside, "clew.db"), join(ground.folder, "planted"));
    const { status, error, output } = await ground.kernel.run(
      'console.log(Deno.readTextFileSync("planted"))',
    );
    expect({ status, output }).toEqual({ status: "failed", output: "" });
    expect(error?.message).toContain("by a hard link: planted");
    expect(JSON.stringify(error)).not.toContain(SECRET);
  });

  test("[SB5] a file with two names in the folder is allowed", async () => {
    writeFileSync(join(ground.folder, "one"), "same");
    mkdirSync(join(ground.folder, "sub"));
    linkSync(join(ground.folder, "one"), join(ground.folder, "sub/two"));
    expect((await ground.kernel.run('Deno.readTextFileSync("sub/two")')).value?.["text/plain"]).toBe("same");
  });
});
