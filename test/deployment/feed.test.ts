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

it("[SO3] who follows one server sees every thought that is recorded through another, once and in order", async () => {
  const [here, there] = serving.servers;
  const { events, stop } = readEvents(await fetch(new URL("/api/events", here!.address)));
  await events.next();
  await using connected = await connectHttp("2026-07-28", there!.url);
  const delays: number[] = [];
  for (let turn = 1; turn <= THOUGHTS; turn++) {
    const begun = performance.now();
    await answerOf(connected.client, "think", { thought: `Thought ${turn}`, session_id: "followed" });
    const acknowledged = performance.now();
    let seen: readonly ChangeEvent[] = [];
    while (!seen.some(({ kind }) => kind === "thought"))
      seen = (await events.next()).value!.data as ChangeEvent[];
    expect(seen.filter(({ kind }) => kind === "thought")).toMatchObject([
      { sessionId: "followed", seq: turn },
    ]);
    delays.push(performance.now() - Math.max(begun, acknowledged));
  }
  await stop();
  console.log(`behind the answer: p50 ${quantile(delays, 0.5)} ms, p99 ${quantile(delays, 0.99)} ms`);
});

it.each(eras)(
  "[SO3] who watches a session through the proxy hears of it whichever server records (%s)",
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

function quantile(values: readonly number[], share: number): string {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1]!.toFixed(1);
}
