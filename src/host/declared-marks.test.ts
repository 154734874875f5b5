import { expect, test } from "vitest";
import { declaredMarks } from "./declared-marks.ts";

test("[HS10] reads the lines of a message that declare facts", () => {
  const text = `I compared both.

decision: use a table because one server is enough
- **Dead end:** Redis because it is one more server
  next: measure it`;
  expect(declaredMarks(text)).toEqual([
    { kind: "decision", text: "use a table", reason: "one server is enough" },
    { kind: "dead_end", text: "Redis", reason: "it is one more server" },
    { kind: "next", text: "measure it" },
  ]);
});

test("[HS10] prose, code and other labels declare nothing", () => {
  const text = `The decision: we wait. Answer: 42
Note: open the door
\`\`\`yaml
next: 4
~~~
outcome: none
\`\`\`
    open: indented code
decision:
openness: yes`;
  expect(declaredMarks(text)).toEqual([]);
});
