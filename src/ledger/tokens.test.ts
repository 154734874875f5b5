import { globSync, readFileSync } from "node:fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { toListedTool } from "../mcp/schema.ts";
import { catalogueOf } from "../server/catalogue.ts";
import { estimateTokens } from "./tokens.ts";

const files = (pattern: string) =>
  globSync(pattern)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

test.each([
  ["the tool list", JSON.stringify(catalogueOf(["all"]).tools.map(toListedTool))],
  ["prose", files("src/server/**/*.md")],
  ["code", files("src/{ledger,mcp}/*.ts")],
])("[A5] the estimate for %s is within a quarter of what a tokenizer counts", (_, text) => {
  const counted = encode(text).length;
  expect(counted).toBeGreaterThan(500);
  expect(estimateTokens(text) / counted).toBeGreaterThan(0.75);
  expect(estimateTokens(text) / counted).toBeLessThan(1.25);
});
