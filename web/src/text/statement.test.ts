import { expect, test } from "vitest";
import { statementText } from "./statement.ts";

test("[WB46] a statement is one line without Markdown and without a label", () => {
  expect(statementText("Decision: take `drain` off, **at once**")).toBe("Take drain off, at once");
  expect(statementText("Goal:\nfind it")).toBe("Find it");
  expect(statementText("The decision: none")).toBe("The decision: none");
  expect(statementText("**Goal.** Find it.")).toBe("Find it.");
  expect(statementText("Next:")).toBe("Next:");
  expect(statementText("drop `a` and `b`")).toBe("drop a and b");
});
