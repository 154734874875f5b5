import { expect, test } from "vitest";
import { snippetParts } from "./snippet-parts.ts";

const marked = (snippet: string, query: string) =>
  snippetParts(snippet, query)
    .map(({ text, isMatch }) => (isMatch ? `<${text}>` : text))
    .join("");

test("[WB10] matches are marked, and brackets of the thought stay", () => {
  expect(marked("…the [caches] were [ ] [cold], see [1] and a[0]", "cold cache")).toBe(
    "…the <caches> were [ ] <cold>, see [1] and a[0]",
  );
  expect(marked("[Café] [cafe latte] [x", "CAFE latte")).toBe("<Café> <cafe latte> [x");
  expect(marked("[[cache]] ]", "cache")).toBe("[<cache>] ]");
  expect(marked("", "x")).toBe("");
  expect(marked("the [queue] and [Buffers], [INFO] [link](x) list[index] [x]", "cache")).toBe(
    "the <queue> and <Buffers>, [INFO] [link](x) list[index] [x]",
  );
  expect(marked('{"answer":"The [cache] is cold.","confidence":0.8', "cache")).toBe("The <cache> is cold.");
  expect(marked("see [the docs](https://x.test/a_b) of [cache]", "cache")).toBe("see the docs of <cache>");
  expect(marked("two changes:\n- the [cold]\n  * one\n## Next - 2\n> a", "cold")).toBe(
    "two changes:\nthe <cold>\none\nNext - 2\na",
  );
  expect(marked("a **[cold]** `start` | | 1 |---|---| 2", "cold")).toBe("a <cold> start 1 2");
});
