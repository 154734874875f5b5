import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messagesOf } from "../support/mcp-endpoint.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { handshake, request, speak, statelessRequest } from "../support/stdio-exchange.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const call = { name: "think", arguments: { thought: "Which revision?", session_id: "revisions" } };

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
let serving: Serving;
beforeAll(async () => {
  serving = cleanup.use(await startServe({ home }));
});
afterAll(() => cleanup.disposeAsync());

const initialize = (protocolVersion: string) =>
  request(1, "initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "revisions", version: "0.0.0" },
  });

async function post(message: object, headers: Record<string, string> = {}) {
  const answer = await fetch(serving.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });
  return { session: answer.headers.get("mcp-session-id"), messages: await messagesOf(answer) };
}

describe("revisions", () => {
  it.each(revisions)(
    "[P1] the handshake of %s is answered in the same revision over stdio",
    async (revision) => {
      const said = await speak({ home }, [
        initialize(revision),
        handshake[1]!,
        request(2, "tools/list"),
        request(3, "tools/call", call),
      ]);
      expect(said.answer(1)?.result).toMatchObject({ protocolVersion: revision });
      expect(said.answer(2)?.result).toHaveProperty("tools");
      expect(said.answer(3)?.result).toMatchObject({ content: [{ type: "text" }] });
    },
  );

  it.each(revisions)(
    "[P1] the handshake of %s is answered in the same revision over HTTP",
    async (revision) => {
      const { session, messages } = await post(initialize(revision));
      expect(messages).toMatchObject([{ id: 1, result: { protocolVersion: revision } }]);
      const headers = { "mcp-session-id": session ?? "", "mcp-protocol-version": revision };
      const { messages: answers } = await post(request(2, "tools/call", call), headers);
      expect(answers).toMatchObject([{ id: 2, result: { content: [{ type: "text" }] } }]);
    },
  );

  it("[P1] a call without any handshake is answered on both transports", async () => {
    const said = await speak({ home }, [statelessRequest(1, "tools/call", call)]);
    expect(said.answer(1)?.result).toMatchObject({ content: [{ type: "text" }] });
    const { messages } = await post(statelessRequest(1, "tools/call", call), {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "think",
    });
    expect(messages).toMatchObject([{ id: 1, result: { content: [{ type: "text" }] } }]);
  });
});
