import { expect, test } from "vitest";
import { toResult } from "./server-tools.ts";

const text = (words: string) => ({ type: "text", text: words });

test("[HS4] a model gets texts and images, and a note about everything else", () => {
  const { content, isError } = toResult({
    content: [
      { type: "text", text: "a" },
      { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" },
      { type: "audio", mimeType: "audio/wav", data: "UklGRg==" },
      { type: "resource", uri: "file:///notes.txt", text: "noted" },
      { type: "resource", uri: "file:///data.bin", mimeType: "application/zip", data: "UEs=" },
      { type: "link", uri: "file:///more.txt", name: "More", description: "All of it" },
    ],
    structured: { a: 1 },
    isError: false,
  });
  expect(isError).toBe(false);
  expect(content).toEqual([
    text("a"),
    { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" },
    text("[Audio (audio/wav), which cannot be shown here.]"),
    text("noted"),
    text("[file:///data.bin (application/zip), which cannot be shown here.]"),
    text("[file:///more.txt: More. All of it]"),
  ]);
});

test("[HS4] shows a structured value if an answer has no text", () => {
  const outcome = { content: [], structured: { sum: 5 }, isError: true };
  expect(toResult(outcome)).toEqual({ content: [text('{"sum":5}')], isError: true });
  expect(toResult({ content: [], isError: false })).toEqual({ content: [], isError: false });
});
