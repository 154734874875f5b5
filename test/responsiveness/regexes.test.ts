import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { findRegexes } from "../../scripts/regexes/find.ts";
import { prove } from "../../scripts/regexes/prove.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe("the check of regular expressions", () => {
  it("[RE2] is a part of npm run check", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(scripts.check).toContain("npm run regexes");
  });

  it.each([
    ["quadratic on a run that fails at its end", String.raw`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`, ""],
    ["quadratic at the end of a text", String.raw`\s+$`, ""],
    ["exponential", "^(a+)+$", ""],
    ["quadratic behind a lookahead", String.raw`(?=x)\w*\d`, ""],
    ["a backreference", String.raw`(a*)b\1$`, ""],
  ])("[RE2] refuses what is %s", (_, pattern, flags) => {
    expect(prove(pattern, flags)).not.toBe("");
  });

  it.each([
    ["one class", String.raw`[^\s]+`, "g"],
    ["a bounded lookbehind", String.raw`(?<=[.?!])\s{1,9}(?=[A-Z])`, ""],
    ["bounded repeats", "^[A-Za-z0-9_-]{1,128}$", ""],
  ])("[RE2] accepts %s", (_, pattern, flags) => {
    expect(prove(pattern, flags)).toBe("");
  });

  it("[RE2] finds literals, constructed expressions and those built from data", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "sample.ts");
    const lines = [
      'const PART = "a|b";',
      "export const one = /x+/g; // not /this/",
      'export const two = new RegExp("(" + PART + ")+", "u");',
      "export const three = (text: string): RegExp => new RegExp(text);",
      'export const four = "/no/" + /yes/.source;',
    ];
    writeFileSync(file, lines.join("\n"));
    const { found, dynamic } = findIn(file);
    expect(found.map(({ line, pattern, flags }) => [line, pattern, flags])).toEqual([
      [2, "x+", "g"],
      [5, "yes", ""],
      [3, "(a|b)+", "u"],
    ]);
    expect(dynamic).toEqual([{ file, line: 4 }]);
  });
});

/** In another process, because it loads the modules that construct expressions. */
function findIn(file: string): Awaited<ReturnType<typeof findRegexes>> {
  const script = `import { findRegexes } from "./scripts/regexes/find.ts";
    console.log(JSON.stringify(await findRegexes([process.argv[1]])));`;
  const args = ["--input-type=module", "--eval", script, file];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}
