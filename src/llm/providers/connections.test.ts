import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { event } from "../../testing/anthropic-events.ts";
import { ask } from "../fixtures.ts";
import { textOf } from "../message.ts";
import { collect } from "../provider.ts";
import { withRetries } from "../retry.ts";
import { withTimeout } from "../timeout.ts";
import { anthropicEngine } from "./anthropic.ts";

const answer = [
  event("message_start", { message: { id: "m", model: "claude-test", usage: {} } }),
  event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
  event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "Because." } }),
  event("message_delta", { delta: { stop_reason: "end_turn" }, usage: {} }),
  event("message_stop", {}),
].join("");

const TURNS = 20;

test("[EN1] finished turns leave their connections for reuse", async () => {
  let connections = 0;
  const asked: ServerResponse[] = [];
  const server = createServer((_, response) => {
    asked.push(response);
    response.setHeader("content-type", "text/event-stream").write(answer);
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bare = anthropicEngine({ apiKey: "k-test", model: "claude-test", baseUrl });
  const engine = withRetries(withTimeout(bare, 10_000), { maxRetries: 1, delayMs: 1 });
  for (let turn = 0; turn < TURNS; turn += 1) {
    expect(textOf((await collect(engine.turn(ask))).message)).toBe("Because.");
    // The service ends its stream a moment after the last word.
    const closed = once(asked[turn]!, "close");
    asked[turn]!.end();
    await closed;
  }
  // The next turn may begin before this side has heard of that, and takes another connection then.
  expect(connections).toBeLessThanOrEqual(2);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
