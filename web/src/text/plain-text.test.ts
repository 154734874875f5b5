import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("[WB11] text that is not parsed yet shows no markup and keeps its lines", () => {
  expect(
    plainText("## Plan\n\n- **one** and `two`\n- [three](https://x.example)\n\n```ts\nlet a = 1;\n```"),
  ).toBe("Plan\n\n• one and two\n• three\n\nlet a = 1;\n");
  expect(plainText("a_b_c and 2 * 3 * 4")).toBe("a_b_c and 2 * 3 * 4");
});
