import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { AUDIENCE, type Issuer, startIssuer } from "../../../test/safety/issuer.ts";
import { authenticateJwt } from "./jwt.ts";

const now = () => Math.floor(Date.now() / 1_000);

function verifierOf(issuer: Issuer, cooldownMs = 0) {
  return authenticateJwt({
    issuer: issuer.name,
    audience: AUDIENCE,
    jwksUrl: issuer.jwksUrl,
    cooldownMs,
    timeoutMs: 2_000,
  });
}

describe("a JWT", () => {
  test.each(["ES256", "RS256", "PS384", "Ed25519"])(
    "[SA3] signed with %s identifies its principal and scopes",
    async (algorithm) => {
      await using issuer = await startIssuer(algorithm);
      const exp = now() + 60;
      const verdict = await verifierOf(issuer)(await issuer.sign({ exp }));
      expect(verdict).toEqual({
        principal: { name: `${issuer.name}|ann`, scopes: ["read", "write"], expiresAt: exp },
      });
    },
  );

  test.each([
    ["scope, with words of others", { scope: "read profile run" }, ["read", "run"]],
    ["scp as a list", { scope: undefined, scp: ["engine", 3, "engine"] }, ["engine"]],
    ["scp as a text", { scope: undefined, scp: "operator" }, ["operator"]],
    ["nothing", { scope: undefined }, []],
  ])("[SA3] reads scopes from %s", async (_, claims, scopes) => {
    await using issuer = await startIssuer();
    expect(await verifierOf(issuer)(await issuer.sign(claims))).toMatchObject({ principal: { scopes } });
  });

  test.each([
    ["has expired", { exp: now() - 120 }, "expired"],
    ["is not good yet", { nbf: now() + 120 }, "nbf"],
    ["never expires", { exp: undefined }, "exp"],
    ["is meant for another server", { aud: "https://other.example.org/mcp" }, "aud"],
    ["is meant for nobody", { aud: undefined }, "aud"],
    ["comes from another issuer", { iss: "https://other.example.org" }, "iss"],
    ["names nobody", { sub: undefined }, "sub"],
    ["names somebody without a name", { sub: "" }, "sub"],
    ["names somebody at endless length", { sub: "x".repeat(256) }, "sub"],
  ])("[SA3] refuses one that %s, with the reason", async (_, claims, reason) => {
    await using issuer = await startIssuer();
    const verdict = await verifierOf(issuer)(await issuer.sign(claims));
    expect(verdict).toEqual({ invalid: expect.stringContaining(reason) });
  });

  test("[SA3] allows clocks to differ by half a minute", async () => {
    await using issuer = await startIssuer();
    const token = await issuer.sign({ exp: now() - 15, nbf: now() + 15 });
    expect(await verifierOf(issuer)(token)).toHaveProperty("principal");
  });

  test("[SA3] refuses one without a signature", async () => {
    await using issuer = await startIssuer();
    const claims = { iss: issuer.name, aud: AUDIENCE, sub: "ann", exp: now() + 60 };
    const token = new UnsecuredJWT(claims).encode();
    const [, payload] = token.split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", kid: "key-1" })).toString("base64url");
    for (const forged of [token, `${none}.${payload}.`, `${none}.${payload}.AAAA`])
      expect(await verifierOf(issuer)(forged)).toHaveProperty("invalid");
  });

  test("[SA3] refuses one signed with the public key as if it were a secret", async () => {
    await using issuer = await startIssuer("RS256");
    const secrets = [JSON.stringify(issuer.publicKey), issuer.publicKey.n ?? ""];
    for (const secret of secrets) {
      const forged = await new SignJWT({ sub: "ann", scope: "operator" })
        .setProtectedHeader({ alg: "HS256", kid: "key-1" })
        .setIssuer(issuer.name)
        .setAudience(AUDIENCE)
        .setExpirationTime("1m")
        .sign(new TextEncoder().encode(secret));
      expect(await verifierOf(issuer)(forged)).toEqual({ invalid: expect.stringContaining("not accepted") });
    }
  });

  test("[SA3] refuses one whose payload was changed", async () => {
    await using issuer = await startIssuer();
    const [header, payload, signature] = (await issuer.sign()).split(".");
    const claims = JSON.parse(Buffer.from(payload!, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: "eve" })).toString("base64url");
    expect(await verifierOf(issuer)(`${header}.${changed}.${signature}`)).toHaveProperty("invalid");
  });

  test.each(["a.b.c", "..", "e30.e30.e30", "no-jwt-at-all"])("[SA3] refuses %j", async (token) => {
    await using issuer = await startIssuer();
    expect(await verifierOf(issuer)(token)).toHaveProperty("invalid");
  });
});

describe("an issuer", () => {
  test("[SA3] that rotates its key is followed, and tokens of the old key are refused", async () => {
    await using issuer = await startIssuer();
    const verify = verifierOf(issuer);
    const before = await issuer.sign();
    expect(await verify(before)).toHaveProperty("principal");
    await issuer.rotate();
    expect(await verify(await issuer.sign())).toHaveProperty("principal");
    expect(await verify(before)).toEqual({ invalid: expect.stringContaining("key") });
  });

  test("[SA3] is not asked for its keys again for every token with an unknown key", async () => {
    await using issuer = await startIssuer();
    const verify = verifierOf(issuer, 60_000);
    for (let turn = 0; turn < 20; turn++)
      expect(await verify(await issuer.sign({}, { kid: `made-up-${turn}` }))).toHaveProperty("invalid");
    expect(issuer.fetched).toBe(1);
  });

  test("[SA3] that is down invalidates no token, and is not needed while its keys are cached", async () => {
    await using issuer = await startIssuer();
    const [asked, unasked] = [verifierOf(issuer), verifierOf(issuer)];
    const token = await issuer.sign();
    expect(await asked(token)).toHaveProperty("principal");
    await issuer.stop();
    expect(await asked(token)).toHaveProperty("principal");
    expect(await unasked(token)).toHaveProperty("unavailable");
  });
});
