import { expect, test } from "vitest";
import { limitedFetch } from "./http-transport.ts";

const body = JSON.stringify({ jsonrpc: "2.0", id: 4, method: "tools/call" });

async function fetched(answer: Response, limit = 100): Promise<string> {
  const response = await limitedFetch(limit, async () => answer)("http://a.test/", { body });
  return response.text();
}
const events = { headers: { "content-type": "text/event-stream; charset=utf-8" } };

test("[HC2] passes an answer within the limit unchanged", async () => {
  expect(await fetched(Response.json({ id: 4 }))).toBe('{"id":4}');
  const said = 'id: 1\r\ndata: {"id":4}\r\n\r\n: half a line';
  expect(await fetched(new Response(said, events))).toBe(`${said}\n`);
  expect(await fetched(new Response(null, { status: 202 }))).toBe("");
});

test("[HC2] turns an oversized answer into an error for its request", async () => {
  const long = { jsonrpc: "2.0", id: 4, result: "x".repeat(200) };
  const error = { code: -32603, message: expect.stringMatching(/bytes or more; at most 100 are read/) };
  expect(JSON.parse(await fetched(Response.json(long)))).toEqual({ jsonrpc: "2.0", id: 4, error });
  const said = await fetched(new Response(`data: ${JSON.stringify(long)}\n\ndata: {"next":1}\n\n`, events));
  const [first, , second] = said.split("\n");
  expect(JSON.parse(first!.slice(6))).toEqual({ jsonrpc: "2.0", id: 4, error });
  expect(second).toBe('data: {"next":1}');
});

test("[HC2] cuts a long error body", async () => {
  const answer = new Response("y".repeat(100_000), { status: 500 });
  expect((await fetched(answer)).length).toBeLessThanOrEqual(64 * 1024 + 1);
});
