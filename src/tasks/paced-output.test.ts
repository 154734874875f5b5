import { expect, test } from "vitest";
import { paceOutput } from "./paced-output.ts";

test("[JB12] sends output at once, then in batches; of very large output only the newest", async () => {
  const sent: string[] = [];
  const output = paceOutput((text) => sent.push(text));
  output.add("first");
  expect(sent).toEqual(["first"]);
  output.add("second ");
  output.add("third");
  expect(sent).toEqual(["first"]);
  await expect.poll(() => sent).toEqual(["first", "second third"]);
  output.add(`${"x".repeat(20_000)}end`);
  output.flush();
  expect(sent[2]).toMatch(/^… 3619 characters omitted …\nx+end$/);
  expect(sent[2]!.length).toBeLessThan(16_500);
});
