import { describe, expect, test } from "vitest";
import { ConfigError, loadConfig, parseConfigFile } from "./load.ts";
import { type Setting, settings } from "./schema.ts";

describe("precedence", () => {
  test("[G1] precedence: flags, environment, file, default", () => {
    const env = { CLEW_PORT: "2", LOG_LEVEL: "warn", THINK_MAX_THOUGHTS: "7" };
    const file = { port: 3, logLevel: "debug", host: "::1" };
    expect(loadConfig({ port: "1" }, env, file)).toMatchObject({
      port: 1,
      logLevel: "warn",
      thinkMaxThoughts: 7,
      host: "::1",
      tools: "all",
    });
    expect(loadConfig({}, {})).toMatchObject({ port: 4747, host: "127.0.0.1", thinkMaxThoughts: 100 });
  });

  test("[G3] an empty variable counts as unset, known or not", () => {
    const env = { CLEW_PORT: "", CLEW_HOME: "", LOG_FORMAT: "", CLEW_UNKNOWN: "" };
    expect(loadConfig({}, env, { port: 3 })).toMatchObject({ port: 3, home: undefined, logFormat: "pretty" });
  });
});

describe("a wrong or unknown value", () => {
  const refusal = (...given: Parameters<typeof loadConfig>): string => {
    try {
      loadConfig(...given);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
    throw new Error("it was taken");
  };

  test.each<[string, Parameters<typeof loadConfig>, string]>([
    ["a flag", [{ port: "http" }, {}], "--port must be a number"],
    ["an empty flag", [{ port: "" }, {}], "--port must be a number"],
    ["a flag of two words", [{ logLevel: "loud" }, {}], "--log-level must be trace, debug, info,"],
    ["a variable", [{}, { CLEW_PORT: "70000" }], "CLEW_PORT must be at most 65535"],
    ["a blank variable", [{}, { CLEW_PORT: " " }], "CLEW_PORT must be a number"],
    ["a fraction", [{}, { THINK_MAX_THOUGHTS: "1.5" }], "THINK_MAX_THOUGHTS must be a whole number"],
    [
      "hosts with blanks",
      [{}, { CLEW_NOTEBOOK_ALLOW_NET: "a.org, b.org" }],
      "CLEW_NOTEBOOK_ALLOW_NET must be",
    ],
    ["a switch", [{}, { CLEW_NOTEBOOK_INSTALL: "yes" }], "CLEW_NOTEBOOK_INSTALL must be on or off"],
    ["a setting in the file", [{}, {}, { toolNames: "x" }], "'toolNames' in the configuration file must be"],
    ["a null in the file", [{}, {}, { port: null }], "'port' in the configuration file must be a number"],
    [
      "an unknown variable",
      [{}, { CLEW_PROT: "1" }],
      "CLEW_PROT is not a setting. Known settings: CLEW_HOME,",
    ],
    [
      "an unknown name",
      [{}, {}, { prot: 1 }],
      "'prot' in the configuration file is not a setting. Known settings: home,",
    ],
    [
      "a name every object has",
      [{}, {}, { toString: 1 }],
      "'toString' in the configuration file is not a setting",
    ],
  ])("[G2] refuses %s with its name", (_, given, beginning) => {
    const message = refusal(...given);
    expect(message.slice(0, beginning.length)).toBe(beginning);
    expect(message).not.toContain("\n");
  });

  test("[G2] variables of other programs are ignored", () => {
    expect(loadConfig({}, { PATH: "/bin", CLEWLESS: "x" })).toMatchObject({ port: 4747 });
  });

  test("[G5] variables that Kubernetes sets for a Service called clew are ignored", () => {
    const links = (prefix: string) => ({
      [`${prefix}_SERVICE_HOST`]: "10.0.0.1",
      [`${prefix}_SERVICE_PORT`]: "80",
      [`${prefix}_SERVICE_PORT_HTTP`]: "80",
      [`${prefix}_PORT`]: "tcp://10.0.0.1:80",
      [`${prefix}_PORT_80_TCP`]: "tcp://10.0.0.1:80",
      [`${prefix}_PORT_80_TCP_PROTO`]: "tcp",
      [`${prefix}_PORT_80_TCP_PORT`]: "80",
      [`${prefix}_PORT_80_TCP_ADDR`]: "10.0.0.1",
    });
    const env = { ...links("CLEW"), ...links("CLEW_SERVER") };
    expect(loadConfig({}, env, { port: 3 })).toMatchObject({ port: 3 });
    expect(refusal({}, { CLEW_PORT: "http://10.0.0.1" })).toContain("CLEW_PORT must be a number");
    expect(refusal({}, { CLEW_SERVER_PORT: "80" })).toContain("CLEW_SERVER_PORT is not a setting");
  });

  test.each(["", "[1]", "null", "3", '"x"'])("[G2] refuses a configuration file of %j", (text) => {
    expect(() => parseConfigFile(text)).toThrow(/^config\.json in the data home /);
  });

  test("[G3] no secret appears in an error", () => {
    const secret = "sk-very-secret";
    const secrets = Object.entries<Setting>(settings).filter(([, setting]) => setting.secret);
    expect(secrets.length).toBeGreaterThan(0);
    for (const [name, { env = "" }] of secrets) {
      expect(refusal({}, {}, { [name]: [secret] })).not.toContain(secret);
      expect(refusal({}, { [env]: secret, CLEW_PORT: "x" })).not.toContain(secret);
    }
    expect(refusal({}, { CLEW_API_KEY: secret })).not.toContain(secret);
    for (const text of [
      `{"anthropicApiKey": ${secret}}`,
      `{"anthropicApiKey": "${secret}" "port": 1}`,
      secret,
    ])
      expect(() => parseConfigFile(text)).toThrow(/^(?!.*secret).*not valid JSON/);
  });
});
