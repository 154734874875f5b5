import type { ServerResponse } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { errorResponse, requestIdOf } from "../../mcp/http/error-response.ts";
import type { Activity } from "../rest.ts";
import { createSlots, type Slot } from "./slots.ts";
import { createRate, type Rate } from "./token-bucket.ts";
import { type AddressOf, trustedProxies } from "./trusted-proxies.ts";

/** How much may be asked of a server. */
export interface LimitRules {
  /** Messages a minute of one principal, or of one address where there are none; no limit unless given. */
  readonly perMinute?: number | undefined;
  /** Calls a minute of one principal, for tools that have a limit of their own. */
  readonly toolsPerMinute?: Readonly<Record<string, number>>;
  /** Requests under way at once. */
  readonly maxRequests: number;
  /** Streams that stay open: clients that listen. */
  readonly maxStreams: number;
  /** The address that a request comes from; the other end of its connection unless given. */
  readonly addressOf?: AddressOf;
}

/** Holds requests to the rules, and stops when it is asked to. */
export interface Limits {
  /** Takes a place for each request, or refuses it; comes before it is known who asks. */
  readonly enter: MiddlewareHandler;
  /** Counts each request of a principal; comes after. */
  readonly count: MiddlewareHandler;
  /** Why messages to `/mcp` may not be sent now; nothing has been done yet. */
  admit(context: Context, json: unknown): Promise<Response | undefined>;
  /** From now on refuses what is new. */
  stop(): void;
  /** How many requests have begun since the start, and how many are under way. */
  activity(): Activity;
  /** Resolves when what was taken in has been answered, or after so long. */
  answered(withinMs: number): Promise<void>;
}

declare module "hono" {
  interface ContextVariableMap {
    slot?: Slot;
  }
}

/** What a watcher asks must be answered above all when there is too much to do. */
const HEALTH = ["/healthz", "/readyz"];
const RETRY_SECONDS = 1;
const STOPPING = "The server is stopping. Try again in a moment.";
const FULL = "Too much is under way. Try again in a moment.";

/** Makes the rate of something that has a name. */
export type MakeRate = (perMinute: number, name: string) => Rate;

/** Makes the limits of one server; its rates hold for itself unless they are made otherwise. */
export function createLimits(
  rules: LimitRules,
  makeRate: MakeRate = (perMinute) => createRate(perMinute),
): Limits {
  const slots = createSlots({ requests: rules.maxRequests, streams: rules.maxStreams });
  const overall = rules.perMinute === undefined ? undefined : makeRate(rules.perMinute, "requests");
  const tools = new Map(
    Object.entries(rules.toolsPerMinute ?? {}).map(([tool, perMinute]) => [
      tool,
      makeRate(perMinute, `tool ${tool}`),
    ]),
  );
  const whoOf = tellApart(rules.addressOf ?? trustedProxies([]));
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
      // An answer may be a stream that goes on after it began; only the connection knows its end.
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
  // What was sent with the request has not been read, and nobody will.
  context.header("Connection", "close");
  return context.json({ error }, 503);
}

/** Whom a request counts for. */
function tellApart(addressOf: AddressOf): (context: Context) => string {
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

/** The tool of a call, under the name that it is listed by. */
function calledTool(message: unknown): string {
  const { method, params } = (message ?? {}) as Message;
  const name = method === "tools/call" ? params?.name : undefined;
  return typeof name === "string" ? name.replaceAll(".", "_") : "";
}

const tooOften = (wait: number): string =>
  `Too many requests: nothing was done. Try again in ${wait} second${wait === 1 ? "" : "s"}.`;
