import type { Context } from "hono";
import * as z from "zod";
import { readBody } from "../../mcp/http/read-body.ts";
import type { RouteFacts, RouteInput } from "./route.ts";

/** The largest accepted body. */
const MAX_BYTES = 4 << 20;

/** What is wrong with a request, and what to send instead. */
export interface InvalidRequest {
  readonly status: 400 | 413 | 415;
  readonly message: string;
  readonly hint: string;
}

type Fields = z.ZodObject;
type Read = { readonly value: Readonly<Record<string, unknown>> } | { readonly problem: string };

/** Reads the input of a route from a request, or returns what is wrong. */
export async function readInput(
  route: RouteFacts,
  context: Context,
): Promise<{ readonly input: RouteInput } | { readonly invalid: InvalidRequest }> {
  const address = `${route.method} /api${route.path}`;
  const refuse = (message: string, hint: string, status: InvalidRequest["status"] = 400) => ({
    invalid: { status, message, hint },
  });
  const params = readFields(route.params, context.req.param() as Record<string, string>, "part of the path");
  if ("problem" in params) return refuse(params.problem, `Address ${address} with an id from a list.`);
  const query = readFields(route.query, context.req.queries(), "parameter");
  if ("problem" in query) return refuse(query.problem, takes(address, "parameter", route.query));
  if (route.method === "GET") return { input: { params: params.value, query: query.value, body: {} } };
  const sent = await readJson(context.req.raw);
  if ("invalid" in sent) return sent;
  const body = readFields(route.body, sent.json, "field");
  if ("problem" in body) return refuse(body.problem, takes(address, "field", route.body));
  return { input: { params: params.value, query: query.value, body: body.value } };
}

function takes(address: string, what: string, fields: Fields | undefined): string {
  const names = Object.keys(fields?.shape ?? {});
  return names.length === 0
    ? `${address} takes no ${what}s: send none.`
    : `${address} takes the ${what}s ${names.join(", ")}; /api/openapi.json describes them.`;
}

/** The JSON of a request; an empty body counts as an empty object. A form on another site cannot send this content type. */
async function readJson(
  request: Request,
): Promise<{ readonly json: unknown } | { readonly invalid: InvalidRequest }> {
  const sent = await withoutEmptyBody(request);
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  // A form cannot send DELETE, and a script of another site needs a preflight request for it.
  if (sent === undefined && type === undefined && request.method === "DELETE") return { json: {} };
  if (type !== "application/json") {
    const hint = "Send Content-Type: application/json, also without a body.";
    const message = "A request that changes something must be JSON.";
    return { invalid: { status: 415, message, hint } };
  }
  if (sent === undefined) return { json: {} };
  const body = await readBody(sent, MAX_BYTES);
  if (!(body instanceof Response)) return body;
  const { error } = (await body.json()) as { readonly error: { readonly message: string } };
  const status = body.status === 413 ? 413 : 400;
  return { invalid: { status, message: error.message, hint: "Send one JSON object as the body." } };
}

/** The request, or undefined if its body is empty. The server gives every request a body that can be read. */
async function withoutEmptyBody(request: Request): Promise<Request | undefined> {
  const { headers } = request;
  if (headers.get("content-length") === "0") return undefined;
  if (headers.has("content-length") || headers.has("transfer-encoding")) return request;
  const text = await request.text();
  return text === "" ? undefined : new Request(request, { body: text });
}

function readFields(fields: Fields | undefined, sent: unknown, what: string): Read {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    return { problem: "The body must be a JSON object." };
  const shape: Readonly<Record<string, z.ZodType>> = fields?.shape ?? {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(shape, name)) return { problem: `Unknown ${what} '${clip(name)}'.` };
    const isText = what !== "field";
    if (isText && Array.isArray(value) && value.length > 1 && kindOf(shape[name]!) !== "array")
      return { problem: `${name} was sent ${value.length} times: send it once.` };
    values[name] = isText ? fromText([value].flat(), kindOf(shape[name]!)) : value;
  }
  if (!fields) return { value: values };
  const parsed = fields.safeParse(values);
  if (parsed.success) return { value: parsed.data };
  return { problem: parsed.error.issues.map((issue) => problemOf(issue, shape, values)).join(" ") };
}

/** The type of a schema inside `optional`, `default` and other wrappers. */
function kindOf(schema: z.ZodType): string {
  let at = schema as { readonly def: { readonly type: string; readonly innerType?: z.ZodType } };
  while (at.def.innerType) at = at.def.innerType as typeof at;
  return at.def.type;
}

/** Converts URL parameters to the schema's type. A malformed one stays a string, so that the schema rejects it. */
function fromText(texts: readonly unknown[], kind: string): unknown {
  if (kind === "array") return texts;
  const text = String(texts[0]);
  if (kind === "number") return /^-?\d{1,16}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}

function problemOf(
  issue: z.core.$ZodIssue,
  shape: Readonly<Record<string, z.ZodType>>,
  values: Readonly<Record<string, unknown>>,
): string {
  const name = String(issue.path[0]);
  if (values[name] === undefined) return `${name} is required.`;
  if (issue.code === "custom") return `${name}: ${issue.message}`;
  const value = typeof values[name] === "object" ? "this value" : `'${clip(String(values[name]))}'`;
  return `${name}: ${value} is not ${wordsFor(shape[name]!)}.`;
}

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

function wordsFor(schema: z.ZodType): string {
  return describeSchema(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
}

function describeSchema(schema: JsonSchema): string {
  const { type, enum: choices, minimum, maximum, maxLength, items, minItems, maxItems } = schema;
  if (choices) return `one of ${choices.join(", ")}`;
  const count = maxItems !== undefined && minItems === maxItems ? ` of ${maxItems} items` : "";
  if (items) return `a list${count}, each ${describeSchema(items)}`;
  if (type === "boolean") return "true or false";
  if (type === "string")
    return maxLength === undefined ? "a string" : `a string of at most ${maxLength} characters`;
  const number = type === "integer" ? "a whole number" : "a number";
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return most === undefined
    ? `${number} of ${minimum ?? 0} or more`
    : `${number} from ${minimum ?? 0} to ${most}`;
}

const clip = (text: string): string => text.slice(0, 100).toWellFormed();
