import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionOnDisk } from "../support/ledger.ts";
import { handshake, request, speak, statelessRequest } from "../support/stdio-exchange.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const eras = [
  ["handshake", handshake, request],
  ["2026-07-28", [], statelessRequest],
] as const;

const think = (thought: string) => ({ name: "think", arguments: { thought, session_id: "lines" } });

describe("[P2] lines that are not messages", () => {
  it.each(["{nope", '{"jsonrpc":"2.0","id":1,', "\u0000", "hello", "{}}"])(
    "[P2] the malformed line %j gets -32700 with a null id, and the next line works",
    async (line) => {
      using home = temporaryFolder();
      const said = await speak({ home: home.path }, [
        line,
        ...handshake,
        request(1, "tools/call", think("Go on")),
      ]);
      expect(said.answer(null)?.error?.code).toBe(-32700);
      expect(said.answer(1)?.result).toMatchObject({ structuredContent: { status: "success" } });
      expect(said.lines).toHaveLength(3);
    },
  );

  it("[P2] a JSON value that is not a JSON-RPC message gets -32600, and the next line works", async () => {
    using home = temporaryFolder();
    const values = [
      "42",
      "null",
      '"text"',
      "[]",
      "[1]",
      "{}",
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"1.0","id":7,"method":"ping"}',
      '{"id":7,"method":"ping"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":7,"method":7}',
    ];
    const said = await speak({ home: home.path }, [...handshake, ...values, request(1, "ping")]);
    const refused = said.lines.map((line) => JSON.parse(line)).filter(({ error }) => error !== undefined);
    expect(refused.map(({ error }) => error.code)).toEqual(values.map(() => -32600));
    expect(said.answer(1)?.result).toEqual({});
    expect(said.code).toBe(0);
  });

  it.each([
    ["params that are a list", { jsonrpc: "2.0", id: 7, method: "tools/call", params: [1] }],
    [
      "_meta that is a text",
      { jsonrpc: "2.0", id: 7, method: "tools/call", params: { ...think("x"), _meta: "x" } },
    ],
    [
      "a progress token that is an object",
      {
        jsonrpc: "2.0",
        id: 7,
        method: "tools/call",
        params: { ...think("x"), _meta: { progressToken: {} } },
      },
    ],
    ["a member too many", { jsonrpc: "2.0", id: 7, method: "ping", extra: 1 }],
    ["a fraction as its id", { jsonrpc: "2.0", id: 7.5, method: "ping" }],
  ])("[P2] a request with %s is answered, never ignored", async (_, message) => {
    using home = temporaryFolder();
    const said = await speak({ home: home.path }, [...handshake, message, request(1, "ping")]);
    const answers = said.lines.map((line) => JSON.parse(line)).filter(({ id }) => id !== "hello" && id !== 1);
    expect(answers).toHaveLength(1);
    expect(said.answer(1)?.result).toEqual({});
  });
});

describe.each(eras)("a conversation of the %s era", (_era, opening, ask) => {
  const everything = [
    ...opening,
    ask(1, "tools/list"),
    ask(2, "tools/call", think("A thought")),
    ask(3, "tools/call", { name: "think", arguments: {} }),
    ask(4, "tools/call", { name: "thoughtbox", arguments: { thought: "x", includeGuide: true } }),
    ask(5, "tools/call", { name: "thoughtbox", arguments: { thought: "x", sessionId: "no-such" } }),
    ask(6, "tools/call", { name: "no-such-tool", arguments: {} }),
    ask(7, "resources/list"),
    ask(8, "resources/read", { uri: "thoughtbox://patterns-cookbook" }),
    ask(9, "resources/read", { uri: "thoughtbox://think/lines/context" }),
    ask(10, "prompts/get", { name: "airline", arguments: { task: "x" } }),
    ask(11, "prompts/get", { name: "no-such-prompt" }),
    ask(12, "completion/complete", {
      ref: { type: "ref/resource", uri: "thoughtbox://sessions/{sessionId}" },
      argument: { name: "sessionId", value: "" },
    }),
    ask(13, "no/such/method"),
    "this is no JSON",
    "[]",
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } },
    { jsonrpc: "2.0", method: "no/such/notification" },
    { jsonrpc: "2.0", id: 98, result: {} },
  ];

  function expectPure(lines: readonly string[]): void {
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  }

  it("[P3] stdout is JSON-RPC and nothing else, at log level trace", async () => {
    using home = temporaryFolder();
    const said = await speak({ home: home.path }, everything, ["--log-level", "trace"]);
    expectPure(said.lines);
    for (let id = 1; id <= 13; id++) expect(said.answer(id)).toBeDefined();
    expect(said.code).toBe(0);
  });

  it("[P29] no line contains a line separator, whatever a thought contains", async () => {
    using home = temporaryFolder();
    await speak({ home: home.path }, [
      ...handshake,
      request(1, "tools/call", think("before\u2028between\u2029after")),
    ]);
    const query = request(1, "tools/call", {
      name: "thoughtbox_gateway",
      arguments: { operation: "load_context", args: { sessionId: "lines" } },
    });
    const said = await speak({ home: home.path }, [...handshake, query]);
    for (const line of said.lines) expect(line).not.toMatch(/[\u2028\u2029]/);
    expect(JSON.stringify(said.answer(1)?.result)).toContain("between");
  });

  it("[MX10] a thought that opens its session logs no failure", async () => {
    using home = temporaryFolder();
    const call = request(1, "tools/call", think("The first"));
    const said = await speak({ home: home.path }, [...handshake, call], ["--log-level", "trace"]);
    expect(said.answer(1)?.result).toMatchObject({ structuredContent: { status: "success" } });
    expect(said.stderr).not.toMatch(/failure|No session/);
  });

  it("[P3] stdout stays pure when the data home cannot be written and errors are logged", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    const said = await speak({ home: join(file, "home") }, everything, ["--log-level", "trace"]);
    expectPure(said.lines);
    for (let id = 1; id <= 13; id++) expect(said.answer(id)).toBeDefined();
    expect(said.stderr).toContain("error");
    expect(said.answer(1)?.result).toHaveProperty("tools");
    expect(said.answer(8)?.result).toHaveProperty("contents");
  });

  it("[T2] an internal failure has the seed's words and no path", async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    const said = await speak({ home: join(file, "home") }, [
      ...opening,
      ask(1, "tools/call", think("A thought")),
    ]);
    const message = expect.stringMatching(/^Error processing thought: The ledger/);
    expect(said.answer(1)?.result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: message }],
      structuredContent: { status: "error", message },
    });
    expect(said.lines.join("\n")).not.toContain(folder.path);
  });

  it("[P13] requests in flight are answered before the server exits at the end of its input", async () => {
    using home = temporaryFolder();
    const thoughts = Array.from({ length: 60 }, (_, index) => `thought ${index + 1}`);
    const requests = thoughts.map((thought, index) => ask(index + 1, "tools/call", think(thought)));
    const said = await speak({ home: home.path }, [...opening, ...requests]);
    expect(said.code).toBe(0);
    for (const step of thoughts.keys())
      expect(said.answer(step + 1)?.result).toMatchObject({ structuredContent: { step: step + 1 } });
    expect((await sessionOnDisk(home.path, "lines")).thoughts.map(({ content }) => content)).toEqual(
      thoughts,
    );
  });

  it("[P13] a last line without a line break is answered too", async () => {
    using home = temporaryFolder();
    const last = JSON.stringify(ask(1, "tools/call", think("The end")));
    const said = await speak({ home: home.path }, [...opening, last.replace(/\n$/, "")]);
    expect(said.answer(1)?.result).toHaveProperty("structuredContent");
  });
});

it("[P13] a client that listens, and one that cancelled, do not keep the server from ending", async () => {
  using home = temporaryFolder();
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } };
  const said = await speak({ home: home.path }, [
    statelessRequest(1, "subscriptions/listen", {
      notifications: { resourceSubscriptions: ["thoughtbox://sessions/lines"] },
    }),
    statelessRequest(2, "tools/call", think("Never mind")),
    cancelled,
    statelessRequest(3, "tools/call", think("Go on")),
  ]);
  expect(said.code).toBe(0);
  expect(said.answer(3)?.result).toHaveProperty("structuredContent");
});
