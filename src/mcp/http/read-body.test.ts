import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBody } from "./read-body.ts";

const limit = 1000;

describe("[P16] a body within the limits", () => {
  test("is parsed as JSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), async (value) => {
        const text = JSON.stringify(value);
        expect(await readBody(post(text), 1 << 20)).toEqual({ json: JSON.parse(text) });
      }),
      { numRuns: 50 },
    );
  });

  test("needs no declared length", async () => {
    expect(await readBody(post(streamed(['{"a"', ":1}"])), limit)).toEqual({ json: { a: 1 } });
  });

  test("may be a batch in the revision that has batches", async () => {
    const batch = Array.from({ length: 50 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    const expected = { json: batch };
    expect(await readBody(post(JSON.stringify(batch)), 1 << 20)).toEqual(expected);
    const named = post(JSON.stringify(batch), { "mcp-protocol-version": "2025-03-26" });
    expect(await readBody(named, 1 << 20)).toEqual(expected);
  });

  test("may nest 64 levels deep", async () => {
    expect(await readBody(post(nested(64)), limit)).toHaveProperty("json");
  });
});

describe("[P16] a body that is refused", () => {
  test.each([
    ["another content type", post("{}", { "content-type": "text/plain" }), 415, -32000],
    ["no JSON", post("{oops"), 400, -32700],
    ["nothing", post(""), 400, -32700],
    ["a declared length over the limit", post("{}", { "content-length": "1001" }), 413, -32000],
    ["more than its declared length", post(large(), { "content-length": "2" }), 413, -32000],
    ["too much without a declared length", post(streamed([large()])), 413, -32000],
    ["65 levels", post(nested(65)), 400, -32600],
    ["an empty batch", post("[]"), 400, -32600],
    ["a batch of 51", post(JSON.stringify(Array(51).fill(1))), 400, -32600],
    ["a batch of another revision", post("[{}]", { "mcp-protocol-version": "2025-06-18" }), 400, -32600],
  ])("has %s: HTTP and JSON-RPC both say so", async (_, request, status, code) => {
    const answer = (await readBody(request, limit)) as Response;
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
  });

  test("for its size is read to the end and closes the connection", async () => {
    const answer = (await readBody(post(streamed([large()])), limit)) as Response;
    expect(answer.headers.get("connection")).toBe("close");
  });

  test("is answered with the request id if it can be read", async () => {
    const text = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping", params: JSON.parse(nested(64)) });
    const answer = (await readBody(post(text), limit)) as Response;
    expect(await answer.json()).toMatchObject({ id: 7, error: { code: -32600 } });
  });

  test("because it broke off", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    const answer = (await readBody(post(body), limit)) as Response;
    expect(answer.status).toBe(400);
  });
});

function post(body: string | ReadableStream, headers: Record<string, string> = {}): Request {
  const declared =
    typeof body === "string" ? { "content-length": String(Buffer.byteLength(body)) } : undefined;
  return new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", ...declared, ...headers },
    body,
    duplex: "half",
  } as RequestInit);
}

function streamed(parts: readonly string[]): ReadableStream {
  return ReadableStream.from(parts.map((part) => new TextEncoder().encode(part)));
}

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels - 1)}[]${"}".repeat(levels - 1)}`;
}

function large(): string {
  return JSON.stringify("x".repeat(limit));
}
