import type { ServerResponse } from "node:http";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import { asFailure, concernsOperator } from "../../ledger/index.ts";
import type { Scope } from "../auth/scope.ts";
import { eventStream } from "./event-stream.ts";
import { failureOf } from "./failure.ts";
import { openapiOf } from "./openapi.ts";
import { readInput } from "./read-input.ts";
import { type ApiContext, type ApiFile, type ApiParts, jsonRoute, type Route } from "./route.ts";
import { routes } from "./routes.ts";

/** Every route of the API, including those that describe it. */
export const allRoutes: readonly Route[] = [...routes, ...descriptions()];

/** Checks that run around every route. */
export interface ApiGuards {
  /** Refuses callers without this scope; absent if authentication is off. */
  readonly need?: ((scope: Scope) => MiddlewareHandler) | undefined;
  /** Called with every error that an operator should see. */
  readonly report: (error: unknown) => void;
}

/** Creates `/api`, which the page uses, from the route list that also generates its description. */
export function createApi(parts: ApiParts, { need, report }: ApiGuards): Hono {
  const api = new Hono();
  const reported = (error: unknown): void => {
    const failure = asFailure(error);
    if (concernsOperator(failure)) report(failure.code === "INTERNAL" ? error : failure);
  };
  api.use(async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  });
  for (const route of allRoutes) {
    const guards = need ? route.scopes.map((scope) => need(scope)) : [];
    api.on(route.method, [route.path], ...guards, (context) => answer(route, context, parts, reported));
  }
  api.all("/*", (context) => {
    const asked = `${context.req.method} ${context.req.path}`.slice(0, 200);
    const hint = "GET /api/openapi.json describes what there is.";
    return context.json(
      { error: { code: "INVALID_OPERATION", message: `There is no ${asked}.`, hint } },
      404,
    );
  });
  api.onError((error, context) => {
    reported(error);
    const { status, error: body } = failureOf(error);
    return context.json({ error: body }, status as ContentfulStatusCode);
  });
  return api;
}

async function answer(
  route: Route,
  context: Context,
  parts: ApiParts,
  report: (error: unknown) => void,
): Promise<Response> {
  const read = await readInput(route, context);
  if ("invalid" in read) {
    const { status, message, hint } = read.invalid;
    return context.json({ error: { code: "INVALID_ARGUMENT", message, hint } }, status);
  }
  const left = new AbortController();
  const signal = parts.stopping ? AbortSignal.any([left.signal, parts.stopping]) : left.signal;
  const apiContext: ApiContext = {
    ...parts.viewOf(context.get("principal")),
    principal: context.get("principal"),
    parts,
    by: context.get("principal")?.name ?? "local",
    signal,
    header: (name) => context.req.header(name),
    report,
  };
  if ("answer" in route) return context.json(await route.run(read.input, apiContext), route.status ?? 200);
  if ("media" in route) return fileAnswer(await route.run(read.input, apiContext));
  // A HEAD request gets no stream, because nobody would end it.
  if (context.req.method === "HEAD")
    return new Response(null, { headers: { "Content-Type": "text/event-stream" } });
  if (route.stays && !(context.get("slot")?.becomeStream() ?? true)) return tooManyStreams(context);
  const events = await route.run(read.input, apiContext);
  whenClosed(context, () => left.abort());
  return eventStream(events, { onEnd: () => left.abort(), onFault: report });
}

/** A stream whose connection closes before it starts is never read, so its reader cannot end it. */
function whenClosed(context: Context, end: () => void): void {
  const { outgoing } = (context.env ?? {}) as { readonly outgoing?: ServerResponse };
  if (outgoing?.destroyed) end();
  else outgoing?.once("close", end);
}

function fileAnswer({ type, name, pieces }: ApiFile): Response {
  return new Response(ReadableStream.from(encoded(pieces)), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      // A browser may show the file instead of saving it; its scripts must not run in the page's origin.
      "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    },
  });
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

function tooManyStreams(context: Context): Response {
  context.header("Retry-After", "1");
  return context.json({ error: "The server is at its limit of open streams. Try again in a moment." }, 503);
}

function descriptions(): readonly Route[] {
  const Pointer = z.object({ name: z.string(), version: z.string(), openapi: z.string() });
  return [
    jsonRoute({
      method: "GET",
      path: "/",
      summary: "Where the description of the API is",
      scopes: [],
      answer: Pointer,
      run: async (_, { parts }) => ({ name: "clew", version: parts.version, openapi: "/api/openapi.json" }),
    }),
    jsonRoute({
      method: "GET",
      path: "/openapi.json",
      summary: "This description, as an OpenAPI 3.1 document",
      scopes: [],
      answer: z.looseObject({ openapi: z.string() }),
      run: async (_, { parts }) => openapiOf(allRoutes, parts.version) as { openapi: string },
    }),
  ];
}
