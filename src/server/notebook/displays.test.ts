import { describe, expect, test } from "vitest";
import { type Output, TABLE } from "../../notebook/output.ts";
import { displayContent, displayContents } from "./displays.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n and the rest of it", "latin1").toString("base64");
const display = (data: Record<string, string>, result?: true): Output => ({
  type: "display",
  data,
  ...(result && { result }),
});
const show = (...outputs: Output[]) => displayContent("nb 1", "cell-1", outputs);
const uri = (place: number) => `thoughtbox://notebooks/nb%201/cells/cell-1/display/${place}`;

describe("displays as content", () => {
  test("[J13] sends images as images, SVG, HTML and Markdown as resources, JSON and tables as text", () => {
    const shown = show(
      { type: "stream", name: "stdout", text: "x" },
      display({ "text/plain": "a picture", "image/png": `${PNG.slice(0, 9)}\n${PNG.slice(9)}` }),
      display({ "image/svg+xml": "<svg/>" }),
      display({ "text/html": "<b>x</b>" }),
      display({ "text/markdown": "*x*", "text/html": "<i>x</i>" }),
      display({ "application/json": '{"a":1}' }),
      display({ [TABLE]: '{"data":[{"a":1}]}', "text/html": "<table>" }),
      display({ "text/plain": "plain" }),
    );
    expect(shown.embedded).toEqual([
      { mimeType: "image/png", data: PNG },
      { uri: uri(2), mimeType: "image/svg+xml", text: "<svg/>" },
      { uri: uri(3), mimeType: "text/html", text: "<b>x</b>" },
      { uri: uri(4), mimeType: "text/markdown", text: "*x*" },
      { text: '{"a":1}' },
      { text: "| a |\n| --- |\n| 1 |" },
      { text: "plain" },
    ]);
    expect(shown.displays.map((one) => one.mimeType)).toEqual([
      "image/png",
      "image/svg+xml",
      "text/html",
      "text/markdown",
      "application/json",
      TABLE,
      "text/plain",
    ]);
    expect(shown.displays[1]).toEqual({ mimeType: "image/svg+xml", uri: uri(2) });
  });

  test("[J13] does not repeat the cell's value, but shows its image", () => {
    expect(show(display({ "text/plain": "7" }, true), display({ "application/json": "[]" }, true))).toEqual({
      embedded: [],
      displays: [],
    });
    expect(show(display({ "text/plain": "chart", "image/png": PNG }, true)).embedded).toHaveLength(1);
  });

  test.each([
    ["image/png", "not base64 at all"],
    ["image/png", Buffer.from("GIF89a").toString("base64")],
    ["image/jpeg", PNG],
    ["image/webp", ""],
  ])("[J13] replaces what only claims to be %s by a line of text (%j)", (mimeType, text) => {
    const { embedded } = show(display({ [mimeType]: text }));
    expect(embedded).toEqual([{ text: `A display was left out: it is not a valid ${mimeType} in base64.` }]);
    expect(displayContents([display({ [mimeType]: text })], 1)).toBeUndefined();
  });

  test("[J13] replaces an oversized one by a line that says where it is", () => {
    const large = Buffer.concat([Buffer.from(PNG, "base64"), Buffer.alloc(1024 * 1024)]).toString("base64");
    for (const data of [{ "image/png": large }, { "text/html": "x".repeat(1024 * 1024 + 1) }] as Record<
      string,
      string
    >[])
      expect(show(display(data)).embedded).toEqual([
        { text: expect.stringMatching(`left out: .* too many here. Read it at ${uri(1)}`) },
      ]);
  });

  test("[J13] all together stay within 4 MiB", () => {
    const html = display({ "text/html": "x".repeat(1024 * 1024) });
    const { embedded, displays } = show(html, html, html, html, html);
    expect(embedded.map((part) => "uri" in part)).toEqual([true, true, true, false, false]);
    expect(displays).toHaveLength(5);
  });

  test("[J13] each can be read by its index", () => {
    const outputs = [display({ "image/png": PNG }), display({ "text/plain": "a" })];
    expect(displayContents(outputs, 1)).toEqual({ mimeType: "image/png", blob: PNG });
    expect(displayContents(outputs, 2)).toEqual({ mimeType: "text/plain", text: "a" });
    for (const place of [0, 3, -1, 1.5, Number.NaN]) expect(displayContents(outputs, place)).toBeUndefined();
  });

  test("[J13] skips a bundle of unknown media types", () => {
    expect(show(display({ "x/y": "z" }), display({}))).toEqual({ embedded: [], displays: [] });
  });
});
