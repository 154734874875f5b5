import { expect, test } from "vitest";
import { paceOutput } from "./paced-output.ts";

test("[JB12] what is printed comes at once, then together; of very much the newest comes", async () => {
  const passed: string[] = [];
  const output = paceOutput((text) => passed.push(text));
  output.add("first");
  expect(passed).toEqual(["first"]);
  output.add("second ");
  output.add("third");
  expect(passed).toEqual(["first"]);
  await expect.poll(() => passed).toEqual(["first", "second third"]);
  output.add(`${"x".repeat(20_000)}end`);
  output.flush();
  expect(passed[2]).toMatch(/^… 3619 letters left out …\nx+end$/);
  expect(passed[2]!.length).toBeLessThan(16_500);
});
