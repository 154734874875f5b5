import { randomUUID } from "node:crypto";
import type { OAuthClientProvider, StoredOAuthClientInformation } from "@modelcontextprotocol/client";
import { ServerError } from "./explain.ts";
import { memoryOAuthStore, type OAuthStore } from "./oauth-store.ts";
import type { ServerAuth } from "./options.ts";

/** How a person authorizes the host at a server. */
export interface OAuthOptions {
  /** Sends the person to the page; resolves with the address that their browser came back to. */
  readonly authorize: (page: URL) => Promise<string | URL>;
  /** The address that their browser comes back to. */
  readonly redirectUrl: string;
  /** Where credentials are kept; in memory unless told. */
  readonly store?: OAuthStore;
  readonly clientName?: string;
  /** What the host is called at a server that knows it already. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** An https address that describes the host, for servers that take one instead of a registration. */
  readonly clientMetadataUrl?: string;
  readonly scope?: string;
}

/** OAuth 2.1 with an authorization code, for one server: registers the host, keeps and renews its tokens. */
export function createOAuth(options: OAuthOptions): ServerAuth {
  const { redirectUrl, clientId, clientSecret, clientMetadataUrl, scope } = options;
  const store = options.store ?? memoryOAuthStore();
  let state = "";
  let response: Promise<URLSearchParams> | undefined;

  const read = async (member: string) => (await store.load())[member];
  async function keep(changes: Readonly<Record<string, unknown>>): Promise<void> {
    await store.save({ ...(await store.load()), ...changes });
  }

  const provider: Required<Pick<OAuthClientProvider, "saveClientInformation" | "invalidateCredentials">> &
    OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: options.clientName ?? "Clew",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      ...(scope !== undefined && { scope }),
    },
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    state() {
      state = randomUUID();
      return state;
    },
    async clientInformation() {
      const known = (await read("client")) as StoredOAuthClientInformation | undefined;
      if (known || clientId === undefined) return known;
      return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
    },
    saveClientInformation: (client) => keep({ client }),
    tokens: () => read("tokens") as ReturnType<OAuthClientProvider["tokens"]>,
    // A server may move to another authorization server: what was discovered is kept for one authorization only.
    saveTokens: (tokens) => keep({ tokens, discovery: undefined, verifier: undefined }),
    redirectToAuthorization(page) {
      response = options.authorize(page).then((address) => returned(String(address), state));
      // Whoever waits for it is told; nobody may.
      response.catch(() => {});
    },
    saveCodeVerifier: (verifier) => keep({ verifier }),
    async codeVerifier() {
      return String(await read("verifier"));
    },
    saveDiscoveryState: (discovery) => keep({ discovery }),
    discoveryState: () => read("discovery") as ReturnType<NonNullable<OAuthClientProvider["discoveryState"]>>,
    async invalidateCredentials(what) {
      const all = { client: undefined, tokens: undefined, verifier: undefined, discovery: undefined };
      await keep(what === "all" ? all : { [what]: undefined });
    },
  };
  return Object.assign(provider, {
    async authorizationResponse() {
      if (!response) throw new ServerError("Nobody was sent to authorize.");
      return response;
    },
  });
}

function returned(address: string, state: string): URLSearchParams {
  const found = URL.parse(address)?.searchParams;
  if (found?.get("state") !== state)
    throw new ServerError("The browser came back with an answer to another question; authorize again.");
  return found;
}
