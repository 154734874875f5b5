/** A JSON Schema, as far as tools use it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly additionalProperties?: unknown;
}

/** Keywords of OpenAI's strict mode. */
const STRICT_KEYWORDS = new Set(
  "type properties required items enum const additionalProperties description title anyOf $ref $defs pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems".split(
    " ",
  ),
);

/** Fields of the Gemini API's `Schema`, a part of OpenAPI 3.0. */
const GEMINI_KEYWORDS = new Set(
  "type properties required items enum description title format nullable minItems maxItems minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default minimum maximum".split(
    " ",
  ),
);

const STRICT_DEPTH = 10;
const STRICT_PROPERTIES = 5_000;

/** What keeps a schema from OpenAI's strict mode as it is, by path; empty when nothing does. */
export function strictProblems(schema: Schema): string[] {
  const problems: string[] = [];
  let count = 0;
  walk(schema, (at, path, depth) => {
    const odd = Object.keys(at).filter((keyword) => !STRICT_KEYWORDS.has(keyword));
    if (odd.length > 0) problems.push(`${path}: keywords ${odd.join(", ")}`);
    if (at.type === undefined && at.enum === undefined) problems.push(`${path}: no type`);
    if (at.type === "array" && at.items === undefined) problems.push(`${path}: a list without items`);
    if (depth > STRICT_DEPTH) problems.push(`${path}: nested over ${STRICT_DEPTH} levels`);
    if (at.type !== "object") return;
    const names = Object.keys(at.properties ?? {});
    count += names.length;
    const optional = names.filter((name) => !at.required?.includes(name));
    if (optional.length > 0) problems.push(`${path}: optional ${optional.join(", ")}`);
    if (at.additionalProperties !== false) problems.push(`${path}: further members are allowed`);
  });
  if (count > STRICT_PROPERTIES) problems.push(`root: over ${STRICT_PROPERTIES} properties`);
  return problems;
}

/** The same schema as clients send it in strict mode: optional members are required and may be null, no others allowed. */
export function strictForm(schema: Schema): Schema {
  if (schema.type === "object") {
    const properties = Object.entries(schema.properties ?? {}).map(([name, member]) => {
      const form = strictForm(member);
      const isNeeded = schema.required?.includes(name) || typeof form.type !== "string";
      return [name, isNeeded ? form : { ...form, type: [form.type, "null"] }] as const;
    });
    return {
      ...schema,
      properties: Object.fromEntries(properties),
      required: properties.map(([name]) => name),
      additionalProperties: false,
    };
  }
  return schema.items ? { ...schema, items: strictForm(schema.items) } : schema;
}

/** What keeps a schema from a Gemini function declaration, by path; empty when nothing does. */
export function geminiProblems(schema: Schema): string[] {
  const problems: string[] = [];
  walk(schema, (at, path) => {
    const odd = Object.keys(at).filter((keyword) => !GEMINI_KEYWORDS.has(keyword));
    if (odd.length > 0) problems.push(`${path}: keywords ${odd.join(", ")}`);
    if (typeof at.type !== "string") problems.push(`${path}: not one type`);
    if (at.type === "object" && Object.keys(at.properties ?? {}).length === 0)
      problems.push(`${path}: an object without properties`);
    if (at.type === "array" && at.items === undefined) problems.push(`${path}: a list without items`);
    if (
      at.enum &&
      (at.type !== "string" || at.enum.some((value) => typeof value !== "string" || value === ""))
    )
      problems.push(`${path}: an enum of other than texts`);
    const unknown = (at.required ?? []).filter((name) => !Object.hasOwn(at.properties ?? {}, name));
    if (unknown.length > 0) problems.push(`${path}: requires ${unknown.join(", ")}, which it does not have`);
  });
  return problems;
}

function walk(
  schema: Schema,
  visit: (at: Schema, path: string, depth: number) => void,
  path = "root",
  depth = 0,
): void {
  visit(schema, path, depth);
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    walk(member, visit, path === "root" ? name : `${path}.${name}`, depth + 1);
  if (schema.items) walk(schema.items, visit, `${path}[]`, depth + 1);
}
