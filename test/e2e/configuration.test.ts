import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runClew } from "../support/clew.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The tool sets that `clew doctor` finds configured. */
async function chosenTools(home: string, env: Record<string, string>, ...flags: string[]): Promise<string> {
  const { code, stdout } = await runClew(["doctor", "--json", "--port", "0", ...flags], { home, env });
  expect(code).toBe(0);
  const tools = JSON.parse(stdout).find(({ name }: { name: string }) => name === "tools");
  return /--tools (\S+)\)/.exec(tools.says)?.[1] ?? "";
}

/** Starts the stdio server, which must refuse with one line and exit 2. */
async function refusal(home: string, env: Record<string, string> = {}, ...flags: string[]): Promise<string> {
  const { code, stdout, stderr } = await runClew(["mcp", ...flags], { home, env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).not.toMatch(/\n\s+at /);
  return stderr;
}

describe("configuration", () => {
  it("[G1] precedence: flags, environment, file, default", async () => {
    using home = temporaryFolder();
    expect(await chosenTools(home.path, {})).toBe("all");
    writeFileSync(join(home.path, "config.json"), JSON.stringify({ tools: "classic" }));
    expect(await chosenTools(home.path, {})).toBe("classic");
    expect(await chosenTools(home.path, { CLEW_TOOLS: "thoughtbox" })).toBe("thoughtbox");
    expect(await chosenTools(home.path, { CLEW_TOOLS: "thoughtbox" }, "--tools", "think")).toBe("think");
    expect(await chosenTools(home.path, { CLEW_TOOLS: "" })).toBe("classic");
  });

  it("[G1] --home takes precedence over CLEW_HOME, for the file too", async () => {
    using home = temporaryFolder();
    using other = temporaryFolder();
    writeFileSync(join(other.path, "config.json"), JSON.stringify({ tools: "think" }));
    expect(await chosenTools(home.path, {}, "--home", other.path)).toBe("think");
  });

  it.each([
    ["CLEW_PORT", "high", /^clew: CLEW_PORT must be a number\n$/],
    ["CLEW_PORT", "70000", /^clew: CLEW_PORT must be at most 65535\n$/],
    ["CLEW_TOOLS", "thinkbox", /unknown tool set 'thinkbox'/],
    ["CLEW_TOOL_NAMES", "curly", /^clew: CLEW_TOOL_NAMES must be plain or dotted\n$/],
    ["THINK_MAX_THOUGHTS", "0", /^clew: THINK_MAX_THOUGHTS must be at least 1\n$/],
    ["THINK_MAX_THOUGHTS", "2.5", /^clew: THINK_MAX_THOUGHTS must be a whole number\n$/],
    ["LOG_LEVEL", "loud", /^clew: LOG_LEVEL must be trace, debug/],
    ["CLEW_PROT", "4747", /^clew: CLEW_PROT is not a setting\. Known settings: .*CLEW_PORT/],
  ])("[G1] [G2] a wrong or unknown variable is a clear error at start: %s=%s", async (name, value, words) => {
    using home = temporaryFolder();
    expect(await refusal(home.path, { [name]: value })).toMatch(words);
  });

  it.each([
    [["--log-level", "loud"], /--log-level must be/],
    [["--colour", "red"], /unknown option '--colour'/],
    [["--tools"], /argument missing/],
  ])("[G1] [G2] a wrong or unknown flag is a clear error at start: %j", async (flags, words) => {
    using home = temporaryFolder();
    expect(await refusal(home.path, {}, ...flags)).toMatch(words);
  });

  it.each([
    ["{ tools: think", /config\.json.*not valid JSON/],
    ['{"port":"high"}', /^clew: 'port' in the configuration file must be a number\n$/],
    [
      '{"colour":"red"}',
      /^clew: 'colour' in the configuration file is not a setting\. Known settings: .*port/,
    ],
    ["null", /config\.json/],
    ["[]", /config\.json/],
    ['"tools"', /config\.json/],
    ["7", /config\.json/],
    ['{"__proto__":{"tools":"think"}}', /__proto__/],
    ['{"toString":"x"}', /toString/],
  ])("[G1] [G2] a bad configuration file is a clear error at start: %s", async (text, words) => {
    using home = temporaryFolder();
    writeFileSync(join(home.path, "config.json"), text);
    expect(await refusal(home.path)).toMatch(words);
  });

  it("[G1] [G2] an unreadable configuration file is reported, not ignored", async () => {
    using home = temporaryFolder();
    mkdirSync(join(home.path, "config.json"));
    expect(await refusal(home.path)).toMatch(/config\.json/);
  });

  it("[G1] an unknown command exits 2 and points at the help", async () => {
    using home = temporaryFolder();
    const { code, stderr } = await runClew(["frobnicate"], { home: home.path });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/frobnicate[\s\S]*--help/) });
  });
});
