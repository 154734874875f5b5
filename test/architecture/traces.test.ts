import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("[H4] no file of the project names a machine's path or a registry's host", () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  const pattern = new RegExp(
    [["registry", "npmjs"].join("\\."), `/${"root"}/`, `/${"work"}/(main|shared)`].join("|"),
  );
  const named = files
    .split("\n")
    .filter((file) => file !== "" && !file.endsWith(".png") && existsSync(file))
    .filter((file) => pattern.test(readFileSync(file, "utf8")));
  expect(named).toEqual([]);
});
