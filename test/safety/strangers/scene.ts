import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newPrincipal } from "../../../src/http/auth/new-principal.ts";
import { type ModelServer, startModelServer } from "../../../src/testing/index.ts";
import { type Connected, connectHttp, type Era } from "../../support/connect.ts";
import { type Serving, startServe } from "../../support/serve.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** The callers: two who know nothing of each other, and an operator who sees everything. */
const PRINCIPALS = {
  ann: ["read", "write", "run", "engine", "steer"],
  bob: ["read", "write", "run", "engine", "steer"],
  root: ["read", "write", "run", "engine", "steer", "operator"],
} as const;
export type Name = keyof typeof PRINCIPALS;

/** A server with three principals and a scripted model. */
export interface Scene extends AsyncDisposable {
  readonly home: string;
  readonly serving: Serving;
  readonly model: ModelServer;
  connect(name: Name, era: Era, headers?: Readonly<Record<string, string>>): Promise<Connected>;
  /** Sends to `/mcp` without a client. */
  send(
    name: Name,
    method: string,
    headers: Readonly<Record<string, string>>,
    message: object,
  ): Promise<Response>;
  /** Requests one of the server's pages. */
  get(name: Name, path: string): Promise<{ readonly status: number; readonly text: string }>;
  /** Sends JSON to one of the server's addresses. */
  ask(
    name: Name,
    method: string,
    path: string,
    body: object,
  ): Promise<{ readonly status: number; readonly text: string }>;
  /** Requests a stream. */
  open(name: Name, path: string): Promise<Response>;
}

/** Starts the server on an empty data home. */
export async function startScene(): Promise<Scene> {
  const made = new AsyncDisposableStack();
  const home = made.use(temporaryFolder()).path;
  const model = await startModelServer(() => ({ text: '{"thought": "It depends.", "confidence": 0.9}' }), {
    key: "scripted",
  });
  made.defer(() => model.close());
  const names = Object.entries(PRINCIPALS).map(
    ([name, scopes]) => [name as Name, newPrincipal(name, scopes)] as const,
  );
  const tokens = Object.fromEntries(names.map(([name, { token }]) => [name, token])) as Record<Name, string>;
  const file = join(home, "tokens.json");
  writeFileSync(file, JSON.stringify({ principals: names.map(([, { entry }]) => entry) }));
  const env = {
    CLEW_TOKENS_FILE: file,
    CLEW_NOTEBOOK_INSTALL: "off",
    LANGBASE_API_KEY: "scripted",
    LANGBASE_BASE_URL: model.url,
  };
  const serving = made.use(await startServe({ home, env }));
  const bearer = (name: Name) => ({ authorization: `Bearer ${tokens[name]}` });
  return {
    home,
    serving,
    model,
    connect: async (name, era, headers = {}) =>
      made.use(await connectHttp(era, serving.url, { ...bearer(name), ...headers })),
    send: (name, method, headers, message) =>
      fetch(serving.url, {
        method,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...bearer(name),
          ...headers,
        },
        ...(method === "POST" && { body: JSON.stringify(message) }),
      }),
    async get(name, path) {
      const answer = await fetch(new URL(path, serving.address), { headers: bearer(name) });
      return { status: answer.status, text: await answer.text() };
    },
    async ask(name, method, path, body) {
      const answer = await fetch(new URL(path, serving.address), {
        method,
        headers: { ...bearer(name), "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: answer.status, text: await answer.text() };
    },
    open: (name, path) => fetch(new URL(path, serving.address), { headers: bearer(name) }),
    [Symbol.asyncDispose]: () => made.disposeAsync(),
  };
}
