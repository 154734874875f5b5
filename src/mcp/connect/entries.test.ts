import { expect, test } from "vitest";
import { readEntries } from "./entries.ts";

const problem = (value: unknown): string => {
  try {
    readEntries(value);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

test("[HC6] reads entries as in configuration files, with or without the wrapper", () => {
  const entries = {
    files: { command: "npx", args: ["-y", "server-files", "/data"], env: { LEVEL: "debug", PORT: 3000 } },
    remote: { type: "http", url: "https://example.test/mcp", headers: { "X-Team": "a" }, timeout: 5000 },
    off: { command: "x", disabled: true, alwaysAllow: ["read"], type: "stdio" },
  };
  const read = readEntries(entries);
  expect([...read.keys()]).toEqual(["files", "remote", "off"]);
  expect(read.get("files")).toEqual({ ...entries.files, env: { LEVEL: "debug", PORT: "3000" } });
  expect(read.get("off")).toEqual({ command: "x", disabled: true, type: "stdio" });
  expect(readEntries({ mcpServers: entries })).toEqual(read);
});

test.each([
  [{ files: { command: 7 } }, "mcpServers.files.command: "],
  [{ files: { command: "" } }, "mcpServers.files.command: "],
  [{ files: { command: "x", args: ["a", 2] } }, "mcpServers.files.args.1: "],
  [{ files: { command: "x", env: { A: {} } } }, "mcpServers.files.env.A: "],
  [{ files: { command: "x", timeout: "soon" } }, "mcpServers.files.timeout: "],
  [{ files: {} }, "mcpServers.files.command: missing"],
  [{ files: { type: "http" } }, "mcpServers.files.command: missing"],
  [{ files: { command: "x", type: "http" } }, "mcpServers.files.url: missing"],
  [{ files: { command: "x", url: "http://a" } }, "mcpServers.files.url: an entry has a command or a url"],
  [{ files: { url: "http://a", type: "sse" } }, "mcpServers.files.type: "],
  [{ files: null }, "mcpServers.files: "],
  [{ "": { command: "x" } }, "mcpServers"],
  [[], "mcpServers: "],
  [undefined, "mcpServers: "],
])("[HC6] names the invalid field of %j", (value, start) => {
  expect(problem(value)).toMatch(new RegExp(`^${start.replaceAll(".", "\\.")}`));
});

test("[HC6] lists every invalid field on its own line", () => {
  expect(problem({ a: { command: 1 }, b: { url: 2 } }).split("\n")).toEqual([
    expect.stringMatching(/^mcpServers\.a\.command: /),
    expect.stringMatching(/^mcpServers\.b\.url: /),
  ]);
});
