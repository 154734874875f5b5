import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const CLEW_TOKEN = "a-token-of-this-test-0123456789";

test("[SA11] a client that signs in by OAuth is led to a page that says a token is needed", async () => {
  using folder = temporaryFolder();
  await using serving = await startServe({ home: folder.path, env: { CLEW_TOKEN } });
  let page: URL | undefined;
  let client: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
  const provider: OAuthClientProvider = {
    redirectUrl: "http://127.0.0.1:9/callback",
    clientMetadata: { redirect_uris: ["http://127.0.0.1:9/callback"], client_name: "a client" },
    clientInformation: () => client,
    saveClientInformation: (given) => {
      client = given;
    },
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: (url) => {
      page = url;
    },
    saveCodeVerifier: () => {},
    codeVerifier: () => "verifier",
  };
  const transport = new StreamableHTTPClientTransport(serving.url, { authProvider: provider });
  const connecting = new Client({ name: "end-to-end", version: "0.0.0" }).connect(transport);
  await expect(connecting).rejects.toThrow(UnauthorizedError);
  const shown = await fetch(page!);
  expect(shown.status).toBe(403);
  const text = await shown.text();
  expect(text).toContain("This server needs a token");
  expect(text).toContain(`--transport http clew ${serving.url}`);

  // No request makes it issue a token.
  for (const grant of ["authorization_code", "refresh_token", "client_credentials", "password"]) {
    const body = new URLSearchParams({ grant_type: grant, code: "x", code_verifier: "verifier" });
    const answer = await fetch(new URL("/oauth/token", serving.address), { method: "POST", body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: "unsupported_grant_type",
      error_description: expect.stringContaining("needs a token"),
    });
  }
});

test("[SA11] without tokens there is no metadata to discover", async () => {
  using folder = temporaryFolder();
  await using serving = await startServe({ home: folder.path });
  const answer = await fetch(new URL("/.well-known/oauth-authorization-server", serving.address));
  expect(answer.status).toBe(404);
});
