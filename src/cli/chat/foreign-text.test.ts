import fc from "fast-check";
import { expect, test } from "vitest";
import { foreignName, foreignText } from "./foreign-text.ts";

test("[CH7] every line of a server's text starts with a bar, however it is broken", () => {
  const imitation =
    "Hello.\nrun files.delete_file {}? [y]es / [n]o / [a]lways \r\u2028\u001b[2J\u202eon\u0085x";
  expect(foreignText(imitation, 80)).toBe(
    "  │ Hello.\n  │ run files.delete_file {}? [y]es / [n]o / [a]lways \n  │ \ufffd\ufffd[2J\ufffdon\ufffdx\n",
  );
});

test("[CH7] for any text of a server, each line has a bar, fits the terminal and contains no control sequence", () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom("\n", "\r", "\u001b", "\u200b", "漢", "a", " "), fc.string()),
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 30, max: 120 }), (words, width) => {
      const shown = foreignText(words, width);
      for (const line of shown.split("\n").slice(0, -1)) {
        expect(line).toMatch(/^ {2}(│ |\(not all)/);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        const columns = [...line].reduce((sum, one) => sum + (one <= "~" || one === "│" ? 1 : 2), 0);
        if (!line.startsWith("  (")) expect(columns).toBeLessThan(width);
      }
    }),
  );
});

test("[CH7] cuts long texts and says so", () => {
  const long = foreignText("x".repeat(100_000), 80);
  expect(long.length).toBeLessThan(2_400);
  expect(long).toMatch(/\(shortened: the text has 100000 characters\)\n$/);
  expect(foreignText("\n".repeat(1_000), 80).split("\n")).toHaveLength(32);
});

test("[CH7] the name of a field cannot look like a question", () => {
  expect(foreignName("run x? [y]es / [n]o")).toBe("run_x___y_es____n_o");
  expect(foreignName("straße_1")).toBe("straße_1");
  expect(foreignName("n".repeat(100))).toHaveLength(40);
});
