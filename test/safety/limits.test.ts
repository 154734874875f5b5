import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLedger } from "../durability/read-ledger.ts";
import { connectHttp, eras } from "../support/connect.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { bearer, newPrincipal, writeTokens } from "./principals.ts";
import { openThinker } from "./thinker.ts";

describe("a server with limits", () => {
  it.each(eras)(
    "[SA6] writes everything that it acknowledged, and nothing above the rate (%s)",
    async (era) => {
      using home = temporaryFolder();
      await using serving = await startServe({ home: home.path, env: { CLEW_TOOL_RATES: "think=5" } });
      using thinker = await openThinker(serving.url, era, "often");
      const outcomes = [];
      for (let turn = 0; turn < 8; turn++) outcomes.push(await thinker.think(`Thought ${turn}`));
      expect(outcomes.filter((one) => "taken" in one)).toHaveLength(5);
      for (const refused of outcomes.slice(5))
        expect(refused).toMatchObject({
          status: 429,
          headers: { "retry-after": expect.stringMatching(/^\d+$/) },
        });
      await serving.stop();
      expect(readLedger(join(home.path, "clew.db"))).toHaveLength(5);
    },
  );

  it("[SA6] counts each principal separately, and does not count health checks", async () => {
    using home = temporaryFolder();
    const [ann, bob] = [
      await newPrincipal(home.path, "ann", "read"),
      await newPrincipal(home.path, "bob", "read"),
    ];
    const env = { CLEW_TOKENS_FILE: writeTokens(home.path, ann, bob), CLEW_RATE_PER_MINUTE: "3" };
    await using serving = await startServe({ home: home.path, env });
    const statusOf = async (path: string, headers = {}) =>
      (await fetch(new URL(path, serving.address), { headers })).status;
    for (let turn = 0; turn < 3; turn++) expect(await statusOf("/metrics", bearer(ann.token))).toBe(200);
    expect(await statusOf("/metrics", bearer(ann.token))).toBe(429);
    for (let turn = 0; turn < 3; turn++) expect(await statusOf("/metrics", bearer(bob.token))).toBe(200);
    expect(await statusOf("/metrics", bearer(bob.token))).toBe(429);
    expect(await statusOf("/metrics")).toBe(401);
    expect(await statusOf("/healthz")).toBe(200);
  });

  it("[SA6] frees a slot when its answer ends, also for streams and broken connections", async () => {
    using home = temporaryFolder();
    const env = { CLEW_MAX_REQUESTS: "1", CLEW_MAX_STREAMS: "1" };
    await using serving = await startServe({ home: home.path, env });
    for (const era of eras) {
      using thinker = await openThinker(serving.url, era, era);
      for (let turn = 0; turn < 20; turn++) expect(await thinker.think("Next")).toEqual({ taken: true });
    }
    for (let turn = 0; turn < 3; turn++) {
      await using connected = await connectHttp("2026-07-28", serving.url);
      const uri = "thoughtbox://sessions/2026-07-28";
      const listening = await connected.client.listen({ resourceSubscriptions: [uri] });
      await using other = await connectHttp("2026-07-28", serving.url);
      await expect(other.client.listen({ resourceSubscriptions: [uri] })).rejects.toThrow();
      expect((await other.client.listTools()).tools.length).toBeGreaterThan(0);
      await listening.close();
      const again = async () => (await other.client.listen({ resourceSubscriptions: [uri] })).close();
      await expect.poll(again).toBeUndefined();
    }
  });
});
