import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { allThoughts } from "../../src/store/port.ts";
import { answerOf } from "../support/call.ts";
import { connectHttp, eras } from "../support/connect.ts";
import { ledgerLocation } from "../support/deployment-ledger.ts";
import { startNginx } from "../support/nginx.ts";
import { hasNginx } from "../support/programs-installed.ts";
import { type ServingThree, serveThree } from "../support/serve-three.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe.runIf(hasNginx)("three servers behind nginx", () => {
  const cleanup = new AsyncDisposableStack();
  const home = cleanup.use(temporaryFolder()).path;
  let serving: ServingThree;
  let proxy: Awaited<ReturnType<typeof startNginx>>;
  beforeAll(async () => {
    serving = cleanup.use(await serveThree({ home }));
  });
  // A restarted server has another port.
  beforeEach(async () => {
    const addresses = serving.servers.map(({ address }) => address);
    proxy = cleanup.use(await startNginx("integrations/scale-out/nginx.conf", addresses));
  });
  afterAll(() => cleanup.disposeAsync());

  /** Records thoughts through the proxy, one after another, until stopped; every call must succeed. */
  async function work(era: (typeof eras)[number], session: string, isOver: () => boolean): Promise<number> {
    await using connected = await connectHttp(era, new URL("/mcp", proxy.url));
    let steps = 0;
    while (!isOver()) {
      await answerOf(connected.client, "think", { thought: `Step ${steps + 1}`, session_id: session });
      steps += 1;
    }
    return steps;
  }

  test.each(eras)("[SO9] stopping a server loses no call, in the %s era", async (era) => {
    let isOver = false;
    const names = [1, 2, 3, 4].map((at) => `drained-${era}-${at}`);
    const workers = names.map((name) => work(era, name, () => isOver));
    try {
      const proofs = await connectHttp(era, new URL("/mcp", proxy.url));
      cleanup.use(proofs);
      const answered = async (count: number) => {
        for (let at = 0; at < count; at++)
          await answerOf(proofs.client, "think", { thought: `Proof ${at}`, session_id: `proof-${era}` });
      };
      await answered(10);
      await serving.servers[0]!.stop();
      await answered(20);
      await serving.startAgain(0);
    } finally {
      isOver = true;
    }
    const counts = await Promise.all(workers);
    const store = await openStore(await ledgerLocation(home));
    cleanup.defer(() => store.close());
    for (const [at, name] of names.entries()) {
      const contents: string[] = [];
      for await (const { content } of allThoughts(store, name)) contents.push(content);
      expect(contents).toEqual(Array.from({ length: counts[at]! }, (_, step) => `Step ${step + 1}`));
      expect(contents.length).toBeGreaterThan(0);
    }
  });

  test("[SO9] a killed server gets no more requests", async () => {
    const { address } = serving.servers[1]!;
    await serving.servers[1]!.kill();
    await expect(fetch(new URL("/healthz", address))).rejects.toThrow();
    await using connected = await connectHttp("2026-07-28", new URL("/mcp", proxy.url));
    for (let step = 1; step <= 12; step++)
      expect(
        await answerOf(connected.client, "think", { thought: `After ${step}`, session_id: "after-a-kill" }),
      ).toMatchObject({ step });
    await serving.startAgain(1);
  });

  test("[SO9] event streams pass through without buffering", async () => {
    await using connected = await connectHttp("2026-07-28", new URL("/mcp", proxy.url));
    const stream = await fetch(new URL("/api/events", proxy.url));
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    const arrived = (async () => {
      let text = "";
      while (!text.includes("streamed-through-nginx")) text += (await reader.read()).value ?? "";
      return true;
    })();
    await answerOf(connected.client, "think", { thought: "Seen live", session_id: "streamed-through-nginx" });
    expect(await arrived).toBe(true);
    await reader.cancel();
  });
});
