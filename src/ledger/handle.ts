/** Where a handle was found, in order of precedence; `client` means that there is none. */
export type HandleOrigin = "argument" | "meta" | "header" | "connection" | "client";

/** Identifies a caller's line of reasoning. */
export interface Handle {
  /** Without a handle, the name that the client sent; empty if it sent none. */
  readonly text: string;
  readonly origin: HandleOrigin;
}

/** All places that a handle can come from. */
export interface HandlePlaces {
  readonly arguments?: { readonly workflow?: unknown; readonly session?: unknown };
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: { get(name: string): string | null };
  /** The legacy `Mcp-Session-Id`, or the stdio process. */
  readonly connection?: string;
  /** The name of the client. */
  readonly client?: string;
}

/** Finds the handle of a call. An empty handle counts as absent; the workflow takes precedence over the session. */
export function findHandle(places: HandlePlaces): Handle {
  const candidates: readonly (readonly [HandleOrigin, unknown])[] = [
    ["argument", places.arguments?.workflow],
    ["argument", places.arguments?.session],
    ["meta", places.meta?.workflow_id],
    ["meta", places.meta?.session_id],
    ["header", places.headers?.get("x-workflow-id")],
    ["header", places.headers?.get("x-session-id")],
    ["connection", places.connection],
  ];
  for (const [origin, value] of candidates) {
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text === "string" && text.trim() !== "") return { text: text.toWellFormed(), origin };
  }
  return { text: places.client?.toWellFormed() ?? "", origin: "client" };
}
