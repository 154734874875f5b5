import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ArgumentSchema, tolerate } from "./tolerate.ts";

const schema = {
  type: "object",
  properties: {
    thought: { type: "string" },
    thoughtNumber: { type: "integer" },
    confidence: { type: "number" },
    nextThoughtNeeded: { type: "boolean" },
    sessionTags: { type: "array", items: { type: "string" } },
    filter: { type: "object" },
  },
} satisfies ArgumentSchema;

const read = (raw: unknown) => tolerate(schema, raw);

describe("tolerant arguments", () => {
  test.each(["thoughtNumber", "thought_number", "thought-number", "ThoughtNumber", "THOUGHT_NUMBER"])(
    "[A1] %s is a spelling of thoughtNumber",
    (name) => {
      expect(read({ [name]: 3 })).toEqual({ value: { thoughtNumber: 3 }, warnings: [] });
    },
  );

  test("[A1] the exact name takes precedence over other spellings, unless it is empty", () => {
    expect(read({ thought_number: 1, thoughtNumber: 2 }).value).toEqual({ thoughtNumber: 2 });
    expect(read({ thought_number: 1, thoughtNumber: null }).value).toEqual({ thoughtNumber: 1 });
    expect(read({ thoughtNumber: null, thought_number: 1 }).value).toEqual({ thoughtNumber: 1 });
  });

  test.each([
    [{ thoughtNumber: "3" }, { thoughtNumber: 3 }],
    [{ thoughtNumber: " 3.0 " }, { thoughtNumber: 3 }],
    [{ confidence: "0.25" }, { confidence: 0.25 }],
    [{ nextThoughtNeeded: "false" }, { nextThoughtNeeded: false }],
    [{ nextThoughtNeeded: " True" }, { nextThoughtNeeded: true }],
    [{ nextThoughtNeeded: 0 }, { nextThoughtNeeded: false }],
    [{ thought: 42 }, { thought: "42" }],
    [{ thought: "half \ud83e" }, { thought: "half \ufffd" }],
    [{ filter: '{"limit":2}' }, { filter: { limit: 2 } }],
    [{ sessionTags: "a, b,,c" }, { sessionTags: ["a", "b", "c"] }],
    [{ sessionTags: '["a,b", 3]' }, { sessionTags: ["a,b", "3"] }],
    [{ sessionTags: "[draft], x" }, { sessionTags: ["[draft]", "x"] }],
    [{ thought: null, thoughtNumber: undefined, unknown: 1 }, {}],
  ])("[A1] %j is read as %j", (raw, value) => {
    expect(read(raw)).toEqual({ value, warnings: [] });
  });
});

describe("what cannot be read", () => {
  test.each([
    [{ thoughtNumber: "three" }, 'thoughtNumber was ignored: expected a whole number, got "three".'],
    [{ thought_number: 2.5 }, "thoughtNumber was ignored: expected a whole number, got 2.5."],
    [{ thoughtNumber: 1e300 }, "thoughtNumber was ignored: expected a whole number, got 1e+300."],
    [{ confidence: "" }, 'confidence was ignored: expected a number, got "".'],
    [{ nextThoughtNeeded: "maybe" }, 'nextThoughtNeeded was ignored: expected true or false, got "maybe".'],
    [{ nextThoughtNeeded: {} }, "nextThoughtNeeded was ignored: expected true or false, got an object."],
    [{ thought: ["a"] }, "thought was ignored: expected text, got a list."],
    [{ sessionTags: 7 }, "sessionTags was ignored: expected a list, got 7."],
    [{ filter: "{oops" }, 'filter was ignored: expected an object, got "{oops".'],
  ])("[A2] %j is left out with a warning that names the field", (raw, warning) => {
    expect(read(raw)).toEqual({ value: {}, warnings: [warning] });
  });

  test("[A2] an unreadable field affects no other field", () => {
    const { value, warnings } = read({
      thought: "kept",
      thoughtNumber: "x",
      sessionTags: 1,
      confidence: "1",
    });
    expect(value).toEqual({ thought: "kept", confidence: 1 });
    expect(warnings).toHaveLength(2);
  });

  test("[A2] a warning shows only the beginning of a long value", () => {
    const [warning] = read({ thoughtNumber: "x".repeat(100_000) }).warnings;
    expect(warning!.length).toBeLessThan(120);
  });
});

describe("hostile input", () => {
  const name = fc.constantFrom(
    ...Object.keys(schema.properties),
    ...["__proto__", "constructor", "prototype", "toString", "session_tags", ""],
  );
  const hostile = fc
    .array(fc.tuple(name, fc.oneof(fc.jsonValue(), fc.json(), fc.string())))
    .map((entries) => Object.fromEntries(entries));
  const types: Record<string, (value: unknown) => boolean> = {
    string: (value) => typeof value === "string",
    integer: Number.isSafeInteger,
    number: Number.isFinite,
    boolean: (value) => typeof value === "boolean",
    array: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
    object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  };

  test("[A3] every field has its declared type, and prototypes stay unchanged", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.jsonValue()), (raw) => {
        const { value } = read(raw);
        expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
        for (const [field, found] of Object.entries(value))
          expect(types[schema.properties[field as keyof typeof schema.properties].type]!(found)).toBe(true);
      }),
    );
    read(JSON.parse('{"__proto__":{"thought":"x"},"constructor":{"prototype":{"thought":"x"}}}'));
    expect(({} as Record<string, unknown>).thought).toBeUndefined();
    expect(read(JSON.parse('{"__proto__":{"thought":"x"}}')).value).toEqual({});
  });

  test("[A2] unreadable items of a list are left out with a warning", () => {
    const { value, warnings } = read({ sessionTags: ["a", {}, 3] });
    expect(value.sessionTags).toEqual(["a", "3"]);
    expect(warnings.join()).toContain("1 of sessionTags");
  });

  test("[A3] values of any depth and things that are not arguments do no harm", () => {
    const depth = 200_000;
    const deep = "[".repeat(depth) + "]".repeat(depth);
    expect(read({ thought: deep, sessionTags: deep }).value.thought).toBe(deep);
    let nested: unknown = 1;
    for (let level = 0; level < depth; level++) nested = [nested];
    expect(read({ thoughtNumber: nested, sessionTags: nested }).warnings).toHaveLength(2);
    for (const raw of [undefined, null, 3, "text", true, [1], Symbol("s")])
      expect(read(raw)).toEqual({ value: {}, warnings: [] });
  });
});
