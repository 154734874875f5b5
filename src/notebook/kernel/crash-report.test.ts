import { expect, test } from "vitest";
import { hideCrashReport } from "./crash-report.ts";

const PANIC = `\n${"=".repeat(60)}\nDeno has panicked. This is a bug in Deno.\nArgs: ["/home/somebody/deno"]\n`;
const FATAL = "\n\n#\n# Fatal JavaScript out of memory: Reached heap limit\n#\n";

/** The output of a text that arrives in pieces, during and at the end. */
function outOf(pieces: readonly string[], lives: boolean) {
  const parts: string[] = [];
  const output = hideCrashReport((bytes) => parts.push(bytes.toString("latin1")));
  for (const piece of pieces) output.push(Buffer.from(piece, "latin1"));
  const during = parts.join("");
  const { cause } = output;
  output.end(lives);
  return { during, whole: parts.join(""), cause };
}

test.each([
  ["a panic", PANIC, undefined],
  [
    "a panic in the middle of garbage collection",
    `${PANIC}Invoke in DisallowJavascriptExecutionScope\n`,
    /settle/,
  ],
  ["an error of V8", FATAL, /memory/],
  [
    "an error of V8 that begins with collections",
    `\n<--- Last few GCs --->\n[2:0x5] 3 ms\n${FATAL}`,
    /memory/,
  ],
])("[Z3] removes the report of %s from the output of a dead process", (_, report, cause) => {
  for (const pieces of [[`so far${report}`], [..."so far", ...report]]) {
    const result = outOf(pieces, false);
    expect(result.whole).toMatch(/^so far\n+Deno failed here; its report about itself is left out\.\n$/);
    if (cause) expect(result.cause).toMatch(cause);
    else expect(result.cause).toBeUndefined();
  }
});

test("[Z3] keeps such a report if the cell printed it and the process lives", () => {
  expect(outOf([`a${PANIC}b`], true).whole).toBe(`a${PANIC}b`);
  const long = `${PANIC}${"x".repeat(70_000)}`;
  expect(outOf([long], false).whole).toBe(long);
});

test("[Z3] passes other output on unchanged", () => {
  const text = "# Fatal\n====\n<--- Last\n#\n# a heading\n";
  expect(outOf([text], false).during).toBe(text);
  expect(outOf(["#"], false)).toMatchObject({ during: "", whole: "#" });
});
