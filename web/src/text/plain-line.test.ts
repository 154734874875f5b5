import { expect, test } from "vitest";
import { plainLine } from "./plain-line.ts";

test.each([
  ["as it is, with 2 * 3 and snake_case_name", "as it is, with 2 * 3 and snake_case_name"],
  ["about **40 MB an hour**, *perhaps* `less`", "about 40 MB an hour, perhaps less"],
  ["cut off in a **bold w", "cut off in a bold w"],
  ["# A title\n\n- one\n* two\n> three\n1. four", "A title one two three 1. four"],
  ["See [the log](https://example.com/a) and ![a picture](b.png).", "See the log and a picture."],
  ["Last night:\n```ts\nconst a = 1;\n```\nThen", "Last night: const a = 1; Then"],
  ["| | before | after |\n|---|:--:|---|\n| 4.12 | 204 M", "before after 4.12 204 M"],
  ["a\n---\nb", "a b"],
  ["", ""],
])("[WB31] %j in one line", (markdown, line) => {
  expect(plainLine(markdown)).toBe(line);
});
