import { Hono } from "hono";
import { Failure, type InvocationFilter, readTime } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import type { Principal } from "./auth/principal.ts";
import { failureAnswer } from "./failure-answer.ts";

/** What the calls of tools and models are read from. */
export type InvocationReader = Pick<Store, "invocations" | "invocation" | "invocationStats">;

/**
 * `/api/invocations`: the list, one by its id, and the figures; the same as `clew invocations … --json`, as far as
 * whoever asks may see them.
 */
export function invocationRoutes(
  readerFor: (principal: Principal | undefined) => InvocationReader,
  report: (error: unknown) => void,
): Hono {
  const routes = new Hono();
  routes.onError((error, context) => {
    if (!(error instanceof Failure)) report(error);
    return failureAnswer(context, error);
  });
  routes.use(async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  });
  routes.get("/", async (context) =>
    context.json(await readerFor(context.get("principal")).invocations(readFilter(context.req.queries()))),
  );
  routes.get("/stats", async (context) => {
    const { since, until } = readFilter(context.req.queries(), ["since", "until"]);
    const times = { ...(since && { since }), ...(until && { until }) };
    return context.json(await readerFor(context.get("principal")).invocationStats(times));
  });
  routes.get("/:id", async (context) => {
    const id = context.req.param("id");
    const found = await readerFor(context.get("principal")).invocation(id);
    if (!found) throw new Failure("INVOCATION_NOT_FOUND", { id: id.slice(0, 100) });
    return context.json(found);
  });
  return routes;
}

/** How each parameter of the list becomes a part of the filter. */
const PARAMETERS: Readonly<Record<string, (text: string) => InvocationFilter>> = {
  tool: (tool) => ({ tool }),
  session: (sessionId) => ({ sessionId }),
  failed: (text) => ({ success: choice("failed", text, ["true", "false"]) === "false" }),
  kind: (text) => ({ kind: choice("kind", text, ["tool", "model"]) }),
  since: (text) => ({ since: time("since", text) }),
  until: (text) => ({ until: time("until", text) }),
  before: (before) => ({ before }),
  limit: (text) => ({ limit: count("limit", text) }),
};

function readFilter(
  query: Readonly<Record<string, readonly string[]>>,
  known: readonly string[] = Object.keys(PARAMETERS),
): InvocationFilter {
  const parts = Object.entries(query).map(([name, texts]) => {
    if (!known.includes(name))
      throw invalid(`There is no parameter '${clip(name)}'. Send ${known.join(", ")}.`);
    if (texts.length !== 1) throw invalid(`${name} is given ${texts.length} times. Send it once.`);
    return PARAMETERS[name]!(texts[0]!);
  });
  return Object.assign({}, ...parts);
}

function choice<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw invalid(`${name}: '${clip(text)}' is not one of ${allowed.join(", ")}.`);
  return found;
}

function time(name: "since" | "until", text: string): string {
  const read = readTime(text, name);
  if (read === undefined)
    throw invalid(`${name}: '${clip(text)}' is no time. Send 2026-11-15 or 2026-11-15T10:00:00Z.`);
  return read;
}

function count(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(number) || number < 1)
    throw invalid(`${name}: '${clip(text)}' is not a whole number of 1 or more.`);
  return number;
}

const clip = (text: string): string => text.slice(0, 100).toWellFormed();

const invalid = (problem: string) => new Failure("INVALID_ARGUMENT", { problem });
