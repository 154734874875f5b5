import { expect, test } from "vitest";
import type { ConfigFormat } from "./format.ts";
import { jsonFormat } from "./json-format.ts";
import { planConnect, planRemove } from "./plan.ts";

const format = jsonFormat("mcpServers");
const entry = { command: "npx", args: ["-y", "clew", "mcp"] };
const url = "http://127.0.0.1:4747/mcp";
const other = '{"mcpServers": {"clew": {"command": "other"}}}';

test("[K6] a connected client needs no change, also with settings added by the user", () => {
  const text = format.put("{}", "clew", entry);
  expect(planConnect(format, text, "clew", entry)).toEqual({ kind: "none" });
  const own = text.replace('"command"', '"env": {"CLEW_HOME": "/x"},\n"command"');
  expect(planConnect(format, own, "clew", entry)).toEqual({ kind: "none" });
});

test("[K9] an entry that differs counts as a change of another server's entry", () => {
  expect(planConnect(format, other, "clew", entry).kind).toBe("foreign");
  expect(planRemove(format, other, "clew", entry, url).kind).toBe("foreign");
});

test("[K5] an entry that starts Clew in another way can be removed", () => {
  const text = format.put("{}", "clew", { command: "node", args: ["/x/clew.js", "mcp", "--tools", "think"] });
  expect(planRemove(format, text, "clew", entry, url)).toEqual({ kind: "change", text: "{}" });
  expect(planRemove(format, "{}", "clew", entry, url)).toEqual({ kind: "none" });
});

test("[K2] refuses an edit that would change anything else, and says what to do by hand", () => {
  const spoils: ConfigFormat = {
    ...format,
    put: (_text, name, wanted) => format.put('{"a": 2}', name, wanted),
    drop: () => "{",
  };
  expect(() => planConnect(spoils, '{"a": 1}', "clew", entry)).toThrow(
    'cannot be edited without other changes; add by hand: "mcpServers": {"clew": {"command": "npx", "args": ["-y", "clew", "mcp"]}}',
  );
  expect(() => planConnect({ ...format, put: (text) => text }, "{}", "clew", entry)).toThrow(
    "cannot be edited",
  );
  expect(() => planRemove({ ...format, drop: (text) => text }, other, "clew", entry, url)).toThrow(
    "cannot be edited",
  );
  expect(() => planRemove(spoils, other, "clew", entry, url)).toThrow('remove "clew" by hand');
});
