import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answerOf } from "../support/call.ts";
import { type Connected, connectHttp, connectStdio, type Era } from "../support/connect.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
let url: URL;
/** Writes from another process: subscribers must be notified of those, too. */
let writer: Client;
beforeAll(async () => {
  url = cleanup.use(await startServe({ home })).url;
  writer = cleanup.use(await connectStdio("handshake", { home })).client;
  await answerOf(writer, "think", { thought: "Warm", session_id: "warm" });
});
afterAll(() => cleanup.disposeAsync());

const think = (session_id: string) => answerOf(writer, "think", { thought: "News", session_id });
const urisOf = (id: string) => [
  `thoughtbox://sessions/${id}`,
  `thoughtbox://sessions/${id}/thoughts`,
  `thoughtbox://think/${id}/context`,
];

/** Subscribes to resources in the way of the client's era, until the returned function is called. */
async function watch(client: Client, era: Era, uris: readonly string[]): Promise<() => Promise<void>> {
  if (era === "2026-07-28") {
    const subscription = await client.listen({ resourceSubscriptions: [...uris] });
    return () => subscription.close();
  }
  for (const uri of uris) await client.subscribeResource({ uri });
  return async () => {
    for (const uri of uris) await client.unsubscribeResource({ uri });
  };
}

function hearing(client: Client): string[] {
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    heard.push(params.uri);
  });
  return heard;
}

const heardOf = (heard: readonly string[], uri: string) => heard.filter((one) => one === uri).length;
const patience = { interval: 5 };

describe.each([
  ["stdio", "handshake"],
  ["stdio", "2026-07-28"],
  ["http", "handshake"],
  ["http", "2026-07-28"],
] as const)("a client over %s of the %s era", (transport, era) => {
  const connect = (): Promise<Connected> =>
    transport === "stdio" ? connectStdio(era, { home }) : connectHttp(era, url);
  const name = `${transport}-${era}`;

  it("[R3] is notified of each new thought of another process, until it unsubscribes", async () => {
    await using watcher = await connect();
    const heard = hearing(watcher.client);
    const [watched, other] = [`watched-${name}`, `other-${name}`];
    const stop = await watch(watcher.client, era, urisOf(watched));
    await watch(watcher.client, era, urisOf(other));
    for (let written = 1; written <= 3; written++) {
      await think(watched);
      await vi.waitFor(() => {
        for (const uri of urisOf(watched)) expect(heardOf(heard, uri)).toBeGreaterThanOrEqual(written);
      }, patience);
    }
    await stop();
    const before = heard.filter((uri) => uri.includes(watched)).length;
    await think(watched);
    // Notifications arrive in order: when the second has arrived, the first would have, too.
    await think(other);
    await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(urisOf(other))), patience);
    expect(heard.filter((uri) => uri.includes(watched)).length).toBe(before);
  });

  it("[R3] is notified only of what it subscribed to", async () => {
    await using watcher = await connect();
    const heard = hearing(watcher.client);
    await watch(watcher.client, era, [`thoughtbox://sessions/only-${name}`]);
    await think(`not-${name}`);
    await think(`only-${name}`);
    await vi.waitFor(() => expect(heard).not.toEqual([]), patience);
    // The session's opening and its thought may be notified together or separately.
    expect([...new Set(heard)]).toEqual([`thoughtbox://sessions/only-${name}`]);
    expect(heard.length).toBeLessThanOrEqual(2);
  });
});
