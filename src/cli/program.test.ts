import { afterEach, describe, expect, test } from "vitest";
import { ConfigError } from "../config/load.ts";
import { Failure } from "../ledger/index.ts";
import { CommandFailure, type DefineCommand, type Services, type Terminal } from "./command.ts";
import { runProgram } from "./program.ts";

afterEach(() => {
  process.exitCode = undefined;
});

/** Runs a command line on which the one command, `work`, does this. */
async function run(argv: readonly string[], act: () => void = () => {}) {
  const printed = { out: "", err: "" };
  const terminal: Terminal = {
    out(text) {
      printed.out += text;
    },
    err(text) {
      printed.err += text;
    },
    isTerminal: false,
    env: {},
    homeFolder: "home",
    platform: "linux",
    workingFolder: "here",
  };
  const work: DefineCommand = (program) =>
    void program.command("work").option("--limit <number>", "how many").action(act);
  const services = { version: "1.2.3" } as Services;
  const code = await runProgram(argv, { work: async () => work }, terminal, services);
  return { code, ...printed };
}

const fail = (error: Error) => () => {
  throw error;
};

describe("exit codes", () => {
  test("[D5] success exits 0 and prints nothing extra", async () => {
    expect(await run(["work", "--limit", "3"])).toEqual({ code: 0, out: "", err: "" });
    expect(await run(["--version"])).toEqual({ code: 0, out: "1.2.3\n", err: "" });
    expect(await run(["work", "--help"])).toMatchObject({ code: 0, err: "" });
  });

  test.each([
    ["a failure of the ledger", new Failure("STORE_BUSY", {}), 1],
    ["a failure of the command", new CommandFailure("no session 'x'"), 1],
    ["a value that the command refuses", new CommandFailure("--limit: 'x' is not a number", 2), 2],
    ["a wrong setting", new ConfigError("CLEW_PORT must be a number"), 2],
  ])("[D5] %s gives one line on stderr", async (_, error, code) => {
    expect(await run(["work"], fail(error))).toEqual({ code, out: "", err: `clew: ${error.message}\n` });
  });

  test.each([
    [["wrok"], "error: unknown command 'wrok'"],
    [["constructor"], "error: unknown command 'constructor'"],
    [["work", "--what"], "error: unknown option '--what'"],
    [["work", "--limit"], "error: option '--limit <number>' argument missing"],
    [["work", "more"], "error: too many arguments for 'work'"],
  ])("[D5] %j is a usage error: one line that says where to find help", async (argv, error) => {
    const { code, out, err } = await run(argv);
    expect([code, out]).toEqual([2, ""]);
    expect(err.slice(0, error.length)).toBe(error);
    expect(err).toMatch(
      /^(.*\n){1,2}\(run clew (--help for a list of commands|work --help for its options)\)\n$/,
    );
  });

  test("[D5] without a command shows the help and exits 2", async () => {
    const { code, err } = await run([]);
    expect(code).toBe(2);
    expect(err).toContain("work [options]");
  });

  test("[D5] a command may finish and still report a problem", async () => {
    const act = () => {
      process.exitCode = 1;
    };
    expect((await run(["work"], act)).code).toBe(1);
  });

  test("[D5] distinguishes a bug from an expected failure", async () => {
    await expect(run(["work"], fail(new TypeError("x is undefined")))).rejects.toThrow(TypeError);
  });
});
