import { expect, test } from "vitest";
import { jsonAnswer } from "./json-answer.ts";

test("[WB44] a JSON answer is its text and its other fields", () => {
  expect(jsonAnswer('{"answer": "Use **it**.", "confidence": 0.9}')).toEqual({
    text: "Use **it**.",
    rest: { confidence: 0.9 },
  });
  expect(jsonAnswer('```json\n{"thought": "So."}\n```')).toEqual({ text: "So.", rest: undefined });
  expect(jsonAnswer("[1, 2]")).toEqual({ text: undefined, rest: [1, 2] });
  expect(jsonAnswer('{"steps": ["a"]}')).toEqual({ text: undefined, rest: { steps: ["a"] } });
  for (const text of ["plain", "{not json", "{}", "[]", 'See {"a": 1}', "[link](x)"])
    expect(jsonAnswer(text)).toBeUndefined();
});
