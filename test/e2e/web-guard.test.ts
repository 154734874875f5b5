import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cleanup = new AsyncDisposableStack();
let serving: Serving;
beforeAll(async () => {
  serving = cleanup.use(
    await startServe({ home: cleanup.use(temporaryFolder()).path }, ["--allow-host", "host.docker.internal"]),
  );
});
afterAll(() => cleanup.disposeAsync());

/** Requests a path with any headers; `fetch` would set Host itself. */
function get(path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(new URL(path, serving.address), { headers }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    })
      .on("error", reject)
      .end();
  });
}

describe("the web server's guard", () => {
  it.each(["example.org", "127.0.0.1.example.org", "localhost.example.org", "127.0.0.2"])(
    "[P9] the foreign Host %j is refused everywhere but at the health paths",
    async (host) => {
      for (const path of ["/mcp", "/api/sessions", "/metrics", "/", "/no-such-page"])
        expect(await get(path, { host })).toMatchObject({ status: 403 });
    },
  );

  it.each(["evil@127.0.0.1", "127.0.0.1/", "?"])("[P9] the invalid Host %j is refused", async (host) => {
    expect((await get("/healthz", { host })).status).toBeOneOf([400, 403]);
  });

  it.each(["http://example.org", "https://localhost.example.org", "null", "file://", "http://10.0.0.1:4747"])(
    "[P9] the foreign Origin %j is refused",
    async (origin) => {
      for (const path of ["/mcp", "/healthz"]) {
        const { status, body } = await get(path, { origin });
        expect(status).toBe(403);
        expect(JSON.parse(body)).toMatchObject({ error: expect.stringContaining("Origin") });
      }
    },
  );

  it.each([
    "localhost",
    "host.docker.internal:4747",
    "127.0.0.1",
    "[::1]",
    "LOCALHOST",
    "localhost:4747",
    "127.0.0.1:80",
  ])("[P9] the loopback or allowed name %j passes as Host and in Origin", async (host) => {
    expect(await get("/healthz", { host })).toMatchObject({ status: 200 });
    expect(await get("/healthz", { host, origin: `http://${host}` })).toMatchObject({ status: 200 });
  });
});
