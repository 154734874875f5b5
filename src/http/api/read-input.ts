import type { Context } from "hono";
import * as z from "zod";
import { readBody } from "../../mcp/http/read-body.ts";
import type { RouteFacts, RouteInput } from "./route.ts";

/** The largest body that is read. */
const MAX_BYTES = 4 << 20;

/** Why a request is not understood, and what to send instead. */
export interface Misunderstood {
  readonly status: 400 | 413 | 415;
  readonly message: string;
  readonly hint: string;
}

type Fields = z.ZodObject;
type Read = { readonly value: Readonly<Record<string, unknown>> } | { readonly problem: string };

/** Reads what a request sends as its route wants it, or tells what is wrong. */
export async function readInput(
  route: RouteFacts,
  context: Context,
): Promise<{ readonly input: RouteInput } | { readonly misunderstood: Misunderstood }> {
  const address = `${route.method} /api${route.path}`;
  const refuse = (message: string, hint: string, status: Misunderstood["status"] = 400) => ({
    misunderstood: { status, message, hint },
  });
  const params = readFields(route.params, context.req.param() as Record<string, string>, "part of the path");
  if ("problem" in params) return refuse(params.problem, `Address ${address} with what a list answered.`);
  const query = readFields(route.query, context.req.queries(), "parameter");
  if ("problem" in query) return refuse(query.problem, takes(address, "parameter", route.query));
  if (route.method === "GET") return { input: { params: params.value, query: query.value, body: {} } };
  const sent = await readJson(context.req.raw);
  if ("misunderstood" in sent) return sent;
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

/** The JSON of a request; an empty body stands for an empty object. A form of another site cannot send this type. */
async function readJson(
  request: Request,
): Promise<{ readonly json: unknown } | { readonly misunderstood: Misunderstood }> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    const hint = "Send Content-Type: application/json, also without a body.";
    const message = "A request that changes something must be JSON.";
    return { misunderstood: { status: 415, message, hint } };
  }
  const { headers } = request;
  if (headers.get("content-length") === "0" || (!headers.has("content-length") && !request.body))
    return { json: {} };
  const body = await readBody(request, MAX_BYTES);
  if (!(body instanceof Response)) return body;
  const { error } = (await body.json()) as { readonly error: { readonly message: string } };
  const status = body.status === 413 ? 413 : 400;
  return { misunderstood: { status, message: error.message, hint: "Send one JSON object as the body." } };
}

function readFields(fields: Fields | undefined, sent: unknown, what: string): Read {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    return { problem: "The body is no JSON object." };
  const shape: Readonly<Record<string, z.ZodType>> = fields?.shape ?? {};
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(shape, name)) return { problem: `There is no ${what} '${clip(name)}'.` };
    const isText = what !== "field";
    if (isText && Array.isArray(value) && value.length > 1 && kindOf(shape[name]!) !== "array")
      return { problem: `${name} is given ${value.length} times: send it once.` };
    given[name] = isText ? fromText([value].flat(), kindOf(shape[name]!)) : value;
  }
  if (!fields) return { value: given };
  const parsed = fields.safeParse(given);
  if (parsed.success) return { value: parsed.data };
  return { problem: parsed.error.issues.map((issue) => problemOf(issue, shape, given)).join(" ") };
}

/** What a schema is about, whatever it is wrapped in. */
function kindOf(schema: z.ZodType): string {
  let at = schema as { readonly def: { readonly type: string; readonly innerType?: z.ZodType } };
  while (at.def.innerType) at = at.def.innerType as typeof at;
  return at.def.type;
}

/** Texts of an address as the schema's kind of value; one that is none stays a text, which the schema refuses. */
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
  given: Readonly<Record<string, unknown>>,
): string {
  const name = String(issue.path[0]);
  if (given[name] === undefined) return `${name} is missing.`;
  if (issue.code === "custom") return `${name}: ${issue.message}`;
  const value = typeof given[name] === "object" ? "what was sent" : `'${clip(String(given[name]))}'`;
  return `${name}: ${value} is not ${wordsFor(shape[name]!)}.`;
}

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
}

function wordsFor(schema: z.ZodType): string {
  return describeSchema(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
}

function describeSchema({ type, enum: choices, minimum, maximum, maxLength, items }: JsonSchema): string {
  if (choices) return `one of ${choices.join(", ")}`;
  if (items) return `a list of which each is ${describeSchema(items)}`;
  if (type === "boolean") return "true or false";
  if (type === "string") return maxLength === undefined ? "a text" : `a text of 1 to ${maxLength} letters`;
  const number = type === "integer" ? "a whole number" : "a number";
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return most === undefined
    ? `${number} of ${minimum ?? 0} or more`
    : `${number} from ${minimum ?? 0} to ${most}`;
}

const clip = (text: string): string => text.slice(0, 100).toWellFormed();
