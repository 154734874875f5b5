import * as z from "zod";
import type { Route } from "./route.ts";
import { ApiError } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document of these routes. */
export function openapiOf(routes: readonly Route[], version: string): Json {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = `/api${route.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Clew",
      version,
      description:
        "What the page talks to. Where tokens are needed, the gate answers 401 and 403, and the limits 429 and 503, with {error, error_description?}.",
    },
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
    security: [{}, { token: [] }],
  };
}

function operationOf(route: Route, schemas: Record<string, unknown>): Json {
  const named = (schema: z.ZodType, io: "input" | "output") => schemaOf(schema, io, schemas);
  return {
    operationId: operationId(route),
    summary: route.summary,
    "x-scopes": route.scopes,
    parameters: [
      ...parametersOf(route.params, "path", named),
      ...parametersOf(route.query, "query", named),
      ...("events" in route && route.stays
        ? [{ name: "Last-Event-ID", in: "header", required: false, schema: { type: "string" } }]
        : []),
    ],
    ...(route.body && {
      requestBody: {
        required: Object.values(route.body.shape).some((field) => !field.safeParse(undefined).success),
        content: { "application/json": { schema: named(route.body, "input") } },
      },
    }),
    responses: {
      [route.status ?? 200]: { description: "What was asked for", content: contentOf(route, named) },
      default: {
        description: "Why not",
        content: { "application/json": { schema: named(ApiError, "output") } },
      },
    },
  };
}

type Named = (schema: z.ZodType, io: "input" | "output") => Json;

function contentOf(route: Route, named: Named): Json {
  if ("answer" in route) return { "application/json": { schema: named(route.answer, "output") } };
  if ("media" in route)
    return Object.fromEntries(route.media.map((type) => [type, { schema: { type: "string" } }]));
  const events = Object.entries(route.events).map(([name, schema]) => ({
    title: name,
    ...named(schema, "output"),
  }));
  return { "text/event-stream": { schema: { type: "string" }, "x-events": events } };
}

function parametersOf(fields: z.ZodObject | undefined, where: "path" | "query", named: Named): Json[] {
  return Object.entries(fields?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = named(field as z.ZodType, "input");
    return {
      name,
      in: where,
      required: where === "path" || !(field as z.ZodType).safeParse(undefined).success,
      description,
      schema,
    };
  });
}

/** Converts a schema to JSON Schema; named schemas move to the document's components. */
function schemaOf(schema: z.ZodType, io: "input" | "output", schemas: Record<string, unknown>): Json {
  const { $defs = {}, $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  const text = JSON.stringify({ made, $defs }).replaceAll('"#/$defs/', '"#/components/schemas/');
  const moved = JSON.parse(text) as { readonly made: Json; readonly $defs: Readonly<Record<string, Json>> };
  for (const [name, { id: __, ...one }] of Object.entries(moved.$defs)) schemas[name] = one;
  const { id, ...rest } = moved.made;
  if (typeof id !== "string") return rest;
  schemas[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}

/** `GET /sessions/:id/thoughts` is `getSessionsIdThoughts`. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z]+/).filter((word) => word !== "");
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}
