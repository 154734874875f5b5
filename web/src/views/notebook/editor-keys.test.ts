import { expect, test } from "vitest";
import { type Edit, indented, newLine, outdented, type Typing } from "./editor-keys.ts";

/** `|` stands where the choice begins and ends. */
function after(edit: (typing: Typing) => Edit, text: string): string {
  const start = text.indexOf("|");
  const end = text.lastIndexOf("|") - (text.lastIndexOf("|") === start ? 0 : 1);
  const value = text.replaceAll("|", "");
  const made = edit({ value, start, end });
  const whole = value.slice(0, made.from) + made.text + value.slice(made.to);
  const marked = `${whole.slice(0, made.end)}|${whole.slice(made.end)}`;
  return made.start === made.end ? marked : `${marked.slice(0, made.start)}|${marked.slice(made.start)}`;
}

test("[WB61] Tab moves in, Shift-Tab moves out, one line or all that are chosen", () => {
  expect(after(indented, "a|b")).toBe("a  |b");
  expect(after(indented, "x\n|a\n\nb|\ny")).toBe("x\n|  a\n\n  b|\ny");
  expect(after(outdented, "    a|")).toBe("  a|");
  expect(after(outdented, "  |a\n b\nc|")).toBe("|a\nb\nc|");
  expect(after(outdented, "a|")).toBe("a|");
});

test("[WB61] a new line begins where the last one did, further in after a bracket", () => {
  expect(after(newLine, "  a|")).toBe("  a\n  |");
  expect(after(newLine, "if (x) {|}")).toBe("if (x) {\n  |}");
  expect(after(newLine, "\tf(|")).toBe("\tf(\n\t  |");
});
