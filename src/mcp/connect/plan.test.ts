import { expect, test } from "vitest";
import { childEnvironment } from "./child-environment.ts";
import { planServer } from "./plan.ts";

const host = { PATH: "/bin", LC_ALL: "C", LANG: "en", SECRET_KEY: "s3", TOKEN: "t0", EMPTY: undefined };

/** A variable as an entry names it. */
const named = (name: string) => `\${${name}}`;

test("[HC3] a child gets the harmless variables of the host and its own, nothing else", () => {
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

test("[HC3] on Windows the names have no case and its own variables pass", () => {
  const env = { Path: "C:\\bin", SystemRoot: "C:\\Windows", Secret: "s3", HOME: "h" };
  const { Secret: _, ...kept } = env;
  expect(childEnvironment(env, {}, "win32")).toEqual(kept);
  expect(childEnvironment(env, {}, "linux")).toEqual({ HOME: "h" });
});

test("[HC3] a variable that the entry names is put in, wherever the entry has a text", () => {
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
  [{ url: "example.test" }, "mcpServers.a.url: this is no address that begins with http:// or https://"],
  [{ url: "file:///etc" }, "mcpServers.a.url: this is no address that begins with http:// or https://"],
])("[HC6] what cannot be put into %j is told at its field", (entry, message) => {
  expect(() => planServer("a", entry, host)).toThrow(message);
});
