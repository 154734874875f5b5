import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type ModelServer, type Reply, startModelServer } from "../testing/index.ts";
import type { Engine } from "./engine.ts";
import { failureOf as nameFailure, type Service, safeText } from "./failures.ts";
import { ask, failureOf } from "./fixtures.ts";
import { anthropicEngine } from "./providers/anthropic.ts";
import { langbaseEngine } from "./providers/langbase.ts";
import { openaiCompatibleEngine } from "./providers/openai-compatible.ts";

const KEY = "secret-key-4711";
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Case {
  readonly name: string;
  readonly key: string;
  readonly unknown: (label: string) => string;
  readonly label: (host: string) => string;
  readonly make: (baseUrl: string, apiKey?: string) => Engine;
}

const cases: readonly Case[] = [
  {
    name: "anthropic",
    key: "ANTHROPIC_API_KEY",
    label: () => "Anthropic",
    unknown: (label) => `${label} has no model 'claude-9' (404): set ANTHROPIC_MODEL to an existing one.`,
    make: (baseUrl, apiKey = KEY) => anthropicEngine({ apiKey, baseUrl, model: "claude-9" }),
  },
  {
    name: "openai-compatible",
    key: "OPENAI_API_KEY",
    label: (host) => `The service at ${host}`,
    unknown: (label) => `${label} has no model 'gpt-9' (404): set OPENAI_MODEL to an existing one.`,
    make: (baseUrl, apiKey = KEY) => openaiCompatibleEngine({ apiKey, baseUrl, model: "gpt-9" }),
  },
  {
    name: "langbase",
    key: "LANGBASE_API_KEY",
    label: () => "Langbase",
    unknown: (label) => `${label} has no pipe 'nothing-v9' (404): set PIPE_LINEAR to an existing one.`,
    make: (baseUrl, apiKey = KEY) => langbaseEngine({ apiKey, baseUrl, pipe: "nothing-v9" }),
  },
];

describe.each(cases)("$name", ({ key, unknown, label, make }) => {
  async function failureWith(reply: Reply) {
    server = await startModelServer([reply]);
    return await failureOf(make(server.url).turn(ask));
  }
  const labelHere = () => label(new URL(server!.url).host);

  test("[EN8] a wrong key gives one line that names its variable", async () => {
    server = await startModelServer([], { key: "another" });
    const failure = await failureOf(make(server.url).turn(ask));
    expect(failure).toMatchObject({ kind: "key", status: 401, isTransient: false });
    expect(failure.message).toBe(`${labelHere()} rejects the key in ${key} (401).`);
  });

  test("[EN8] an unknown model or pipe gives one line that names it and its variable", async () => {
    server = await startModelServer([], { models: ["something-else"] });
    const failure = await failureOf(make(server.url).turn(ask));
    expect(failure).toMatchObject({ kind: "model", status: 404 });
    expect(failure.message).toBe(unknown(labelHere()));
  });

  test.each([
    [400, "refused"],
    [403, "key"],
    [402, "refused"],
    [408, "timeout"],
    [409, "refused"],
    [413, "refused"],
    [422, "refused"],
    [425, "unavailable"],
    [429, "rate"],
    [500, "unavailable"],
    [502, "unavailable"],
    [503, "unavailable"],
    [529, "unavailable"],
  ])("[EN8] the status %i is %s, in one line with the service's own message", async (status, kind) => {
    const failure = await failureWith({ status, error: { message: "The tide\nis out" } });
    expect(failure).toMatchObject({ kind, status });
    expect(failure.message).toMatch(new RegExp(`^\\S.*\\(${status}\\): The tide is out\\.$`));
    expect(failure.isTransient).toBe([408, 425, 429].includes(status) || status >= 500);
  });

  test("[EN8] accepts an error body that is not JSON", async () => {
    const failure = await failureWith({ status: 502, raw: "<html>\u0007Bad gateway</html>" });
    expect(failure).toMatchObject({ kind: "unavailable", status: 502 });
    expect(failure.message).toMatch(/ reports an internal error \(502\)/);
  });

  test("[EN5] Retry-After is read in seconds, in milliseconds and as a date", async () => {
    const wait = async (headers: Readonly<Record<string, string>>) => {
      const failure = await failureWith({ status: 429, headers });
      await server?.close();
      return failure.retryAfterMs;
    };
    expect(await wait({ "retry-after": "7" })).toBe(7000);
    expect(await wait({ "retry-after-ms": "1500", "retry-after": "2" })).toBe(1500);
    expect(await wait({ "retry-after": new Date(Date.now() + 3_600_000).toUTCString() })).toBeGreaterThan(
      3_500_000,
    );
    expect(await wait({ "retry-after": "soon" })).toBeUndefined();
  });

  test("[EN8] hides a key that a service echoes and cuts long messages", async () => {
    const failure = await failureWith({
      status: 400,
      error: { message: `You sent ${KEY} and ${KEY}! ${"long ".repeat(200)}` },
    });
    expect(failure.message).not.toContain(KEY);
    expect(failure.message).toContain("You sent … and …!");
    expect(failure.message.length).toBeLessThan(400);
    expect(JSON.stringify(failure)).not.toContain(KEY);
  });

  test("[EN8] reports a service without a listener as unreachable", async () => {
    server = await startModelServer([]);
    const { host } = new URL(server.url);
    await server.close();
    const failure = await failureOf(make(`http://${host}`).turn(ask));
    expect(failure).toMatchObject({ kind: "unavailable", isTransient: true });
    expect(failure.message).toBe(
      `Cannot reach ${label(host)} at ${host}: nothing listens there (ECONNREFUSED).`,
    );
  });

  test("[EN8] reports an https address without TLS as unreachable", async () => {
    const plain = createServer();
    await new Promise<void>((done) => plain.listen(0, "127.0.0.1", done));
    const failure = await failureOf(
      make(`https://127.0.0.1:${(plain.address() as AddressInfo).port}`).turn(ask),
    );
    plain.close();
    expect(failure).toMatchObject({ kind: "unavailable" });
    expect(failure.message).toMatch(/the secure connection failed|the connection was lost/);
  });

  test.each(["not an address", "ftp://example.com", "http://me:word@127.0.0.1"])(
    "[EN8] refuses an invalid address without repeating it: %s",
    async (address) => {
      const failure = await failureOf(make(address).turn(ask));
      expect(failure.kind).toBe("refused");
      expect(failure.message).not.toContain(address);
      expect(failure.message).toMatch(/_BASE_URL must be an http:\/\/ or https:\/\/ URL/);
    },
  );

  test("[EN8] refuses a key with invalid characters without repeating it", async () => {
    const failure = await failureOf(make("http://127.0.0.1:9", "sk-one\nsk-two").turn(ask));
    expect(failure.kind).toBe("key");
    expect(failure.message).toBe(`${key} contains characters that no key has: set it again.`);
  });
});

const service: Service = {
  engine: "anthropic",
  label: "Anthropic",
  address: "https://api.anthropic.com",
  key: KEY,
  noun: "model",
  model: "claude-9",
  variables: { address: "ANTHROPIC_BASE_URL", key: "ANTHROPIC_API_KEY", model: "ANTHROPIC_MODEL" },
};

test.each([
  ["ECONNREFUSED", "unavailable", "nothing listens there"],
  ["ENOTFOUND", "unavailable", "the host name is unknown"],
  ["EAI_AGAIN", "unavailable", "the host name is unknown"],
  ["ECONNRESET", "unavailable", "the connection was lost"],
  ["UND_ERR_SOCKET", "unavailable", "the connection was lost"],
  ["ETIMEDOUT", "timeout", "no answer in time"],
  ["UND_ERR_CONNECT_TIMEOUT", "timeout", "no answer in time"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "unavailable", "the secure connection failed"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unavailable", "the secure connection failed"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "unavailable", "the secure connection failed"],
  ["HPE_INVALID_CONSTANT", "unavailable", "the response is not HTTP"],
  ["ENETDOWN", "unavailable", "the network failed"],
])("[EN8] the network error %s is %s, anywhere in the chain of causes", (code, kind, why) => {
  const root = Object.assign(new Error("low"), { code });
  const chains = [
    root,
    new TypeError("fetch failed", { cause: root }),
    new TypeError("x", { cause: new AggregateError([root]) }),
  ];
  for (const thrown of chains) {
    const failure = nameFailure(service, thrown);
    expect(failure.kind).toBe(kind);
    expect(failure.message).toBe(`Cannot reach Anthropic at api.anthropic.com: ${why} (${code}).`);
  }
});

test("[EN8] reports a request that could not be sent as unreachable", () => {
  // All that `fetch` says where it leaves a port alone.
  const failure = nameFailure(service, new TypeError("fetch failed", { cause: new Error("bad port") }));
  expect(failure.message).toMatch(/^Cannot reach .*: the network failed \(FETCH_FAILED\)\.$/);
});

test("[EN8] names the variable if a service requires a key and none is set", async () => {
  server = await startModelServer([]);
  const engine = openaiCompatibleEngine({ baseUrl: server.url, model: "m" });
  const { host } = new URL(server.url);
  expect((await failureOf(engine.turn(ask))).message).toBe(
    `The service at ${host} requires a key (401): set OPENAI_API_KEY.`,
  );
});

test("[EN8] distinguishes an unknown path from an unknown model", async () => {
  server = await startModelServer([]);
  const engine = openaiCompatibleEngine({ apiKey: KEY, baseUrl: `${server.url}/wrong`, model: "m-1" });
  const failure = await failureOf(engine.turn(ask));
  expect(failure.kind).toBe("refused");
  expect(failure.message).toContain("OPENAI_BASE_URL");
});

test("[EN5] does not retry for an account without credit, though the status is 429", async () => {
  const error = { message: "You exceeded your current quota", code: "insufficient_quota" };
  server = await startModelServer([{ status: 429, error }]);
  const engine = openaiCompatibleEngine({ apiKey: KEY, baseUrl: server.url, model: "gpt-4.1" });
  expect(await failureOf(engine.turn(ask))).toMatchObject({ kind: "refused", isTransient: false });
});

test("[EN8] shows one short line without the key for any message of a service", () => {
  const key = fc.stringMatching(/^[A-Za-z0-9_-]{16,40}$/);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constant("KEY"))),
      key,
      (parts, secret) => {
        const said = safeText(parts.map((part) => (part === "KEY" ? secret : part)).join(""), secret);
        expect(said).not.toContain(secret);
        expect(said).not.toMatch(/\p{C}/u);
        expect([...said].length).toBeLessThanOrEqual(300);
      },
    ),
  );
});

describe.each(cases)("$name with a placeholder for a key", ({ make }) => {
  test.each(["x", "test", "e", "ollama"])("[EN13] %j leaves the service's message as it is", async (key) => {
    const message = "The latest test of extra text exceeds ollama's context";
    server = await startModelServer([{ status: 400, error: { message } }]);
    const failure = await failureOf(make(server.url, key).turn(ask));
    expect(failure.message).toContain(`: ${message}.`);
  });
});

test.each([
  ["a word of its own", "lm-studio", "Key 'lm-studio' is wrong", "Key '…' is wrong"],
  ["a part of a word", "standard", "Use a standardized name, not standard", "Use a standardized name, not …"],
  ["a long key within a word", "abcdefgh12345678", "keyabcdefgh12345678x", "key…x"],
  ["a key in a URL", "ab/cd+ef=12345678", "at /v1?key=ab%2Fcd%2Bef%3D12345678", "at /v1?key=…"],
])("[EN13] redaction of %s", (_, key, said, shown) => {
  expect(safeText(said, key)).toBe(shown);
});
