import type { Refusal } from "./wire-format.ts";

/** A request that the Messages API cannot answer as it is. */
export function invalid(message: string): Refusal {
  return { status: 400, type: "invalid_request_error", message };
}
