import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { Finding } from "../ledger/index.ts";
import { override } from "../primitives/lazy.ts";
import { draftOf } from "../store/contract/fixture.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/port.ts";
import { check, why } from "./check.ts";
import type { Services, Terminal } from "./command.ts";
import { lint } from "./lint.ts";
import { runProgram } from "./program.ts";
import { sessions } from "./sessions.ts";

let store: Store;
const temporary = temporaryFolder();
const top = realpathSync(temporary.path);
const [home, folder] = [join(top, "home"), join(top, "project")];

beforeAll(async () => {
  for (const made of [home, folder]) mkdirSync(made);
  store = await openStore({ memory: true });
  for (const [id, project] of [
    ["bad", "shop"],
    ["good", "shop"],
    ["other", "blog"],
  ] as const)
    await store.openSession({ id, title: `Session ${id}`, mode: "chain", project });
  await store.append(draftOf({ sessionId: "bad" }, "Start <here> & now."));
  await store.append(draftOf({ sessionId: "bad" }, "All tests pass."));
  await store.append(draftOf({ sessionId: "bad" }, "We will use Redis."));
  await store.append(draftOf({ sessionId: "good" }, "Start."));
  await store.append(draftOf({ sessionId: "other" }, "The claim has been verified."));
});
afterAll(async () => {
  await store.close();
  temporary[Symbol.dispose]();
});
afterEach(() => {
  process.exitCode = undefined;
});

async function run(...argv: string[]) {
  const printed = { out: "", err: "" };
  const terminal = {
    out(text: string) {
      printed.out += text;
    },
    err(text: string) {
      printed.err += text;
    },
    workingFolder: folder,
  } as unknown as Terminal;
  const services = {
    version: "1.2.3",
    config: () => ({}),
    dataHome: () => home,
    openLedger: async () => override(store, { close: async () => {} }),
    exportHtml: () => undefined,
  } as unknown as Services;
  const commands = {
    lint: async () => lint,
    check: async () => check,
    why: async () => why,
    sessions: async () => sessions,
  };
  process.exitCode = undefined;
  const code = await runProgram(argv, commands, terminal, services);
  return { code, ...printed };
}

describe("clew lint", () => {
  it("[LT7] prints the findings as JSON, and exits with 1 if one reaches --fail-on", async () => {
    const { code, out } = await run("lint", "bad", "--format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      checked: { thoughts: 3, rules: 12 },
      findings: [
        expect.objectContaining({
          rule: "CL004",
          level: "error",
          sessionId: "bad",
          thoughtNumber: 2,
          seq: 2,
        }),
        expect.objectContaining({
          rule: "CL002",
          level: "warning",
          sessionId: "bad",
          thoughtNumber: 3,
          seq: 3,
        }),
      ],
    });
    expect((await run("lint", "bad", "--rule", "CL002")).code).toBe(0);
    expect((await run("lint", "bad", "--rule", "CL002", "--fail-on", "warning")).code).toBe(1);
    expect((await run("lint", "good")).code).toBe(0);
  });

  it("[LT7] says in a sentence what was checked", async () => {
    expect((await run("lint", "good")).out).toBe(
      "1 thought of 1 session checked with 12 rules: 0 errors, 0 warnings, 0 ignored.\n",
    );
    expect((await run("lint", "bad")).out).toContain(
      'bad #2  error  CL004  "All tests pass." has no evidence\n',
    );
  });

  it("[LT7] checks a project or everything", async () => {
    const ids = async (...argv: string[]) =>
      JSON.parse((await run("lint", ...argv, "--format", "json")).out).findings.map(
        ({ sessionId }: { sessionId: string }) => sessionId,
      );
    expect(new Set(await ids("--project", "shop"))).toEqual(new Set(["bad"]));
    expect(new Set(await ids("--all"))).toEqual(new Set(["bad", "other"]));
  });

  it.each([
    [],
    ["bad", "--all"],
    ["nope"],
    ["bad", "--format", "yaml"],
    ["bad", "--fail-on", "info"],
    ["bad", "--rule", "CL099"],
    ["bad", "--what"],
    ["--project", "nope"],
  ])("[LT7] wrong use exits with 2: %j", async (...argv) => {
    const { code, out, err } = await run("lint", ...(argv as string[]));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).not.toBe("");
  });

  it("[LT8] reads levels from .clew-lint.json in the data home and the working folder, which wins", async () => {
    const write = (where: string, config: unknown) =>
      writeFileSync(
        join(where, ".clew-lint.json"),
        typeof config === "string" ? config : JSON.stringify(config),
      );
    write(home, { rules: { CL004: "warning", CL002: "off" }, failOn: "warning" });
    expect((await run("lint", "bad")).code).toBe(1);
    write(folder, { rules: { CL004: "off" } });
    const { code, out } = await run("lint", "bad", "--format", "json");
    expect({ code, ...JSON.parse(out) }).toEqual({
      code: 0,
      checked: { thoughts: 3, rules: 10 },
      findings: [],
    });
    for (const wrong of ["{", { rules: { CL099: "off" } }, { rules: { CL004: "fatal" } }, { what: 1 }]) {
      write(folder, wrong);
      expect((await run("lint", "bad")).code).toBe(2);
    }
    rmSync(join(folder, ".clew-lint.json"));
    execFileSync("mkfifo", [join(folder, ".clew-lint.json")]);
    const piped = await run("lint", "bad");
    expect(piped).toMatchObject({ code: 2, err: expect.stringContaining(join(folder, ".clew-lint.json")) });
    rmSync(join(folder, ".clew-lint.json"));
    write(home, {});
  });

  it("[LT9] writes SARIF and JUnit with every rule", async () => {
    const { out } = await run("lint", "bad", "--format", "sarif");
    const { runs } = JSON.parse(out);
    expect(runs[0].tool.driver.rules).toHaveLength(12);
    expect(runs[0].results[0]).toMatchObject({ ruleId: "CL004", ruleIndex: 3, level: "error" });
    const junit = (await run("lint", "bad", "--format", "junit")).out;
    expect(junit).toContain('<testsuite name="bad" tests="12" failures="2" errors="0">');
    expect(junit.match(/<failure /g)).toHaveLength(2);
    expect(junit).toContain("&quot;All tests pass.&quot; has no evidence");
  });

  it("[LT10] checks exported sessions in files, with the lines they name", async () => {
    writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
    await store.openSession({ id: "cites", title: "t", mode: "chain" });
    const sha256 = "0".repeat(64);
    const evidence = [
      { ref: "a.txt:1", kind: "file", path: "a.txt", from: 1, to: 1, sha256, rolling: 1 },
    ] as const;
    await store.append(draftOf({ sessionId: "cites" }, "Because of a.txt.", { evidence, confidence: 0.5 }));
    for (const format of ["json", "chain"]) {
      const file = `export-${format}.json`;
      await run("sessions", "export", "cites", "--format", format, "--output", file);
      const { code, out } = await run("lint", file, "--format", "sarif", "--fail-on", "warning");
      expect(code).toBe(1);
      expect(JSON.parse(out).runs[0].results).toMatchObject([
        {
          ruleId: "CL009",
          locations: [{ physicalLocation: { artifactLocation: { uri: file }, region: { startLine: 2 } } }],
        },
      ]);
    }
    writeFileSync(join(folder, "no.json"), "{}");
    expect((await run("lint", "no.json")).code).toBe(2);
  });
});

describe("clew check and clew why", () => {
  it("[EV7] check prints the state of every reference", async () => {
    const { code, out } = await run("check", "cites", "--format", "json");
    expect({ code, ...JSON.parse(out) }).toEqual({
      code: 0,
      evidence: [{ thoughtNumber: 1, seq: 1, ref: "a.txt:1", state: "unchecked" }],
    });
    expect(JSON.parse((await run("check", "--all", "--json")).out).evidence).toEqual([
      { sessionId: "cites", thoughtNumber: 1, seq: 1, ref: "a.txt:1", state: "unchecked" },
    ]);
    expect((await run("check", "--all")).out).toContain(
      "1 checked: 0 fresh, 0 moved, 0 stale, 0 missing, 1 not checkable.",
    );
    expect((await run("check")).code).toBe(2);
    expect((await run("check", "nope")).code).toBe(1);
  });

  it("[EV8] why lists the thoughts that cite a place", async () => {
    const { out } = await run("why", "a.txt:1", "--json");
    expect(JSON.parse(out)).toEqual({
      thoughts: [
        {
          sessionId: "cites",
          thoughtNumber: 1,
          seq: 1,
          text: "Because of a.txt.",
          ref: "a.txt:1",
          state: "unchecked",
        },
      ],
    });
    expect(JSON.parse((await run("why", "a.txt:2", "--json")).out)).toEqual({ thoughts: [] });
  });
});

it("[LT10] a citation of a thought in an exported session has the state of that thought", async () => {
  const name = "passes-on";
  await store.openSession({ id: name, title: "t", mode: "chain" });
  const stale = {
    ref: "b.txt:1",
    kind: "file",
    path: "b.txt",
    from: 1,
    to: 1,
    sha256: "0".repeat(64),
    rolling: 1,
  } as const;
  writeFileSync(join(folder, "b.txt"), "one\n");
  await store.append(draftOf({ sessionId: name }, "Because of b.txt.", { evidence: [stale] }));
  const cited = { ref: "#1", kind: "thought", number: 1 } as const;
  await store.append(draftOf({ sessionId: name }, "Given that.", { evidence: [cited], number: 2 }));
  await run("sessions", "export", name, "--format", "json", "--output", "passes-on.json");
  const { findings } = JSON.parse((await run("lint", "passes-on.json", "--format", "json")).out);
  expect(findings.map(({ rule, seq }: Finding) => `${rule} ${seq}`)).toEqual(["CL009 1", "CL009 2"]);
});
