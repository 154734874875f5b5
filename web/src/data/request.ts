import { currentToken, newToken } from "./token.ts";

/** A failed request. */
export class ApiError extends Error {
  readonly code: string;
  /** 0 if the server was not reachable. */
  readonly status: number;
  readonly hint: string | undefined;

  constructor(code: string, status: number, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.status = status;
    this.hint = hint;
  }
}

/** Whether the requested object does not exist, or no longer. */
export function isMissing({ status }: ApiError): boolean {
  return status === 404 || status === 410;
}

export interface RequestOptions {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Requests JSON. Throws an `ApiError`, or the reason of an abort. */
export async function requestJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await request(path, options);
  return (await response.json()) as T;
}

/** Requests a successful response. Asks the user for a token if the server requires one. */
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
      body: JSON.stringify(body),
      signal,
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new ApiError("UNREACHABLE", 0, "The server is not reachable.", String(error));
    });
    if (response.ok) return response;
    if (response.status !== 401) throw await readError(response);
    await newToken(token, signal);
  }
}

/** A path with a query of the parameters that have a value. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  const values = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(values.map(([name, value]) => [name, String(value)]));
  return values.length === 0 ? path : `${path}?${query}`;
}

async function readError(response: Response): Promise<ApiError> {
  const { status } = response;
  const body = (await response.json().catch(() => undefined)) as { readonly error?: unknown } | undefined;
  const { error } = body ?? {};
  if (typeof error === "string") return new ApiError("REFUSED", status, error);
  const { code, message, hint } = (error ?? {}) as { code?: string; message?: string; hint?: string };
  return new ApiError(code ?? "FAILED", status, message ?? `The server answered ${status}.`, hint);
}
