import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failures } from "../../src/ledger/index.ts";
import { call } from "../support/call.ts";
import { type Connected, connectStdio } from "../support/connect.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const page = readFileSync("docs/reference/errors.md", "utf8");
const home = temporaryFolder();
let on: Connected;
let classic: Connected;
beforeAll(async () => {
  on = await connectStdio("2026-07-28", { home: home.path });
  classic = await connectStdio("2026-07-28", { home: home.path }, ["--tools", "classic"]);
});
afterAll(async () => {
  await on[Symbol.asyncDispose]();
  await classic[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

/** The answer to a blank thought by this tool, according to the page. */
const shown = (tool: string) => {
  const row = page
    .split("\n")
    .find((line) => /^\| [^|]*\| `.*` \|$/.test(line) && line.includes(`\`${tool}\``));
  return row!.split("| ")[2]!.trim().slice(1, -3);
};

const blank: readonly (readonly [string, object])[] = [
  ["think", { thought: " " }],
  ["thoughtbox", { thought: " " }],
  ["reasoning_linear", { content: " " }],
  ["reasoning", { operation: "tree", args: { content: " " } }],
];
test.each(blank)("[H8] %s refuses a blank thought in the words of the errors page", async (tool, given) => {
  const answer = await call(on.client, tool, { ...given });
  expect(answer).toMatchObject({
    isError: true,
    meta: { "clew/code": "THOUGHT_REQUIRED" },
    text: shown(tool),
  });
});

const wrong: readonly (readonly [string, object])[] = [
  ["thoughtbox_gateway", { operation: "no such" }],
  ["observability_gateway", { operation: "session_info", args: {} }],
];
test.each(wrong)("[H8] %s answers an error with a code that the errors page lists", async (tool, given) => {
  const answer = await call(on.client, tool, { ...given });
  const { error } = JSON.parse(answer.text);
  expect(answer.isError).toBe(true);
  expect(Object.keys(JSON.parse(shown(tool)).error)).toEqual(expect.arrayContaining(["code", "message"]));
  expect(error.code).toBe("INVALID_ARGS");
  expect(page).toContain("`INVALID_ARGS` for ");
  expect(failures).toHaveProperty(String(answer.meta["clew/code"]));
});

const others: readonly (readonly [string, object])[] = [
  ["export_reasoning_chain", { sessionId: "no-such-session" }],
  ["notebook", { operation: "get_cell", args: { cellId: "x" } }],
  ["mental_models", { operation: "get_model", args: { model: "no-such-model" } }],
  ["recall", { query: " " }],
  ["sequentialthinking", { thought: "a", thoughtNumber: -1, totalThoughts: 1, nextThoughtNeeded: true }],
];
test.each(others)(
  "[H8] an error of %s begins with its code, as the errors page says",
  async (tool, given) => {
    const answer = await call((tool === "sequentialthinking" ? classic : on).client, tool, { ...given });
    expect(shown(tool)).toMatch(/^THOUGHT_REQUIRED: /);
    expect(answer.isError).toBe(true);
    expect(answer.text.split(":")[0]).toBe(answer.meta["clew/code"]);
    expect(failures).toHaveProperty(String(answer.meta["clew/code"]));
  },
);

test("[H8] a critique without a model is noted with the code that the errors page names", async () => {
  const answer = await call(on.client, "thoughtbox", { thought: "Is it so?", critique: true });
  expect(answer).toMatchObject({
    isError: false,
    structured: { critiqueNote: expect.stringMatching(/^SAMPLING_UNAVAILABLE: /) },
  });
  expect(page).toContain("`SAMPLING_UNAVAILABLE`");
});
