/** The value of a form field. */
export type FieldValue = string | number | boolean | readonly string[];

/** A field of a flat form, in JSON Schema. */
export interface FieldSchema {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly default?: unknown;
  readonly enum?: unknown;
  readonly oneOf?: unknown;
  readonly items?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly minLength?: unknown;
  readonly maxLength?: unknown;
  readonly minItems?: unknown;
  readonly maxItems?: unknown;
}

/** The user's input as a value, or what is wrong with it. */
export type ReadField = { readonly value: FieldValue } | { readonly problem: string };

/** Whether one line of text can fill in a field. */
export function isFlat({ type, items }: FieldSchema): boolean {
  if (type === "array") return choicesOf((items ?? {}) as FieldSchema) !== undefined;
  return typeof type === "string" && ["string", "number", "integer", "boolean"].includes(type);
}

/** The server's description of a field, and how to fill it in. */
export function fieldNotes(name: string, schema: FieldSchema, required: boolean): string {
  const title = typeof schema.title === "string" ? schema.title : name;
  const notes = [
    ...(typeof schema.description === "string" ? [schema.description] : []),
    ...(KINDS[String(schema.type)] ?? []),
    ...(choices(schema) ? [`one of ${choices(schema)?.join(", ")}`] : []),
    ...(schema.type === "array" ? ["separated by commas"] : []),
    ...(schema.default === undefined ? [] : [`Enter for ${JSON.stringify(schema.default)}`]),
    ...(schema.default === undefined && !required ? ["Enter to skip"] : []),
  ];
  return `${title}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`.slice(0, 400);
}

/** Reads the user's input for a field. */
export function readField(schema: FieldSchema, text: string): ReadField {
  const given = text.trim();
  switch (schema.type) {
    case "boolean":
      if (/^(y|yes|true)$/i.test(given)) return { value: true };
      if (/^(n|no|false)$/i.test(given)) return { value: false };
      return { problem: "write yes or no" };
    case "integer":
    case "number":
      return readNumber(schema, given);
    case "array":
      return readSeveral(schema, given);
    default:
      return readString(schema, text);
  }
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  boolean: ["yes or no"],
  integer: ["a whole number"],
  number: ["a number"],
};

function readNumber({ type, minimum, maximum }: FieldSchema, given: string): ReadField {
  const value = Number(given);
  if (given === "" || !Number.isFinite(value)) return { problem: "write a number" };
  if (type === "integer" && !Number.isInteger(value)) return { problem: "write a whole number" };
  if (typeof minimum === "number" && value < minimum) return { problem: `at least ${minimum}` };
  if (typeof maximum === "number" && value > maximum) return { problem: `at most ${maximum}` };
  return { value };
}

function readString(schema: FieldSchema, text: string): ReadField {
  const allowed = choices(schema);
  if (allowed && !allowed.includes(text.trim())) return { problem: `write one of ${allowed.join(", ")}` };
  const value = allowed ? text.trim() : text;
  const { minLength, maxLength } = schema;
  if (typeof minLength === "number" && value.length < minLength)
    return { problem: `at least ${minLength} characters` };
  if (typeof maxLength === "number" && value.length > maxLength)
    return { problem: `at most ${maxLength} characters` };
  return { value };
}

function readSeveral(schema: FieldSchema, given: string): ReadField {
  const allowed = choices(schema) ?? [];
  const value = given.split(",").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
  const wrong = value.find((one) => !allowed.includes(one));
  if (wrong !== undefined) return { problem: `'${wrong}' is not one of ${allowed.join(", ")}` };
  const { minItems, maxItems } = schema;
  if (typeof minItems === "number" && value.length < minItems)
    return { problem: `at least ${minItems} of them` };
  if (typeof maxItems === "number" && value.length > maxItems)
    return { problem: `at most ${maxItems} of them` };
  return { value };
}

function choices(schema: FieldSchema): readonly string[] | undefined {
  return choicesOf((schema.type === "array" ? (schema.items ?? {}) : schema) as FieldSchema);
}

/** The allowed values of a field, in either of the two schema forms. */
function choicesOf(schema: FieldSchema & { readonly anyOf?: unknown }): readonly string[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  const titled = schema.oneOf ?? schema.anyOf;
  return Array.isArray(titled)
    ? titled.map((one: { readonly const?: unknown }) => String(one?.const))
    : undefined;
}
