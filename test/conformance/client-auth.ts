import { ClientCredentialsProvider, DpopSession, PrivateKeyJwtProvider } from "@modelcontextprotocol/client";
import { createOAuth, type ServerAuth } from "../../src/mcp/connect/index.ts";

/** What the suite passes to its client besides the scenario's name. */
export interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly toolCalls?: readonly {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  }[];
}

/** How the client of a scenario authenticates: by our own provider, or by one of the SDK's. */
export async function authFor(scenario: string, context: Context): Promise<ServerAuth> {
  const { client_id: clientId = "", client_secret: clientSecret = "" } = context;
  switch (scenario) {
    case "auth/client-credentials-basic":
      return new ClientCredentialsProvider({ clientId, clientSecret });
    case "auth/client-credentials-jwt":
      return new PrivateKeyJwtProvider({
        clientId,
        privateKey: context.private_key_pem ?? "",
        algorithm: context.signing_algorithm ?? "ES256",
      });
    case "auth/dpop":
    case "auth/dpop-nonce": {
      const session = await DpopSession.create();
      return Object.assign(personsOAuth(context), { dpop: () => session });
    }
    default:
      return personsOAuth(context);
  }
}

function personsOAuth({ client_id: clientId, client_secret: clientSecret }: Context): ServerAuth {
  return createOAuth({
    authorize: followRedirect,
    redirectUrl: "http://localhost:3000/callback",
    clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
    ...(clientId && { clientId }),
    ...(clientSecret && { clientSecret }),
  });
}

/** The suite's authorization page consents at once. */
async function followRedirect(page: URL): Promise<string> {
  const { headers, status } = await fetch(page, { redirect: "manual" });
  const address = headers.get("location");
  if (address === null) throw new Error(`The authorization page answered ${status} without a redirect.`);
  return address;
}
