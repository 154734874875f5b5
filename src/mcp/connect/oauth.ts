import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { OAuthClientProvider, StoredOAuthClientInformation } from "@modelcontextprotocol/client";
import { ServerError } from "./explain.ts";
import type { ServerAuth } from "./options.ts";

/** How a person authorizes the host at a server. */
export interface OAuthOptions {
  /** Sends the person to the page; resolves with the address that their browser was redirected to. */
  readonly authorize: (page: URL) => Promise<string | URL>;
  readonly redirectUrl: string;
  /** Where credentials are kept; in memory by default. */
  readonly store?: OAuthStore;
  readonly clientName?: string;
  /** The client id of a host that is already registered at the server. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** An https address that describes the host, for servers that accept one instead of a registration. */
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
  async function update(changes: Readonly<Record<string, unknown>>): Promise<void> {
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
      scope,
    },
    clientMetadataUrl,
    state() {
      state = randomUUID();
      return state;
    },
    async clientInformation() {
      const known = (await read("client")) as StoredOAuthClientInformation | undefined;
      if (known || clientId === undefined) return known;
      return { client_id: clientId, client_secret: clientSecret };
    },
    saveClientInformation: (client) => update({ client }),
    tokens: () => read("tokens") as ReturnType<OAuthClientProvider["tokens"]>,
    // A server may move to another authorization server, so discovery results are kept for one authorization only.
    saveTokens: (tokens) => update({ tokens, discovery: undefined, verifier: undefined }),
    redirectToAuthorization(page) {
      response = options.authorize(page).then((address) => parseRedirect(String(address), state));
      // Nobody may be waiting; `authorizationResponse` reports the error to those who are.
      response.catch(() => {});
    },
    saveCodeVerifier: (verifier) => update({ verifier }),
    async codeVerifier() {
      return String(await read("verifier"));
    },
    saveDiscoveryState: (discovery) => update({ discovery }),
    discoveryState: () => read("discovery") as ReturnType<NonNullable<OAuthClientProvider["discoveryState"]>>,
    async invalidateCredentials(what) {
      const all = { client: undefined, tokens: undefined, verifier: undefined, discovery: undefined };
      await update(what === "all" ? all : { [what]: undefined });
    },
  };
  return Object.assign(provider, {
    async authorizationResponse() {
      if (!response) throw new ServerError("No authorization has been started.");
      return response;
    },
  });
}

function parseRedirect(address: string, state: string): URLSearchParams {
  const params = URL.parse(address)?.searchParams;
  if (params?.get("state") !== state)
    throw new ServerError("The browser was redirected with the `state` of another request. Authorize again.");
  return params;
}

/** What is kept between authorizations, in the SDK's format. */
export type OAuthState = Readonly<Record<string, unknown>>;

/** Keeps the credentials for one server. */
export interface OAuthStore {
  load(): Promise<OAuthState>;
  save(state: OAuthState): Promise<void>;
}

/** Keeps credentials until the process ends. */
export function memoryOAuthStore(): OAuthStore {
  let current: OAuthState = {};
  return {
    load: async () => current,
    async save(state) {
      current = state;
    },
  };
}

/** Keeps credentials in a file that only its owner may read. An unreadable file counts as empty. */
export function fileOAuthStore(path: string): OAuthStore {
  return {
    async load() {
      try {
        const state: unknown = JSON.parse(await readFile(path, "utf8"));
        return typeof state === "object" && state !== null ? (state as OAuthState) : {};
      } catch {
        return {};
      }
    },
    async save(state) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
      await rename(draft, path);
    },
  };
}
