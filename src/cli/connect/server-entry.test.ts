import { expect, test } from "vitest";
import { isClewEntry, isSameEntry } from "./server-entry.ts";

const stdio = { type: "stdio", command: "npx", args: ["-y", "clew", "mcp"] };
const bare = { command: "npx", args: ["-y", "clew", "mcp"] };
const http = { type: "http", url: "u" };

test.each([
  ["the same entry", stdio, stdio],
  ["an entry with settings of the user's own", { ...stdio, env: { CLEW_HOME: "/x" }, timeout: 5 }, stdio],
  ["an entry without the type that stdio has anyway", bare, stdio],
  ["an entry with the type that its client leaves out", stdio, bare],
  ["an address with its type", http, { url: "u" }],
  ["what `claude mcp add` writes", { ...stdio, env: {} }, stdio],
  ["an entry with more variables", { ...bare, env: { A: "1", B: "2" } }, { ...bare, env: { A: "1" } }],
  ["what `gemini mcp add` writes", { url: "u", type: "http" }, { httpUrl: "u" }],
])("[K6] %s counts as connected", (_, existing, wanted) => {
  expect(isSameEntry(existing, wanted)).toBe(true);
});

test.each([
  ["other arguments", { ...stdio, args: ["-y", "clew", "mcp", "--tools", "think"] }, stdio],
  ["another value of a variable", { ...bare, env: { A: "2" } }, { ...bare, env: { A: "1" } }],
  ["no token where one is wanted", http, { ...http, headers: { Authorization: "Bearer x" } }],
  ["a second transport", { ...bare, url: "u" }, bare],
  ["an address without the type that HTTP needs", { url: "u" }, http],
  ["another type", { type: "sse", url: "u" }, http],
  ["another key for the address", { url: "u" }, { httpUrl: "u" }],
  ["a value that is no entry", ["npx"], bare],
  ["nothing", undefined, bare],
])("[K9] %s does not count as connected", (_, existing, wanted) => {
  expect(isSameEntry(existing, wanted)).toBe(false);
});

test.each([
  [bare, true],
  [{ command: "cmd", args: ["/c", "npx", "-y", "clew@0.1.0", "mcp"] }, true],
  [{ command: "node", args: ["/home/ada/clew/bin/clew.js", "mcp", "--tools", "all"] }, true],
  [{ command: "C:\\tools\\clew.cmd", args: ["mcp"] }, true],
  [{ url: "http://h/mcp" }, true],
  [{ httpUrl: "http://h/mcp" }, true],
  [{ command: "npx", args: ["-y", "clewless", "mcp"] }, false],
  [{ command: "clew", args: ["serve"] }, false],
  [{ command: "clew" }, false],
  [{ url: "http://elsewhere/mcp" }, false],
  ["clew mcp", false],
])("[K5] recognizes %j as ours: %s", (entry, isOurs) => {
  expect(isClewEntry(entry, "http://h/mcp")).toBe(isOurs);
});
