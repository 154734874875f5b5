import { currentToken, otherToken } from "./token.ts";

/** Why a request failed, in words for the reader. */
export class ApiError extends Error {
  readonly code: string;
  /** 0 when the server could not be reached. */
  readonly status: number;
  readonly hint: string | undefined;

  constructor(code: string, status: number, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.status = status;
    this.hint = hint;
  }
}

/** How a request is made. */
export interface RequestOptions {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Asks the server and gives its JSON; whatever goes wrong is an `ApiError`, but for an abort. */
export async function requestJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await request(path, options);
  return (await response.json()) as T;
}

/** Asks the server and gives its answer, which is a success. Where it wants a token, the reader is asked for one. */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = "GET", body, signal } = options;
  for (;;) {
    const token = currentToken();
    const headers = {
      ...options.headers,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
    const response = await fetch(path, {
      method,
      headers,
      cache: "no-store",
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new ApiError("UNREACHABLE", 0, "The server cannot be reached.", String(error));
    });
    if (response.ok) return response;
    if (response.status !== 401) throw await errorIn(response);
    await otherToken(token, signal);
  }
}

/** A path with the parameters that have a value. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? path : `${path}?${query}`;
}

async function errorIn(response: Response): Promise<ApiError> {
  const { status } = response;
  const body = (await response.json().catch(() => undefined)) as { readonly error?: unknown } | undefined;
  const { error } = body ?? {};
  if (typeof error === "string") return new ApiError("REFUSED", status, error);
  const { code, message, hint } = (error ?? {}) as { code?: string; message?: string; hint?: string };
  return new ApiError(code ?? "FAILED", status, message ?? `The server answered ${status}.`, hint);
}
