import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { apiRequests, bodies, framing, headersFor, methods, targets } from "./malformed.ts";
import { type RawAnswer, sendRaw } from "./raw-request.ts";
import { openThinker, type Thinker } from "./thinker.ts";

const TRACE = /node:internal|node_modules|\.[jt]s:\d+:\d+/;
/** Limited in time as well: a slow machine tries fewer inputs. */
const BOUNDS = { numRuns: 400, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false };

const exchanges = bodies.chain((body) => headersFor(body).map((lines) => ({ lines, body })));

describe.each([
  ["without authentication", {}],
  ["with a token", { CLEW_TOKEN: "a-token-that-nobody-guesses-0123456789", CLEW_RATE_PER_MINUTE: "0" }],
] as const)("a running server %s", (_, env) => {
  const cleanup = new AsyncDisposableStack();
  const home = cleanup.use(temporaryFolder()).path;
  const authorization: Record<string, string> =
    "CLEW_TOKEN" in env ? { authorization: `Bearer ${env.CLEW_TOKEN}` } : {};
  let serving: Serving;
  let thinker: Thinker;
  beforeAll(async () => {
    serving = cleanup.use(await startServe({ home, env }));
    thinker = cleanup.use(await openThinker(serving.url, "2026-07-28", "next", authorization));
  });
  afterAll(() => cleanup.disposeAsync());

  async function expectSound({ status, text }: RawAnswer): Promise<void> {
    expect(status, text).not.toBe(500);
    expect(status, text).toBeLessThan(505);
    expect(text).not.toMatch(TRACE);
    expect(text).not.toContain(home);
    expect(await thinker.think("The next call works")).toEqual({ taken: true });
  }

  const bytesOf = (method: string, target: string, lines: Readonly<Record<string, string>>, body: Buffer) => {
    const all = {
      host: serving.url.host,
      connection: "close",
      ...authorization,
      ...lines,
      "content-length": String(body.length),
    };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${head.join("")}\r\n`), body]);
  };

  it("[SA9] answers every JSON-RPC shape and every header, without a 500, and the next call works", async () => {
    await fc.assert(
      fc.asyncProperty(exchanges, async ({ lines, body }) => {
        const answer = await sendRaw(Number(serving.url.port), bytesOf("POST", "/mcp", lines, body));
        expect(answer.status, answer.text).toBeGreaterThan(0);
        await expectSound(answer);
      }),
      BOUNDS,
    );
  });

  it("[SA9] answers every method, path and encoding, without a 500, and the next call works", async () => {
    await fc.assert(
      fc.asyncProperty(methods, targets, exchanges, async (method, target, { lines, body }) => {
        await expectSound(await sendRaw(Number(serving.url.port), bytesOf(method, target, lines, body)));
      }),
      BOUNDS,
    );
  });

  it("[SA9] answers every route of the API, whatever it is sent, without a 500, and the next call works", async () => {
    await fc.assert(
      fc.asyncProperty(apiRequests, async ({ method, target, body }) => {
        const lines = { "content-type": "application/json" };
        const answer = await sendRaw(Number(serving.url.port), bytesOf(method, target, lines, body));
        expect(answer.status, `${method} ${target} ${body}`).toBeGreaterThan(0);
        await expectSound(answer);
      }),
      BOUNDS,
    );
  });

  it("[SA9] survives broken framing, and the next call works", async () => {
    await fc.assert(
      fc.asyncProperty(methods, framing, bodies, async (method, line, body) => {
        const head = `${method} /mcp HTTP/1.1\r\nHost: ${serving.url.host}\r\n${line}\r\n`;
        const bytes = Buffer.concat([Buffer.from(head), body]);
        await expectSound(await sendRaw(Number(serving.url.port), bytes, { hangsUp: true }));
      }),
      BOUNDS,
    );
  });

  it("[SA9] logs no internal error", () => {
    expect(serving.log()).not.toMatch(/unhandled|fault|internal|http/i);
  });
});
