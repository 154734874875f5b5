import { expect, test } from "vitest";
import { checkValue } from "./check-value.ts";

const fits = (schema: unknown, value: unknown) => checkValue(schema, value).fits;

test.each<[schema: object | boolean, good: unknown[], bad: unknown[]]>([
  [{ type: "string" }, ["", "a"], [1, null, [], {}]],
  [{ type: ["integer", "null"] }, [1, null, 2.0], [1.5, "1"]],
  [
    { type: "object", required: ["a"], properties: { a: { type: "number" } } },
    [{ a: 1 }, { a: 1, b: 2 }],
    [{}, { a: "1" }, []],
  ],
  [{ properties: { a: true }, additionalProperties: false }, [{}, { a: 1 }, "text"], [{ b: 1 }]],
  [{ additionalProperties: { type: "string" } }, [{ a: "x" }], [{ a: 1 }]],
  [{ items: { type: "number" }, minItems: 1, maxItems: 2 }, [[1], [1, 2], "x"], [[], [1, 2, 3], ["1"]]],
  [{ prefixItems: [{ type: "number" }], items: { type: "string" } }, [[1, "a"], []], [["a"], [1, 2]]],
  [
    { uniqueItems: true },
    [[1, "1", { a: 1, b: 2 }]],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  [{ enum: [1, "a", { x: [1] }, null] }, [1, "a", { x: [1] }, null], [2, "b", { x: [2] }]],
  [{ const: { a: 1 } }, [{ a: 1 }], [{ a: 2 }, {}]],
  [{ minimum: 1, exclusiveMaximum: 3, multipleOf: 0.5 }, [1, 1.5, 2.5, "x"], [0, 3, 1.2]],
  [{ minLength: 2, maxLength: 3 }, ["ab", "😀😀", 1], ["a", "abcd"]],
  [{ minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 1 }]],
  [{ allOf: [{ type: "number" }, { minimum: 2 }] }, [2], [1, "2"]],
  [{ anyOf: [{ type: "number" }, { type: "null" }] }, [2, null], ["2"]],
  [{ oneOf: [{ minimum: 2 }, { maximum: 4 }] }, [1, 5], [3]],
  [{ not: { type: "string" } }, [1], ["a"]],
  [
    JSON.parse('{"if": {"type": "number"}, "then": {"minimum": 2}, "else": {"type": "string"}}'),
    [2, "a"],
    [1, null],
  ],
  [{ $ref: "#/$defs/a", $defs: { a: { type: "number" } } }, [1], ["1"]],
  [
    { type: "object", properties: { next: { $ref: "#" } } },
    [{ next: { next: {} } }],
    [{ next: { next: 1 } }],
  ],
  [{ propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
  [true, [1], []],
  [false, [], [1]],
])("[HC11] %j accepts only matching values", (schema, good, bad) => {
  expect(good.filter((value) => !fits(schema, value))).toEqual([]);
  expect(bad.filter((value) => fits(schema, value))).toEqual([]);
});

test.each<[schema: object, values: unknown[]]>([
  [{ pattern: "^(a+)+$" }, ["aaa!", "a"]],
  [{ pattern: "(" }, ["a"]],
  [{ pattern: "\\p{Nope}" }, ["a"]],
  [{ not: { pattern: "^a" } }, ["a", "b"]],
  [{ format: "email" }, ["no address"]],
  [{ patternProperties: { "^(a+)+$": { type: "number" } }, additionalProperties: false }, [{ aaa: "x" }]],
  [{ oneOf: [{ pattern: "a" }, { pattern: "b" }] }, ["ab"]],
  [JSON.parse('{"if": {"pattern": "a"}, "then": false}'), ["a", "b"]],
  [{ $ref: "https://example.com/schema.json" }, [1]],
  [{ $ref: "#/nowhere" }, [1]],
  [{ $ref: "#/__proto__/toString" }, [1]],
  [{ $dynamicRef: "#x" }, [1]],
  [{ $ref: "#" }, [1]],
  [{ allOf: [{ $ref: "#" }, { $ref: "#" }] }, [1]],
])(
  "[HC11] accepts what only a pattern, a format or a reference elsewhere could decide: %j",
  (schema, values) => {
    expect(values.filter((value) => !fits(schema, value))).toEqual([]);
  },
);

test("[HC11] treats a member called __proto__ like any other", () => {
  const schema = JSON.parse('{"properties": {"__proto__": {"type": "number"}}, "required": ["__proto__"]}');
  expect(fits(schema, JSON.parse('{"__proto__": 1}'))).toBe(true);
  expect(fits(schema, JSON.parse('{"__proto__": "x"}'))).toBe(false);
  expect(fits(schema, {})).toBe(false);
  expect(fits({ required: ["toString"] }, {})).toBe(false);
});

const doubled = { $defs: {} as Record<string, object>, $ref: "#/$defs/0" };
for (let at = 0; at < 40; at += 1) {
  const next = { $ref: `#/$defs/${at + 1}` };
  doubled.$defs[at] = { anyOf: [{ allOf: [next, next] }, { allOf: [next, next] }] };
}
doubled.$defs[40] = { type: "string" };

test.each<[what: string, schema: object, value: unknown]>([
  ["forms in forms in forms", doubled, 1],
  ["a reference to itself, twice", { anyOf: [{ $ref: "#" }, { $ref: "#" }] }, 1],
  [
    "a million items that must differ",
    { uniqueItems: true },
    Array.from({ length: 1_000_000 }, (_, at) => at),
  ],
  [
    "long texts that must differ",
    { uniqueItems: true },
    Array.from({ length: 200 }, () => "x".repeat(100_000)),
  ],
  [
    "a long list of values for many items",
    { items: { enum: Array.from({ length: 19_000 }, (_, at) => `${at}`) } },
    Array.from({ length: 100_000 }, () => "no"),
  ],
  [
    "a text of many characters",
    { items: { minLength: 1 } },
    Array.from({ length: 1_000 }, () => "x".repeat(90_000)),
  ],
  [
    "very many members",
    { propertyNames: { minLength: 1 }, additionalProperties: { type: "number" } },
    Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`m${at}`, 1])),
  ],
])("[HC12] checks %s within limits", (_, schema, value) => {
  const begun = process.cpuUsage();
  checkValue(schema, value);
  const { user, system } = process.cpuUsage(begun);
  // Quadratic work would take minutes.
  expect((user + system) / 1000).toBeLessThan(5_000);
});
