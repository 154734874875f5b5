import { createServer } from "node:http";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

/** A small issuer of tokens on loopback, with one key at a time. */
export interface Issuer extends AsyncDisposable {
  readonly name: string;
  readonly jwksUrl: string;
  /** The public key that it currently serves. */
  readonly publicKey: JWK;
  /** How often its keys were asked for. */
  readonly fetched: number;
  /** A token that is valid for a minute, with these claims over the usual ones; undefined removes a claim. */
  sign(claims?: Readonly<Record<string, unknown>>, header?: { readonly kid?: string }): Promise<string>;
  /** Rotates the key; the previous one is no longer served. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

/** The purpose of an issuer's tokens. */
export const AUDIENCE = "https://clew.example.org/mcp";

/** Starts an issuer. */
export async function startIssuer(algorithm = "ES256"): Promise<Issuer> {
  let keys = 0;
  let fetched = 0;
  let current = await newKey(algorithm, ++keys);
  const server = createServer((_request, response) => {
    fetched += 1;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ keys: [current.jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  const name = `http://127.0.0.1:${port}`;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    name,
    jwksUrl: `${name}/jwks`,
    get publicKey() {
      return current.jwk;
    },
    get fetched() {
      return fetched;
    },
    sign(claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1_000);
      const all = {
        iss: name,
        aud: AUDIENCE,
        sub: "ann",
        scope: "read write",
        iat: now,
        exp: now + 60,
        ...claims,
      };
      const { kid = "" } = current.jwk;
      return new SignJWT(JSON.parse(JSON.stringify(all)))
        .setProtectedHeader({ alg: algorithm, kid, ...header })
        .sign(current.privateKey);
    },
    async rotate() {
      current = await newKey(algorithm, ++keys);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function newKey(algorithm: string, number: number): Promise<{ privateKey: CryptoKey; jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  const jwk = { ...(await exportJWK(publicKey)), kid: `key-${number}`, alg: algorithm, use: "sig" };
  return { privateKey, jwk };
}
