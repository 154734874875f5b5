import { expect, onTestFinished } from "vitest";
import { allRoutes, createApi } from "../../src/http/api/create-api.ts";
import type { ApiParts, Route } from "../../src/http/api/route.ts";
import type { Notebooks } from "../../src/notebook/notebooks.ts";
import { createSessions } from "../../src/sessions/index.ts";
import type { Clock } from "../../src/store/clock.ts";
import { createFeed } from "../../src/store/feed.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { noNotebooks } from "./notebooks.ts";

/** A ledger in memory with the API on it, for tests. */
export async function openApi({
  clock,
  ...more
}: Partial<ApiParts> & {
  readonly makeNotebooks?: (store: Store) => Notebooks;
  readonly clock?: Clock;
} = {}) {
  const store = await openStore({ memory: true }, clock);
  onTestFinished(() => store.close());
  const faults: unknown[] = [];
  const notebooks = more.makeNotebooks?.(store) ?? noNotebooks;
  const parts: ApiParts = {
    viewOf: () => ({
      store,
      notebooks,
      sessions: createSessions(store, { thinkMaxThoughts: 100, home: "" }),
    }),
    feed: createFeed(store),
    health: async () => ({ status: "healthy", services: {}, timestamp: new Date(0).toISOString() }),
    samples: async () => [],
    version: "0.0.0",
    ...more,
  };
  const api = createApi(parts, { report: (error) => faults.push(error) });
  const ask = async (method: string, path: string, body?: unknown, lastId?: string): Promise<Response> =>
    api.request(path, {
      method,
      headers: {
        ...(method !== "GET" && { "content-type": "application/json" }),
        ...(lastId !== undefined && { "last-event-id": lastId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  /** The JSON answer, which must match its route's schema. */
  async function json<T>(method: string, path: string, sent?: unknown): Promise<T> {
    const answer = await ask(method, path, sent);
    const body = (await answer.json()) as T;
    const route = routeOf(method, path);
    expect({ path, status: answer.status, body }).toMatchObject({ path, status: route.status ?? 200 });
    if (!("answer" in route)) throw new Error(`${method} ${path} does not answer with JSON`);
    expect(route.answer.parse(body)).toEqual(body);
    return body;
  }

  /** A refusal with its status. */
  async function refused(method: string, path: string, sent?: unknown) {
    const answer = await ask(method, path, sent);
    return { status: answer.status, ...((await answer.json()) as { readonly error: Refusal }) };
  }

  return {
    store,
    notebooks,
    faults,
    ask,
    refused,
    get: <T>(path: string) => json<T>("GET", path),
    send: json,
  };
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

function routeOf(method: string, path: string): Route {
  const plain = path.split("?", 1)[0]!;
  const found = allRoutes.find(
    (route) => route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}$`).test(plain),
  );
  if (!found) throw new Error(`No route for ${method} ${path}`);
  return found;
}
