import type { MiddlewareHandler } from "hono";
import { inRequest, requestIdFrom } from "../telemetry/request-scope.ts";

/** A request and how it was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query, which may contain private data. */
  readonly path: string;
  readonly status: number;
  /** Time until the answer started; a stream may continue. */
  readonly ms: number;
}

/** Gives every request an id: the caller's `X-Request-Id`, or a new one. Log lines and the answer carry it. */
export function requestIds(onAnswer: (request: AnsweredRequest) => void = () => {}): MiddlewareHandler {
  return (context, next) => {
    const requestId = requestIdFrom(context.req.header("x-request-id"));
    return inRequest({ requestId }, async () => {
      const started = performance.now();
      await next();
      context.res.headers.set("X-Request-Id", requestId);
      const { method, path } = context.req;
      const ms = Math.round((performance.now() - started) * 10) / 10;
      onAnswer({ method, path, status: context.res.status, ms });
    });
  };
}
