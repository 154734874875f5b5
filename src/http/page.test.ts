import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "./app.ts";
import { createGate } from "./auth/gate.ts";
import { createPage } from "./page.ts";

const INDEX = "<!doctype html><title>page</title>";
const SCRIPT = "console.log('page')".repeat(20);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-page-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), INDEX);
  writeFileSync(join(folder, "assets/main-abc.js"), SCRIPT);
  writeFileSync(join(folder, "assets/main-abc.js.br"), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, "assets/main-abc.js.gz"), gzipSync(SCRIPT));
  writeFileSync(join(folder, "secret.txt"), "secret");
});
afterAll(() => rmSync(folder, { recursive: true }));

function open(isGuarded = false) {
  const gate = createGate({ authenticate: async () => ({ invalid: "no" }), neededScopes: () => [] });
  const app = createApp({
    endpoint: { fetch: async () => new Response("mcp"), close: async () => {}, sessionCount: 0 },
    checkTools: () => undefined,
    hostnames: [],
    version: "1.2.3",
    page: createPage(folder),
    gate: isGuarded ? gate : undefined,
  });
  return (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
    app.request(`http://127.0.0.1${path}`, { method, headers: { host: "127.0.0.1", ...headers } });
}
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test.each([
  "/",
  "/?text=a",
  "/s/a%20b",
  "/compare?a=1&b=2",
  "/search",
  "/n",
  "/n/1",
  "/models",
  "/models/five-whys",
  "/activity",
])("[WB1] the page is served at %s, with and without authentication", async (path) => {
  for (const get of [open(), open(true)]) {
    const answer = await get(path, browser);
    expect([answer.status, await answer.text()]).toEqual([200, INDEX]);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
  }
});

test("[WB1] programs get the format they accept, and not the page", async () => {
  const get = open();
  expect(await (await get("/")).text()).toMatch(/^Clew 1.2.3 is running/);
  expect((await get("/s/a", { accept: "*/*" })).status).toBe(404);
  expect(await (await get("/mcp", browser)).text()).toBe("mcp");
  expect(await (await get("/healthz", browser)).json()).toMatchObject({ status: "ok" });
  expect(await (await get("/", browser, "POST")).text()).not.toBe(INDEX);
});

test("[WB1] an unknown address is 404 with the page, without a token", async () => {
  for (const get of [open(), open(true)])
    for (const path of ["/nowhere/at/all", "/s", "/s/a/b", "/index.html", "/apis", "/assets/gone-xyz.js"]) {
      const answer = await get(path, browser);
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, INDEX]);
    }
});

test("[WB1] without a token, routes for programs and requests of programs are not answered with the page", async () => {
  const get = open(true);
  const paths = ["/mcp", "/mcp/x", "/api", "/api/sessions", "/api/nowhere", "/metrics", "/.well-known/x"];
  const asked = [
    ...paths.map((path) => get(path, browser)),
    ...["/nowhere", "/s/a", "/assets/gone-xyz.js"].map((path) => get(path)),
    get("/nowhere", browser, "POST"),
  ];
  for (const answer of await Promise.all(asked)) {
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: "unauthorized" });
  }
});

test("[WB1] a program gets a JSON 404", async () => {
  const get = open();
  expect((await get("/nowhere")).headers.get("content-type")).toContain("application/json");
  expect((await get("/assets/gone-xyz.js")).status).toBe(404);
});

test("[WB1] without a build there is no page, and everything else works", async () => {
  expect(createPage(join(folder, "nothing"))).toBeUndefined();
});

test("[WB2] files are cached permanently and sent in an encoding that the caller accepts", async () => {
  const get = open(true);
  const plain = await get("/assets/main-abc.js");
  expect(await plain.text()).toBe(SCRIPT);
  expect(plain.headers.get("cache-control")).toContain("immutable");
  expect(plain.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(plain.headers.get("vary")).toBe("Accept-Encoding");
  for (const [takes, coding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["identity", null],
  ] as const)
    expect(
      (await get("/assets/main-abc.js", { "accept-encoding": takes })).headers.get("content-encoding"),
    ).toBe(coding);
});

test("[WB2] does not send again what the caller has cached", async () => {
  const get = open();
  const tag = (await get("/assets/main-abc.js")).headers.get("etag")!;
  const again = await get("/assets/main-abc.js", { "if-none-match": tag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const other = await get("/assets/main-abc.js", { "if-none-match": tag, "accept-encoding": "br" });
  expect(other.status).toBe(200);
  expect(
    (await get("/", { ...browser, "if-none-match": (await get("/", browser)).headers.get("etag")! })).status,
  ).toBe(304);
});

test.each([
  "/assets/../secret.txt",
  "/assets/%2e%2e/secret.txt",
  "/assets/..%2fsecret.txt",
  "/secret.txt",
  "/assets/",
  "/index.html",
])("[WB2] %s is not a file of the page", async (path) => {
  const answer = await open()(path);
  expect(answer.status).toBe(404);
});

test("[WB3] every answer of the page has its content security policy", async () => {
  for (const path of ["/", "/assets/main-abc.js"]) {
    const { headers } = await open()(path, browser);
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toContain("camera=()");
  }
});
