import { expect, test } from "vitest";
import { childEnvironment, planServer } from "./plan.ts";

const host = { PATH: "/bin", LC_ALL: "C", LANG: "en", SECRET_KEY: "s3", TOKEN: "t0", EMPTY: undefined };

/** A variable as an entry names it. */
const named = (name: string) => `\${${name}}`;

test("[HC3] gives a child only the harmless variables of the host and its own", () => {
  expect(planServer("files", { command: "x", env: { LEVEL: "debug" } }, host)).toEqual({
    kind: "stdio",
    command: "x",
    args: [],
    env: { PATH: "/bin", LC_ALL: "C", LANG: "en", LEVEL: "debug" },
    cwd: undefined,
  });
});

test("[HC3] an entry's own variable wins over the host's", () => {
  expect(childEnvironment(host, { PATH: "/opt/bin" })).toMatchObject({ PATH: "/opt/bin" });
});

test("[HC3] ignores case and passes system variables on Windows", () => {
  const env = { Path: "C:\\bin", SystemRoot: "C:\\Windows", Secret: "s3", HOME: "h" };
  const { Secret: _, ...kept } = env;
  expect(childEnvironment(env, {}, "win32")).toEqual(kept);
  expect(childEnvironment(env, {}, "linux")).toEqual({ HOME: "h" });
});

test("[HC3] expands variables in every text of an entry", () => {
  const entry = {
    command: `${named("NODE:-node")}`,
    args: [`--token=${named("TOKEN")}`, "$TOKEN", `${named("")}`],
    env: { API: `Bearer ${named("TOKEN")}` },
    cwd: `${named("HOME_OF_IT:-/tmp")}/x`,
  };
  expect(planServer("a", entry, host)).toMatchObject({
    command: "node",
    args: ["--token=t0", "$TOKEN", `${named("")}`],
    env: { API: "Bearer t0" },
    cwd: "/tmp/x",
  });
  const remote = {
    url: `https://${named("PLACE:-example.test")}/mcp`,
    headers: { Authorization: `Bearer ${named("TOKEN")}` },
  };
  const plan = planServer("b", remote, host);
  expect(plan).toMatchObject({ kind: "http", headers: { Authorization: "Bearer t0" } });
  expect(plan.kind === "http" && plan.url.href).toBe("https://example.test/mcp");
});

test.each([
  [
    { command: "x", env: { A: `${named("NOT_SET")}` } },
    "mcpServers.a.env.A: the variable NOT_SET is not set",
  ],
  [{ command: "x", args: ["b", `${named("EMPTY")}`] }, "mcpServers.a.args.1: the variable EMPTY is not set"],
  [{ url: "example.test" }, "mcpServers.a.url: expected an address that begins with http:// or https://"],
  [{ url: "file:///etc" }, "mcpServers.a.url: expected an address that begins with http:// or https://"],
])("[HC6] names the field of %j that cannot be expanded", (entry, message) => {
  expect(() => planServer("a", entry, host)).toThrow(message);
});
