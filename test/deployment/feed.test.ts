import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChangeEvent } from "../../src/http/api/schemas.ts";
import { answerOf } from "../support/call.ts";
import { connectHttp, eras } from "../support/connect.ts";
import { readEvents } from "../support/read-events.ts";
import { type ServingThree, serveThree } from "../support/serve-three.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
let serving: ServingThree;
beforeAll(async () => {
  serving = cleanup.use(await serveThree({ home }));
});
afterAll(() => cleanup.disposeAsync());

const THOUGHTS = 100;

it("[SO3] a follower of one server sees every thought recorded through another, once and in order", async () => {
  const [here, there] = serving.servers;
  const { events, stop } = readEvents(await fetch(new URL("/api/events", here!.address)));
  await events.next();
  await using connected = await connectHttp("2026-07-28", there!.url);
  for (let turn = 1; turn <= THOUGHTS; turn++) {
    await answerOf(connected.client, "think", { thought: `Thought ${turn}`, session_id: "followed" });
    let seen: readonly ChangeEvent[] = [];
    while (!seen.some(({ kind }) => kind === "thought"))
      seen = (await events.next()).value!.data as ChangeEvent[];
    expect(seen.filter(({ kind }) => kind === "thought")).toMatchObject([
      { sessionId: "followed", seq: turn },
    ]);
  }
  await stop();
});

it.each(eras)(
  "[SO3] a subscriber through the proxy is notified whichever server records (%s)",
  async (era) => {
    await using watcher = await connectHttp(era, serving.url);
    await using writer = await connectHttp(era, serving.url);
    const uri = `thoughtbox://sessions/watched-${era}`;
    let heard = 0;
    watcher.client.setNotificationHandler("notifications/resources/updated", () => {
      heard += 1;
    });
    if (era === "2026-07-28") await watcher.client.listen({ resourceSubscriptions: [uri] });
    else await watcher.client.subscribeResource({ uri });
    for (let turn = 1; turn <= 6; turn++) {
      const before = heard;
      await answerOf(writer.client, "think", { thought: "News", session_id: `watched-${era}` });
      await expect.poll(() => heard, { interval: 5 }).toBeGreaterThan(before);
    }
  },
);
