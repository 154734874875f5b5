import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOAuth, fileOAuthStore, memoryOAuthStore, type OAuthOptions } from "./oauth.ts";
import { authorizeOnLoopback } from "./sign-in.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-oauth-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Provider = Required<OAuthClientProvider> & { authorizationResponse(): Promise<URLSearchParams> };
const redirectUrl = "http://127.0.0.1/callback";
const make = (options: Partial<OAuthOptions> = {}) =>
  createOAuth({ authorize: async () => "", redirectUrl, ...options }) as unknown as Provider;

test("[HC7] keeps credentials in a file that only its owner can read; a damaged file counts as empty", async () => {
  const path = join(folder, "deep", "server.json");
  const first = make({ store: fileOAuthStore(path) });
  await first.saveTokens({ access_token: "a", token_type: "Bearer" });
  await first.saveClientInformation({ client_id: "c" });
  const second = make({ store: fileOAuthStore(path) });
  expect(await second.tokens()).toEqual({ access_token: "a", token_type: "Bearer" });
  expect(await second.clientInformation()).toEqual({ client_id: "c" });
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(readdirSync(join(folder, "deep"))).toEqual(["server.json"]);
  writeFileSync(path, "{ half");
  expect(await second.tokens()).toBeUndefined();
});

test("[HC7] does not register a host that has a client id", async () => {
  const provider = make({ clientId: "known", clientSecret: "s" });
  expect(await provider.clientInformation()).toEqual({ client_id: "known", client_secret: "s" });
  await provider.saveClientInformation({ client_id: "known", client_secret: "s", issuer: "https://a.test" });
  expect(await provider.clientInformation()).toMatchObject({ issuer: "https://a.test" });
});

test("[HC7] drops discovery results once tokens are saved", async () => {
  const provider = make({ store: memoryOAuthStore() });
  await provider.saveDiscoveryState({ authorizationServerUrl: "https://a.test" });
  await provider.saveCodeVerifier("v");
  expect(await provider.discoveryState()).toBeDefined();
  await provider.saveTokens({ access_token: "a", token_type: "Bearer" });
  expect(await provider.discoveryState()).toBeUndefined();
  await provider.invalidateCredentials("tokens");
  expect(await provider.tokens()).toBeUndefined();
});

test("[HC7] refuses a redirect with another state", async () => {
  const answers = ["", `${redirectUrl}?code=x&state=other`, "no address"];
  for (const answer of answers) {
    const provider = make({ authorize: async () => answer });
    await provider.state();
    await provider.redirectToAuthorization(new URL("https://a.test/authorize"));
    await expect(provider.authorizationResponse()).rejects.toThrow("the `state` of another request");
  }
  await expect(make().authorizationResponse()).rejects.toThrow("No authorization has been started.");
});

test("[HC7] receives the browser's redirect on a loopback port", async () => {
  const port = await freePort();
  let state = "";
  const loopback = authorizeOnLoopback(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/favicon.ico`)).status).toBe(404);
    expect(await (await fetch(`${loopback.redirectUrl}?code=x&state=${state}`)).text()).toMatch(/^Done/);
  }, port);
  const provider = make(loopback);
  state = await provider.state();
  await provider.redirectToAuthorization(new URL("https://a.test/authorize"));
  expect((await provider.authorizationResponse()).get("code")).toBe("x");
  const failing = authorizeOnLoopback(() => Promise.reject(new Error("no browser")), port);
  await expect(failing.authorize(new URL("https://a.test"))).rejects.toThrow("no browser");
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
