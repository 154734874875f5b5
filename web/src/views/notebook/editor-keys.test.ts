import { expect, test } from "vitest";
import { type Edit, indent, newLine, outdent, type Selection } from "./editor-keys.ts";

/** `|` marks the start and the end of the selection. */
function after(edit: (selection: Selection) => Edit, text: string): string {
  const start = text.indexOf("|");
  const end = text.lastIndexOf("|") - (text.lastIndexOf("|") === start ? 0 : 1);
  const value = text.replaceAll("|", "");
  const result = edit({ value, start, end });
  const whole = value.slice(0, result.from) + result.text + value.slice(result.to);
  const marked = `${whole.slice(0, result.end)}|${whole.slice(result.end)}`;
  return result.start === result.end
    ? marked
    : `${marked.slice(0, result.start)}|${marked.slice(result.start)}`;
}

test("[WB61] Tab indents and Shift-Tab outdents the selected lines", () => {
  expect(after(indent, "a|b")).toBe("a  |b");
  expect(after(indent, "x\n|a\n\nb|\ny")).toBe("x\n|  a\n\n  b|\ny");
  expect(after(outdent, "    a|")).toBe("  a|");
  expect(after(outdent, "  |a\n b\nc|")).toBe("|a\nb\nc|");
  expect(after(outdent, "a|")).toBe("a|");
});

test("[WB61] a new line keeps the indentation and increases it after a bracket", () => {
  expect(after(newLine, "  a|")).toBe("  a\n  |");
  expect(after(newLine, "if (x) {|}")).toBe("if (x) {\n  |}");
  expect(after(newLine, "\tf(|")).toBe("\tf(\n\t  |");
});
