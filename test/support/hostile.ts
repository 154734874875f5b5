import fc from "fast-check";

/** Argument names: those of tools, and those with a meaning in JavaScript. */
const names = [
  "thought",
  "session_id",
  "workflow_id",
  "sessionId",
  "thoughtNumber",
  "thought_number",
  "totalThoughts",
  "nextThoughtNeeded",
  "isRevision",
  "revisesThought",
  "branchFromThought",
  "branchId",
  "needsMoreThoughts",
  "includeGuide",
  "sessionTitle",
  "sessionTags",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "toJSON",
  "then",
];

/** Texts that no author would write. */
export const hostileTexts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "A thought",
    "\ud800",
    "a\udfffb",
    "__proto__",
    "constructor",
    "../../../../clew.db",
    "'; DROP TABLE thought; --",
    "\u001b[2J\u202e",
    "%00%n%s",
    'NEAR("a* OR {',
    "CON",
    "false",
    "-1",
    "1e400",
    "0x10",
  ),
  fc.constantFrom("x", "\u0000", "é", '"', "😀").map((letter) => letter.repeat(70_000)),
);

const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, -1, 2 ** 53, 2 ** 63, -(2 ** 63), Number.MAX_VALUE, Number.MIN_VALUE),
);

/** Nested objects or lists, deeper than any argument. */
const deep = fc.tuple(fc.integer({ min: 2, max: 3000 }), fc.boolean()).map(([depth, list]) => {
  const [open, close] = list ? ["[", "]"] : ['{"a":', "}"];
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
});

const valueJson = fc.oneof(
  { weight: 4, arbitrary: hostileTexts.map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: numbers.map((number) => JSON.stringify(number)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("null", "true", "false", "[]", "{}", '{"__proto__":{"polluted":1}}'),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: deep },
);

const nameJson = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: hostileTexts },
);

/** Arguments that no author would send, as JSON: a client's objects cannot have `__proto__` as an own key otherwise. */
const objectJson = fc
  .array(fc.tuple(nameJson, valueJson), { maxLength: 8 })
  .map((pairs) => `{${pairs.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`);

/** The input of a tool: its arguments and the `_meta` of the call. */
export interface Thrown {
  readonly arguments: Record<string, unknown>;
  readonly meta: Record<string, unknown>;
}

const metaJson = fc
  .array(
    fc.tuple(
      fc.constantFrom("workflow_id", "session_id", "clew/idempotencyKey", "__proto__", "x"),
      valueJson,
    ),
    { maxLength: 3 },
  )
  .map((pairs) => `{${pairs.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`);

/** Random and hostile calls. One in nine has a list or a string instead of its arguments. */
export const hostileCalls: fc.Arbitrary<Thrown> = fc
  .tuple(
    fc.oneof({ weight: 8, arbitrary: objectJson }, { weight: 1, arbitrary: valueJson }),
    fc.oneof({ weight: 2, arbitrary: fc.constant("{}") }, { weight: 1, arbitrary: metaJson }),
  )
  .map(([given, meta]) => ({ arguments: JSON.parse(given), meta: JSON.parse(meta) }));
