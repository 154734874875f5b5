/** Optional parts of an error response. */
export interface ErrorDetails {
  /** The id of the request; null when there is none or it could not be read. */
  readonly id?: string | number | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP response whose body is a JSON-RPC error. */
export function errorResponse(status: number, code: number, message: string, details: ErrorDetails = {}) {
  const body = { jsonrpc: "2.0", error: { code, message }, id: details.id ?? null };
  return Response.json(body, { status, headers: { ...details.headers } });
}

/** The id to echo in an error response: that of a single request, else null. */
export function requestIdOf(body: unknown): string | number | null {
  if (typeof body !== "object" || body === null || !("method" in body) || !("id" in body)) return null;
  return typeof body.id === "string" || typeof body.id === "number" ? body.id : null;
}
