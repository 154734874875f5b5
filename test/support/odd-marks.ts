const nested = (depth: number): unknown => (depth === 0 ? "decision: deep" : [nested(depth - 1)]);

/** Arguments `marks` that no schema expects, with the marks that are read from them. */
export const ODD_MARKS: readonly (readonly [unknown, readonly string[]])[] = [
  [7, []],
  [{}, []],
  [":", []],
  [
    [["decision: x"], [[["open: y?"]]]],
    ["decision: x", "open: y?"],
  ],
  [nested(40), ["decision: deep"]],
  [{ kind: ["decision"], text: "x" }, ["decision: x"]],
  [{ decision: { text: { a: 1 } } }, []],
  [{ kind: "constructor", text: "x", toString: "y" }, []],
  [["__proto__: x", "decision:", "Entscheidung: x"], []],
  [["decision: \ud800 half"], ["decision: \ufffd half"]],
  ["\u200Bdecision\u200B: x", ["decision: x"]],
  ['["decision: x', ["decision: x"]],
  [JSON.stringify(JSON.stringify(["decision: twice"])), ["decision: twice"]],
  ["**Decision:** x\n### Next: y\n- [ ] next: z", ["decision: x", "next: y", "next: z"]],
  [[{ kind: "decision", text: "x", replaces: -1, reason: { a: 1 } }], ["decision: x"]],
  ["DEAD-END: x", ["dead end: x"]],
  [[null, "", [], "deadEnd: x"], ["dead end: x"]],
];
