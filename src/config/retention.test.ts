import { expect, test } from "vitest";
import { ConfigError, loadConfig } from "./load.ts";

const DAY = 86_400_000;
const read = (text: string) => loadConfig({}, { CLEW_RETENTION: text }).retention;

test("[LF18] retention rules have times for all sessions and for single projects", () => {
  expect(loadConfig({}, {}).retention).toBeUndefined();
  expect(read("archive=90d,delete=365d; billing: archive=2w ; research: never")).toEqual([
    { archiveAfter: 90 * DAY, deleteAfter: 365 * DAY },
    { project: "billing", archiveAfter: 14 * DAY },
    { project: "research" },
  ]);
  expect(read("delete 30")).toEqual([{ deleteAfter: 30 * DAY }]);
  expect(loadConfig({ retention: "archive=12h" }, {}).retention).toEqual([{ archiveAfter: DAY / 2 }]);
});

test("[LF19] refuses invalid retention rules", () => {
  for (const [text, says] of [
    ["delete=0d", "would delete every session"],
    ["archive=0", "would archive every session"],
    ["archive=30d,delete=30d", "delete later than it archives"],
    ["archive=30d; archive=20d", "one rule for all projects"],
    ["a: archive=30d; a: delete=40d", "one rule for project 'a'"],
    ["archive=30d,archive=40d", "archive at most once"],
    ["drop=30d", "'drop=30d' is not one"],
    ["archive=-1d", "is not one"],
    ["archive=soon", "is not one"],
    [";", "must have a rule"],
    ["x:", "is not one"],
  ] as const) {
    expect(() => read(text), text).toThrow(ConfigError);
    expect(() => read(text), text).toThrow(says);
  }
});
