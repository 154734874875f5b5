import type { ServerResponse } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { refusal, refusedId } from "../../mcp/http-refusal.ts";
import { createSlots, type Slot } from "./slots.ts";
import { createRate } from "./token-bucket.ts";

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
}

/** Holds requests to the rules, and stops when it is asked to. */
export interface Limits {
  /** Takes a place for each request, or refuses it; comes before it is known who asks. */
  readonly enter: MiddlewareHandler;
  /** Counts each request of a principal; comes after. */
  readonly count: MiddlewareHandler;
  /** Why messages to `/mcp` may not be sent now; nothing has been done yet. */
  admit(context: Context, json: unknown): Response | undefined;
  /** From now on refuses what is new. */
  stop(): void;
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

/** Makes the limits of one server. */
export function createLimits(rules: LimitRules): Limits {
  const slots = createSlots({ requests: rules.maxRequests, streams: rules.maxStreams });
  const overall = rules.perMinute === undefined ? undefined : createRate(rules.perMinute);
  const tools = new Map(
    Object.entries(rules.toolsPerMinute ?? {}).map(([tool, perMinute]) => [tool, createRate(perMinute)]),
  );
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
      const wait = HEALTH.includes(context.req.path) ? 0 : (overall?.take(whoOf(context)) ?? 0);
      if (wait === 0) return next();
      context.header("Retry-After", String(wait));
      return context.json({ error: tooOften(wait) }, 429);
    },
    admit(context, json) {
      const messages: readonly unknown[] = Array.isArray(json) ? json : [json];
      if (messages.some(listens) && !(context.get("slot")?.becomeStream() ?? true)) {
        return refusal(503, -32000, FULL, {
          id: refusedId(json),
          headers: { "Retry-After": String(RETRY_SECONDS) },
        });
      }
      const who = whoOf(context);
      let wait = messages.length > 1 ? (overall?.take(who, messages.length - 1) ?? 0) : 0;
      if (tools.size > 0)
        for (const message of messages) wait ||= tools.get(calledTool(message))?.take(who) ?? 0;
      if (wait === 0) return undefined;
      return refusal(429, -32000, tooOften(wait), {
        id: refusedId(json),
        headers: { "Retry-After": String(wait) },
      });
    },
    stop() {
      isStopping = true;
    },
    answered: (withinMs) => slots.answered(withinMs),
  };
}

function refuse(context: Context, error: string): Response {
  context.header("Retry-After", String(RETRY_SECONDS));
  // What was sent with the request has not been read, and nobody will.
  context.header("Connection", "close");
  return context.json({ error }, 503);
}

function whoOf(context: Context): string {
  const principal = context.get("principal");
  if (principal) return `principal ${principal.name}`;
  const { incoming } = (context.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return `address ${incoming?.socket?.remoteAddress ?? ""}`;
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
