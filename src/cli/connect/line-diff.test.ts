import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff } from "./line-diff.ts";

test("[K3] the kept and removed lines are the old text, the kept and added lines the new one", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const steps = lineDiff(before, after);
      expect(steps.filter(({ sign }) => sign !== "+").map((step) => before[step.before])).toEqual(before);
      expect(steps.filter(({ sign }) => sign !== "-").map((step) => after[step.after])).toEqual(after);
      for (const step of steps) if (step.sign === " ") expect(before[step.before]).toBe(after[step.after]);
    }),
  );
});

test("[K3] lines that are in both are kept, not removed and added again", () => {
  const signs = lineDiff(["x", "a", "b", "c", "y"], ["x", "b", "d", "c", "z", "y"]).map(({ sign }) => sign);
  expect(signs.join("")).toBe(" - + + ");
});

test("[K3] two long texts with nothing in common are compared without a huge table", () => {
  const many = (letter: string) => Array.from({ length: 3000 }, (_, index) => letter + index);
  const signs = lineDiff(many("a"), many("b")).map(({ sign }) => sign);
  expect(signs.join("")).toBe("-".repeat(3000) + "+".repeat(3000));
});
