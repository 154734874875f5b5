import { afterAll, beforeAll, expect, test } from "vitest";
import { startChangingServer } from "../support/changing-server.ts";
import { type OddWebServer, startOddWebServer } from "../support/odd-web-server.ts";
import { startServe } from "../support/serve.ts";
import { connect, say, textsOf } from "../support/server-sets.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let web: OddWebServer;
beforeAll(async () => {
  web = await startOddWebServer();
});
afterAll(() => web[Symbol.asyncDispose]());

test("[HC1] a web server of the handshake era is initialized, gets its headers, and its session is deleted", async () => {
  const set = await connect({ web: { url: web.url, headers: { "X-Team": "blue" } } });
  expect(set.status()).toEqual([{ name: "web", state: "ready", era: "handshake", revision: "2025-06-18" }]);
  expect(await say(set, "echo")).toBe("hello");
  expect(web.headers).toMatchObject({ "x-team": "blue" });
  await set.close();
  expect(web.heard.at(-1)).toBe("DELETE");
});

test("[HC2] a server that lost the session is initialized again, and the call works", async () => {
  await using set = await connect({ web: { url: web.url } });
  const greetings = () => web.heard.filter((method) => method === "initialize").length;
  const before = greetings();
  web.forget();
  expect(await say(set, "echo")).toBe("hello");
  expect(greetings()).toBe(before + 1);
});

test("[HC2] an answer that breaks off is an immediate error", async () => {
  await using set = await connect({ web: { url: web.url } });
  const outcome = await set.call("break_off", {});
  expect(outcome.isError).toBe(true);
  expect(textsOf(outcome)).toMatch("The server broke off its answer.");
});

test("[HS4] an error of the web server is shown in one line without its secrets", async () => {
  await using set = await connect({ web: { url: web.url } });
  expect(await say(set, "refuse")).toBe(
    "'refuse' of the server 'web' failed: HTTP 500: out of order, api_key=[redacted]",
  );
});

test.each(["big", "big_event"])("[HC2] an answer of 50 MB gives an error that says so (%s)", async (tool) => {
  await using set = await connect({ web: { url: web.url } });
  const outcome = await set.call(tool, { length: 50_000_000 });
  expect(outcome.isError).toBe(true);
  expect(textsOf(outcome)).toMatch(/The answer has \d+ bytes or more; at most 33554432 are read\./);
  expect(await say(set, "echo")).toBe("hello");
});

test.each(["big", "big_event"])("[HS4] an answer of 12 MB is cut with a note (%s)", async (tool) => {
  await using set = await connect({ web: { url: web.url } });
  const outcome = await set.call(tool, { length: 12_000_000 });
  expect(outcome.isError).toBe(false);
  expect(textsOf(outcome).split("\n")[1]).toMatch("the first 10000000 are above");
});

test("[HC1] a tool that a server of the stateless revision adds later appears when the server announces it", async () => {
  await using changing = await startChangingServer();
  await using set = await connect({ changing: { url: changing.url } });
  expect(set.tools().map(({ name }) => name)).toEqual(["first"]);
  changing.change();
  await expect.poll(() => set.tools().map(({ name }) => name)).toEqual(["first", "fresh"]);
  expect(await say(set, "fresh")).toBe("fresh");
});

test("[HC2] `clew serve` that was stopped and started again can be called again", async () => {
  using folder = temporaryFolder();
  const around = { home: folder.path };
  const first = await startServe(around);
  await using set = await connect({ clew: { url: first.url.href } });
  expect(set.status()).toMatchObject([{ state: "ready", era: "stateless", revision: "2026-07-28" }]);
  expect((await set.call("think", { thought: "before" })).isError).toBe(false);
  await first.kill();
  const down = await set.call("think", { thought: "meanwhile" });
  expect(down.isError).toBe(true);
  expect(textsOf(down)).toMatch(/fetch failed|ECONNREFUSED/);
  await using _second = await startServe(around, ["--port", first.url.port]);
  await expect.poll(async () => (await set.call("think", { thought: "after" })).isError).toBe(false);
});
