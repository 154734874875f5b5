import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AUDIENCE, startIssuer } from "../safety/issuer.ts";
import { bearer } from "../safety/principals.ts";
import { answerOf } from "../support/call.ts";
import { connectHttp } from "../support/connect.ts";
import { checkoutPrograms } from "../support/programs.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const guide = readFileSync("docs/guide/owners.md", "utf8");
const shell = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text!);

const home = temporaryFolder();
let serving: Serving;
beforeAll(async () => {
  runInShell(shell[0]!, home.path);
  const setting = /^CLEW_TOKENS_FILE=(\S+) npx clew serve\n$/.exec(shell[1]!)?.[1];
  serving = await startServe({ home: home.path, env: { CLEW_TOKENS_FILE: join(home.path, setting!) } });
});
afterAll(async () => {
  await serving[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

const tokenOf = (name: string): string =>
  JSON.parse(readFileSync(join(home.path, `${name.toLowerCase()}.json`), "utf8")).token;

test("[H5] [SA5] each of the three callers gets the answers that the owners guide shows", async () => {
  const exchange = /^(Ann|Bob|Olga), to `(\w+)`:\n\n```json\n(.*?)^```\n\n```json\n(.*?)^```$/gms;
  const exchanges = [...guide.matchAll(exchange)];
  expect(exchanges.map(([, who]) => who)).toEqual(["Ann", "Bob", "Bob", "Olga"]);
  for (const [, who, tool, sent, answered] of exchanges) {
    await using connected = await connectHttp("2026-07-28", serving.url, bearer(tokenOf(who!)));
    const answer = await answerOf(connected.client, tool!, JSON.parse(sent!));
    expect(comparable(answer)).toEqual(comparable(JSON.parse(answered!)));
  }
});

test("[H5] [SA5] in the owners guide the operator sees who owns a session, and others do not", async () => {
  const sessions = async (who: string) => {
    const answer = await fetch(new URL("/api/sessions", serving.address), { headers: bearer(tokenOf(who)) });
    return ((await answer.json()) as { readonly sessions: readonly object[] }).sessions;
  };
  expect(guide).toContain('`"owner": "ann"`');
  expect(await sessions("olga")).toMatchObject([{ owner: "bob" }, { owner: "ann" }]);
  for (const who of ["ann", "bob"])
    expect(await sessions(who)).toEqual([expect.not.objectContaining({ owner: expect.anything() })]);
});

test("[H5] [SA3] the claims of the owners guide make the principal that it names", async () => {
  await using issuer = await startIssuer();
  const given = JSON.parse(/```json\n(\{\s*"iss".*?)^```$/ms.exec(guide)![1]!);
  const { iss, aud, exp, ...claims } = given;
  expect(typeof exp).toBe("number");
  expect(aud).toBe(AUDIENCE);
  using data = temporaryFolder();
  const env = {
    CLEW_JWT_ISSUER: issuer.name,
    CLEW_JWT_AUDIENCE: aud,
    CLEW_JWKS_URL: issuer.jwksUrl,
  };
  await using server = await startServe({ home: data.path, env });
  await using connected = await connectHttp("2026-07-28", server.url, bearer(await issuer.sign(claims)));
  await answerOf(connected.client, "think", { thought: "By whom?" });
  const operator = await issuer.sign({ sub: "0001", scope: "read operator" });
  const answer = await fetch(new URL("/api/sessions", server.address), { headers: bearer(operator) });
  const named = `${iss}|${claims.sub}`;
  expect(guide).toContain(`\`${named.replace("|", "\\|")}\``);
  expect(await answer.json()).toMatchObject({ sessions: [{ owner: named.replace(iss, issuer.name) }] });
});

/** Scores and the tags of owners depend on the store and are not compared. */
function comparable(answer: object): unknown {
  return JSON.parse(JSON.stringify(answer).replace(/"score":[\d.]+/g, '"score":1'));
}

/** Runs commands of the guide with the programs of a checkout, in a folder. */
function runInShell(lines: string, folder: string): void {
  const env = {
    PATH: [checkoutPrograms(folder), process.env.PATH].join(delimiter),
    HOME: folder,
    CLEW_HOME: folder,
  };
  execFileSync("sh", ["-ec", lines], { cwd: folder, env });
}
