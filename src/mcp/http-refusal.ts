/** What a refused HTTP exchange may say beyond its status, code and message. */
export interface RefusalDetails {
  /** The id of the refused request; null when there is none or it could not be read. */
  readonly id?: string | number | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP answer whose body is a JSON-RPC error. */
export function refusal(status: number, code: number, message: string, details: RefusalDetails = {}) {
  const body = { jsonrpc: "2.0", error: { code, message }, id: details.id ?? null };
  return Response.json(body, { status, headers: { ...details.headers } });
}

/** The id to echo in a refusal of `body`: that of a single request, else null. */
export function refusedId(body: unknown): string | number | null {
  if (typeof body !== "object" || body === null || !("method" in body) || !("id" in body)) return null;
  return typeof body.id === "string" || typeof body.id === "number" ? body.id : null;
}
