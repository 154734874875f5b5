import type { jsonSchemaValidator } from "@modelcontextprotocol/client";

/** Whether a value fits its schema. A check that exceeds its limits counts as fitting. */
export type CheckResult = { readonly fits: true } | { readonly fits: false; readonly problem: string };

/** The step limit of one check: about 20 milliseconds. */
const MAX_STEPS = 50_000;
/** The limit for nested schemas and values: a schema may refer to itself. */
const MAX_DEPTH = 100;
/** The characters of longer texts are not counted. */
const MAX_COUNTED_TEXT = 100_000;

/**
 * Checks a value against an untrusted JSON Schema, in a limited number of steps. Regular expressions of the schema are
 * never run: `pattern`, `patternProperties` and `format` are undecided, and so is a `$ref` outside the schema. The three
 * results (yes, no, undecided) keep this sound under `not` and `oneOf`.
 */
export function checkValue(schema: unknown, value: unknown): CheckResult {
  const context: Context = { root: schema, steps: MAX_STEPS, depth: 0, problem: undefined };
  if (check(context, schema, value, "") !== NO) return { fits: true };
  return { fits: false, problem: context.problem ?? "it does not match the schema" };
}

/** Replaces the SDK's validator, which compiles the schemas that servers send and runs their regular expressions. */
export const boundedValidator: jsonSchemaValidator = {
  getValidator<T>(schema: unknown) {
    return (input: unknown) => {
      const result = checkValue(schema, input);
      if (result.fits) return { valid: true, data: input as T, errorMessage: undefined };
      return { valid: false, data: undefined, errorMessage: result.problem };
    };
  },
};

type Verdict = -1 | 0 | 1;
const [NO, UNDECIDED, YES] = [-1, 0, 1] as const satisfies Verdict[];

interface Context {
  readonly root: unknown;
  steps: number;
  depth: number;
  /** The first problem. */
  problem: string | undefined;
}

type Schema = Readonly<Record<string, unknown>>;
type Keyword = (context: Context, schema: Schema, value: unknown, path: string) => Verdict;

function check(context: Context, schema: unknown, value: unknown, path: string): Verdict {
  context.steps -= 1;
  if (context.steps < 0 || context.depth > MAX_DEPTH) return UNDECIDED;
  if (schema === true) return YES;
  if (schema === false) return wrong(context, path, "no value is allowed here");
  if (!isObject(schema)) return UNDECIDED;
  context.depth += 1;
  let verdict: Verdict = YES;
  for (const keyword of KEYWORDS) {
    verdict = both(verdict, keyword(context, schema, value, path));
    if (verdict === NO) break;
  }
  context.depth -= 1;
  return verdict;
}

const KEYWORDS: readonly Keyword[] = [
  typeOf,
  choiceOf,
  numberRange,
  textLength,
  listOf,
  objectOf,
  combined,
  conditional,
  referred,
  undecidable,
];

function typeOf(context: Context, { type }: Schema, value: unknown, path: string): Verdict {
  if (type === undefined) return YES;
  const types = Array.isArray(type) ? type : [type];
  context.steps -= types.length;
  return types.some((one) => isOfType(one, value))
    ? YES
    : wrong(context, path, `it must be ${types.join(" or ")}`);
}

function isOfType(type: unknown, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isObject(value) : typeof value === type;
}

function choiceOf(context: Context, schema: Schema, value: unknown, path: string): Verdict {
  const choices = Object.hasOwn(schema, "const") ? [schema.const] : schema.enum;
  if (!Array.isArray(choices)) return YES;
  const allowed = choicesIn(context, choices);
  const actual = canonical(value, context);
  if (allowed === undefined || actual === undefined) return UNDECIDED;
  return allowed.has(actual) ? YES : wrong(context, path, "it is not one of the allowed values");
}

const sets = new WeakMap<object, ReadonlySet<string>>();

function choicesIn(context: Context, choices: readonly unknown[]): ReadonlySet<string> | undefined {
  const known = sets.get(choices);
  if (known) return known;
  const all = choices.map((choice) => canonical(choice, context));
  if (all.includes(undefined)) return;
  const set = new Set(all as string[]);
  sets.set(choices, set);
  return set;
}

function numberRange(context: Context, schema: Schema, value: unknown, path: string): Verdict {
  if (typeof value !== "number") return YES;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const fits =
    !(isNumber(minimum) && value < minimum) &&
    !(isNumber(maximum) && value > maximum) &&
    !(isNumber(exclusiveMinimum) && value <= exclusiveMinimum) &&
    !(isNumber(exclusiveMaximum) && value >= exclusiveMaximum);
  if (!fits) return wrong(context, path, "it is out of range");
  if (!isNumber(multipleOf) || multipleOf <= 0) return YES;
  const times = value / multipleOf;
  return Math.abs(times - Math.round(times)) < 1e-8
    ? YES
    : wrong(context, path, `it is not a multiple of ${multipleOf}`);
}

function textLength(
  context: Context,
  { minLength, maxLength }: Schema,
  value: unknown,
  path: string,
): Verdict {
  if (typeof value !== "string" || (minLength === undefined && maxLength === undefined)) return YES;
  if (value.length > MAX_COUNTED_TEXT) return UNDECIDED;
  context.steps -= value.length >> 6;
  let length = 0;
  for (const _ of value) length += 1;
  const fits = !(isNumber(minLength) && length < minLength) && !(isNumber(maxLength) && length > maxLength);
  return fits ? YES : wrong(context, path, `it has ${length} characters`);
}

function listOf(context: Context, schema: Schema, value: unknown, path: string): Verdict {
  if (!Array.isArray(value)) return YES;
  const { minItems, maxItems, uniqueItems, prefixItems, items, additionalItems, contains } = schema;
  if ((isNumber(minItems) && value.length < minItems) || (isNumber(maxItems) && value.length > maxItems))
    return wrong(context, path, `it has ${value.length} items`);
  const [first, rest] = Array.isArray(items) ? [items, additionalItems] : [asList(prefixItems), items];
  let verdict: Verdict = contains === undefined ? YES : UNDECIDED;
  for (let index = 0; index < value.length && verdict !== NO && context.steps >= 0; index += 1) {
    const member = index < first.length ? first[index] : rest;
    if (member === undefined) break;
    verdict = both(verdict, check(context, member, value[index], `${path}/${index}`));
  }
  if (uniqueItems !== true || verdict === NO) return context.steps < 0 ? UNDECIDED : verdict;
  return both(verdict, areUnique(context, value, path));
}

function areUnique(context: Context, items: readonly unknown[], path: string): Verdict {
  const seen = new Set<string>();
  for (const item of items) {
    const one = canonical(item, context);
    if (one === undefined) return UNDECIDED;
    if (seen.has(one)) return wrong(context, path, "two of its items are equal");
    seen.add(one);
  }
  return YES;
}

function objectOf(context: Context, schema: Schema, value: unknown, path: string): Verdict {
  if (!isObject(value)) return YES;
  const { required, properties, additionalProperties = true, patternProperties, propertyNames } = schema;
  const missing = asList(required).find((name) => !Object.hasOwn(value, String(name)));
  context.steps -= asList(required).length;
  if (missing !== undefined) return wrong(context, path, `'${String(missing).slice(0, 100)}' is missing`);
  const names = Object.keys(value);
  const { minProperties, maxProperties } = schema;
  if (
    (isNumber(minProperties) && names.length < minProperties) ||
    (isNumber(maxProperties) && names.length > maxProperties)
  )
    return wrong(context, path, `it has ${names.length} members`);
  const known = isObject(properties) ? properties : {};
  // Patterns are not run, so it is unknown which members they cover.
  let verdict: Verdict = patternProperties === undefined ? YES : UNDECIDED;
  for (const name of names) {
    if (verdict === NO || context.steps < 0) break;
    const memberPath = `${path}/${name.slice(0, 100)}`;
    if (propertyNames !== undefined) verdict = both(verdict, check(context, propertyNames, name, memberPath));
    if (Object.hasOwn(known, name))
      verdict = both(verdict, check(context, known[name], value[name], memberPath));
    else if (patternProperties === undefined && additionalProperties !== true)
      verdict = both(verdict, check(context, additionalProperties, value[name], memberPath));
    else context.steps -= 1;
  }
  return verdict !== NO && context.steps < 0 ? UNDECIDED : verdict;
}

function combined(
  context: Context,
  { allOf, anyOf, oneOf, not }: Schema,
  value: unknown,
  path: string,
): Verdict {
  let verdict: Verdict = YES;
  for (const one of asList(allOf)) {
    verdict = both(verdict, check(context, one, value, path));
    if (verdict === NO) return NO;
  }
  if (Array.isArray(anyOf)) verdict = both(verdict, countFits(context, anyOf, value, path, false));
  if (Array.isArray(oneOf)) verdict = both(verdict, countFits(context, oneOf, value, path, true));
  if (not === undefined) return verdict;
  const { problem } = context;
  const inner = check(context, not, value, path);
  context.problem = problem;
  if (inner === YES) return wrong(context, path, "it must not match the `not` schema");
  return both(verdict, inner === NO ? YES : UNDECIDED);
}

function countFits(
  context: Context,
  schemas: readonly unknown[],
  value: unknown,
  path: string,
  onlyOne: boolean,
): Verdict {
  const { problem } = context;
  let [fitting, undecided] = [0, 0];
  for (const one of schemas) {
    const verdict = check(context, one, value, path);
    if (verdict === YES) fitting += 1;
    if (verdict === UNDECIDED) undecided += 1;
    if ((!onlyOne && fitting > 0) || context.steps < 0) break;
  }
  context.problem = problem;
  if (context.steps < 0) return UNDECIDED;
  if (onlyOne && fitting > 1) return wrong(context, path, "it matches several schemas of `oneOf`");
  if (fitting > 0) return onlyOne && undecided > 0 ? UNDECIDED : YES;
  return undecided > 0 ? UNDECIDED : wrong(context, path, "it matches none of the allowed schemas");
}

function conditional(context: Context, schema: Schema, value: unknown, path: string): Verdict {
  if (schema.if === undefined) return YES;
  const { problem } = context;
  const condition = check(context, schema.if, value, path);
  context.problem = problem;
  if (condition === UNDECIDED) return UNDECIDED;
  const branch = condition === YES ? schema.then : schema.else;
  return branch === undefined ? YES : check(context, branch, value, path);
}

function referred(context: Context, { $ref }: Schema, value: unknown, path: string): Verdict {
  if ($ref === undefined) return YES;
  const target = typeof $ref === "string" ? targetOf(context, $ref) : undefined;
  return target === undefined ? UNDECIDED : check(context, target, value, path);
}

/** Resolves a `$ref` within the schema. Nothing is ever fetched. */
function targetOf(context: Context, pointer: string): unknown {
  if (pointer !== "#" && !pointer.startsWith("#/")) return;
  let target = context.root;
  for (const part of pointer.split("/").slice(1)) {
    context.steps -= 1;
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof target !== "object" || target === null || !Object.hasOwn(target, name)) return;
    target = (target as Schema)[name];
  }
  return target;
}

const UNDECIDABLE = [
  ...["$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems"],
  ...["dependentSchemas", "dependentRequired", "dependencies"],
];

function undecidable(_: Context, schema: Schema, value: unknown): Verdict {
  if (typeof value === "string" && (schema.pattern !== undefined || schema.format !== undefined))
    return UNDECIDED;
  return UNDECIDABLE.some((name) => Object.hasOwn(schema, name)) ? UNDECIDED : YES;
}

function both(a: Verdict, b: Verdict): Verdict {
  return Math.min(a, b) as Verdict;
}

function wrong(context: Context, path: string, problem: string): Verdict {
  context.problem ??= `${path === "" ? "the value" : path.slice(0, 200)}: ${problem.slice(0, 200)}`;
  return NO;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The same text for equal JSON values; undefined when the step budget runs out or the value is too deep. */
function canonical(value: unknown, budget: { steps: number }, depth = 0): string | undefined {
  budget.steps -= 1 + (typeof value === "string" ? value.length >> 8 : 0);
  if (budget.steps < 0 || depth > MAX_DEPTH) return;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  if (names.length > budget.steps) return;
  const parts: string[] = [];
  for (const name of Array.isArray(value) ? names : names.sort()) {
    const text = canonical((value as Record<string | number, unknown>)[name], budget, depth + 1);
    if (text === undefined) return;
    parts.push(typeof name === "number" ? text : `${JSON.stringify(name)}:${text}`);
  }
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`;
}
