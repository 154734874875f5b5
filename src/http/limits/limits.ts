import type { ServerResponse } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { errorResponse, requestIdOf } from "../../mcp/http/error-response.ts";
import type { Activity } from "../idle-gc.ts";
import { createSlots, type Slot } from "./slots.ts";
import { createRate, type Rate } from "./token-bucket.ts";
import { type AddressOf, trustedProxies } from "./trusted-proxies.ts";

/** The limits of a server. */
export interface LimitRules {
  /** Messages per minute of one principal, or of one address without authentication; unlimited by default. */
  readonly perMinute?: number | undefined;
  /** Calls per minute of one principal, for tools with their own limit. */
  readonly toolsPerMinute?: Readonly<Record<string, number>>;
  /** Requests in flight. */
  readonly maxRequests: number;
  /** Open streams: clients that listen. */
  readonly maxStreams: number;
  /** The address that a request comes from; by default, the other end of its connection. */
  readonly addressOf?: AddressOf;
}

/** Enforces the limits of a server. */
export interface HttpLimits {
  /** Takes a slot for each request, or refuses it. Runs before authentication. */
  readonly enter: MiddlewareHandler;
  /** Counts each request of a principal. Runs after authentication. */
  readonly count: MiddlewareHandler;
  /** The refusal of messages to `/mcp`, before anything was done; undefined if they are allowed. */
  admit(context: Context, json: unknown): Promise<Response | undefined>;
  /** Refuses new requests from now on. */
  stop(): void;
  /** How many requests have started, and how many are in flight. */
  activity(): Activity;
  /** Resolves when every accepted request has been answered, or after this time. */
  answered(withinMs: number): Promise<void>;
}

declare module "hono" {
  interface ContextVariableMap {
    slot?: Slot;
  }
}

/** Health checks are not limited: they must work when the server is overloaded. */
const HEALTH = ["/healthz", "/readyz"];
const RETRY_SECONDS = 1;
const STOPPING = "The server is stopping. Try again in a moment.";
const FULL = "The server is at its limit of open requests. Try again in a moment.";

/** Creates a named rate limit. */
export type MakeRate = (perMinute: number, name: string) => Rate;

/** Creates the limits of one server. Its rates count this server only, unless `makeRate` shares them. */
export function createLimits(
  rules: LimitRules,
  makeRate: MakeRate = (perMinute) => createRate(perMinute),
): HttpLimits {
  const slots = createSlots({ requests: rules.maxRequests, streams: rules.maxStreams });
  const overall = rules.perMinute === undefined ? undefined : makeRate(rules.perMinute, "requests");
  const tools = new Map(
    Object.entries(rules.toolsPerMinute ?? {}).map(([tool, perMinute]) => [
      tool,
      makeRate(perMinute, `tool ${tool}`),
    ]),
  );
  const whoOf = keyFor(rules.addressOf ?? trustedProxies([]));
  let isStopping = false;

  return {
    async enter(context, next) {
      const { path, method } = context.req;
      if (HEALTH.includes(path) && !(isStopping && path === "/readyz")) return next();
      if (isStopping) return refuse(context, STOPPING);
      const slot = slots.enter(path === "/mcp" && method === "GET" ? "stream" : "request");
      if (!slot) return refuse(context, FULL);
      context.set("slot", slot);
      const outgoing = (context.env as { outgoing?: ServerResponse } | undefined)?.outgoing;
      // An answer may be a stream that continues after it started; only the connection knows its end.
      outgoing?.once("close", slot.leave);
      await next();
      if (!outgoing) slot.leave();
      if (isStopping) context.header("Connection", "close");
    },
    async count(context, next) {
      const wait = HEALTH.includes(context.req.path) ? 0 : ((await overall?.take(whoOf(context))) ?? 0);
      if (wait === 0) return next();
      context.header("Retry-After", String(wait));
      return context.json({ error: tooOften(wait) }, 429);
    },
    async admit(context, json) {
      const messages: readonly unknown[] = Array.isArray(json) ? json : [json];
      if (messages.some(listens) && !(context.get("slot")?.becomeStream() ?? true)) {
        return errorResponse(503, -32000, FULL, {
          id: requestIdOf(json),
          headers: { "Retry-After": String(RETRY_SECONDS) },
        });
      }
      const who = whoOf(context);
      let wait = messages.length > 1 ? ((await overall?.take(who, messages.length - 1)) ?? 0) : 0;
      if (tools.size > 0)
        for (const message of messages) wait ||= (await tools.get(calledTool(message))?.take(who)) ?? 0;
      if (wait === 0) return undefined;
      return errorResponse(429, -32000, tooOften(wait), {
        id: requestIdOf(json),
        headers: { "Retry-After": String(wait) },
      });
    },
    stop() {
      isStopping = true;
    },
    activity: () => ({ begun: slots.begun, underWay: slots.requests }),
    answered: (withinMs) => slots.answered(withinMs),
  };
}

function refuse(context: Context, error: string): Response {
  context.header("Retry-After", String(RETRY_SECONDS));
  // The request body stays unread, so the connection cannot be reused.
  context.header("Connection", "close");
  return context.json({ error }, 503);
}

/** Which principal or address a request counts for. */
function keyFor(addressOf: AddressOf): (context: Context) => string {
  return (context) => {
    const principal = context.get("principal");
    if (principal) return `principal ${principal.name}`;
    const { incoming } = (context.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
    return `address ${addressOf(incoming?.socket?.remoteAddress ?? "", context.req.header("x-forwarded-for"))}`;
  };
}

interface Message {
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown } | null;
}

const listens = (message: unknown): boolean => (message as Message | null)?.method === "subscriptions/listen";

/** The listed name of the tool that a message calls. */
function calledTool(message: unknown): string {
  const { method, params } = (message ?? {}) as Message;
  const name = method === "tools/call" ? params?.name : undefined;
  return typeof name === "string" ? name.replaceAll(".", "_") : "";
}

const tooOften = (wait: number): string =>
  `Too many requests: nothing was done. Try again in ${wait} second${wait === 1 ? "" : "s"}.`;
