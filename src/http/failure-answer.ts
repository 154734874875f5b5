import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { Failure, failures } from "../ledger/index.ts";

/** The answer to a call of `/api` that failed: the code and the words of the table, under its status. */
export function failureAnswer(context: Context, error: unknown): Response {
  const { code, message } = error instanceof Failure ? (error as Failure) : new Failure("INTERNAL", {});
  return context.json({ error: { code, message } }, failures[code].status as ContentfulStatusCode);
}
