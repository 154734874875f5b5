import { afterEach, expect, test } from "vitest";
import { type ModelServer, type Script, startModelServer } from "./index.ts";

let server: ModelServer;
afterEach(async () => {
  await server.close();
});

async function start(script: Script): Promise<void> {
  server = await startModelServer(script, { key: false });
}

function post(body: object = {}, init: RequestInit = {}): Promise<Response> {
  const messages = [{ role: "user", content: "Hello" }];
  return fetch(`${server.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "x-test": "yes" },
    body: JSON.stringify({ model: "m", messages, ...body }),
    ...init,
  });
}

async function said(response: Response): Promise<string> {
  const body = (await response.json()) as { choices: { message: { content: string } }[] };
  return body.choices[0]!.message.content;
}

test("[EN10] uses replies in order, and reports a missing one", async () => {
  await start(["one", { text: "two" }]);
  expect(await said(await post())).toBe("one");
  expect(await said(await post())).toBe("two");
  const third = await post();
  expect(third.status).toBe(400);
  expect(await third.text()).toContain("The script has no reply for turn 3");
});

test("[EN10] a function returns the reply to each request", async () => {
  await start(({ body }, index) => `${index}: ${body.messages?.at(-1)?.content}`);
  expect(await said(await post())).toBe("0: Hello");
  expect(await said(await post({ messages: [{ role: "user", content: "Again" }] }))).toBe("1: Again");
});

test("[EN10] records requests as they arrived, refused ones with the reason", async () => {
  await start(["one"]);
  const waiting = server.waitForRequest(2);
  await post({ messages: [] });
  await post();
  expect(await waiting).toBe(server.requests[1]);
  expect(server.requests).toMatchObject([
    { method: "POST", path: "/v1/chat/completions", refusal: "Invalid 'messages': empty array." },
    { headers: { "x-test": "yes" }, body: { model: "m" }, refusal: undefined, hungUp: false },
  ]);
  expect(await server.requests[1]!.ended).toBe("answered");
});

test("[EN10] a body that is not JSON and a path that is not served are refused", async () => {
  await start([]);
  expect((await post({}, { body: "{" })).status).toBe(400);
  expect((await fetch(`${server.url}/v1/nothing`)).status).toBe(404);
});

test("[EN10] holds an answer until its promise settles", async () => {
  const gate = Promise.withResolvers<void>();
  await start([{ text: "late", hold: gate.promise }]);
  let answered = false;
  const response = post().then((it) => {
    answered = true;
    return it;
  });
  await server.waitForRequest(1);
  expect(answered).toBe(false);
  gate.resolve();
  expect(await said(await response)).toBe("late");
});

test("[EN10] a stream waits at a promise among its pieces", async () => {
  const gate = Promise.withResolvers<void>();
  await start([{ text: ["one", gate.promise, "two"] }]);
  const reader = (await post({ stream: true })).body!.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  while (!seen.includes("one")) seen += (await reader.read()).value;
  expect(seen).not.toContain("two");
  gate.resolve();
  for (let next = await reader.read(); !next.done; next = await reader.read()) seen += next.value;
  expect(seen).toContain("two");
});

test("[EN10] detects a client that disconnects, before the headers and in the stream", async () => {
  const never = new Promise(() => {});
  await start([{ hold: never }, { text: ["one", never] }]);
  const leaving = new AbortController();
  const first = post({}, { signal: leaving.signal });
  const request = await server.waitForRequest(1);
  leaving.abort();
  await expect(first).rejects.toThrow();
  expect(await request.ended).toBe("client hung up");
  expect(request.hungUp).toBe(true);
  const second = await post({ stream: true });
  await second.body!.cancel();
  expect(await server.requests[1]!.ended).toBe("client hung up");
});

test("[EN10] sends raw bytes unchanged", async () => {
  await start([
    { raw: "<html>" },
    { text: "one", tail: "data: {oops\n\n" },
    { status: 502, raw: "Bad Gateway" },
  ]);
  expect(await (await post()).text()).toBe("<html>");
  const broken = await (await post({ stream: true })).text();
  expect(broken.endsWith("data: {oops\n\n")).toBe(true);
  const gateway = await post();
  expect([gateway.status, await gateway.text()]).toEqual([502, "Bad Gateway"]);
});

test("[EN10] an answer of megabytes arrives complete", async () => {
  const long = "0123456789".repeat(300_000);
  await start([long]);
  expect((await said(await post())).length).toBe(3_000_000);
});

test("[EN10] closing ends open exchanges", async () => {
  await start([{ hold: new Promise(() => {}) }]);
  const open = post();
  open.catch(() => {});
  await server.waitForRequest(1);
  await server.close();
  await expect(open).rejects.toThrow();
});
