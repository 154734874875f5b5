import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogueOf } from "./catalogue.ts";
import { instructionsFor } from "./instructions.ts";
import { interleavedThinking } from "./prompts/interleaved-thinking.ts";

test("[FA16] the instructions say when to think and how to declare facts", () => {
  const text = instructionsFor(catalogueOf(["all"]));
  expect(text).toMatch(/before an irreversible step, when choosing between options, after a surprise/);
  expect(text).toContain("marks (decision, dead end, open, answered, next, outcome)");
  expect(text.length).toBeLessThan(800);
});

test("[FA16] the cipher, the cookbook, interleaved-thinking and every mental model use marks", async () => {
  const files = ["src/server/gateway/cipher.md", "src/server/resources/patterns-cookbook.md"];
  for (const file of files) expect(readFileSync(file, "utf8")).toMatch(/marks/);
  expect(await interleavedThinking.render({ task: "x" }, {} as never)).toMatch(/marks/);
  const models = globSync("src/models/catalogue/*.md");
  expect(models).toHaveLength(15);
  for (const file of models)
    expect(readFileSync(file, "utf8").split("## In the ledger")[1]).toMatch(
      /`(?:decision|dead end|open|answered|next|outcome): …/,
    );
});
