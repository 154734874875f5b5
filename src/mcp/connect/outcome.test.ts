import { expect, test } from "vitest";
import { cutOutcome, type ToolOutcome } from "./outcome.ts";

const text = (value: string) => ({ type: "text", text: value }) as const;

test("[HS4] leaves an answer within the limit unchanged", () => {
  const outcome: ToolOutcome = { content: [text("12345")], structured: { a: 1 }, isError: false };
  expect(cutOutcome(outcome, 10)).toBe(outcome);
});

test("[HS4] cuts a text over the limit and adds a note", () => {
  const outcome: ToolOutcome = { content: [text("abc"), text("defgh"), text("ij")], isError: true };
  expect(cutOutcome(outcome, 5)).toEqual({
    content: [
      text("abc"),
      text("de"),
      text(""),
      text("[The answer has 10 characters; the first 5 are above. Ask for less at once.]"),
    ],
    isError: true,
  });
});

test("[HS4] drops an image that does not fit", () => {
  const picture = { type: "image", data: "A".repeat(20), mimeType: "image/png" } as const;
  const { content } = cutOutcome({ content: [picture, text("x")], isError: false }, 10);
  expect(content.map(({ type }) => type)).toEqual(["text", "text"]);
});

test("[HS4] drops a structured value over the limit and adds a note", () => {
  const outcome = { content: [text("short")], structured: { list: "x".repeat(50) }, isError: false };
  expect(cutOutcome(outcome, 20)).toEqual({
    content: [
      text("short"),
      text("[Its structured value is too large and was left out. Ask for less at once.]"),
    ],
    isError: false,
  });
});

test("[HS4] does not cut a surrogate pair", () => {
  const { content } = cutOutcome({ content: [text("a😀b")], isError: false }, 2);
  expect(content[0]).toEqual(text("a"));
});
