import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLedger } from "../durability/read-ledger.ts";
import { eras } from "../support/connect.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type Outcome, openThinker, thinkCall } from "./thinker.ts";

const CLIENTS = 20;

describe("a server that is asked to stop", () => {
  it("[SA8] under load of twenty clients it stores exactly what it acknowledged and answers everything", async () => {
    using home = temporaryFolder();
    await using serving = await startServe({ home: home.path });
    const taken: string[] = [];
    const last: Outcome[] = [];
    const enough = Promise.withResolvers<void>();
    async function run(number: number): Promise<void> {
      using thinker = await openThinker(serving.url, eras[number % 2]!, `client-${number}`);
      for (let turn = 1; ; turn++) {
        const thought = `Thought ${turn} of client ${number}`;
        const outcome = await thinker.think(thought);
        if (!("taken" in outcome)) return void last.push(outcome);
        taken.push(thought);
        if (taken.length === 200) enough.resolve();
      }
    }
    const clients = Array.from({ length: CLIENTS }, (_, number) => run(number));
    await enough.promise;
    await Promise.all([serving.stop(), ...clients]);
    expect(last).toHaveLength(CLIENTS);
    for (const outcome of last.filter((one) => "status" in one))
      expect(outcome).toMatchObject({ status: 503, headers: { connection: "close", "retry-after": "1" } });
    const kept = readLedger(join(home.path, "clew.db")).map(({ content }) => content);
    expect(kept.toSorted()).toEqual(taken.toSorted());
    expect(taken.length).toBeGreaterThanOrEqual(200);
  });

  it.each(eras)(
    "[SA8] reads the rest of a request that had begun, and refuses the next (%s)",
    async (era) => {
      using home = temporaryFolder();
      await using serving = await startServe({ home: home.path });
      const { headers, body } = thinkCall(era, "Half said", "half");
      const lines = Object.entries({ host: serving.url.host, expect: "100-continue", ...headers });
      const socket = connect(Number(serving.url.port), "127.0.0.1").setEncoding("utf8");
      let said = "";
      socket.on("data", (chunk) => {
        said += chunk;
      });
      const head = [...lines, ["content-length", String(body.length)]].map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      socket.write(`POST /mcp HTTP/1.1\r\n${head.join("")}\r\n`);
      await expect.poll(() => said).toMatch(/^HTTP\/1\.1 100 Continue/);
      const stopped = serving.stop();
      const ready = new URL("/readyz", serving.address);
      const readiness = async () => {
        const answer = await fetch(ready, { headers: { connection: "close" } });
        return [answer.status, answer.headers.get("connection")];
      };
      await expect.poll(readiness, { interval: 5 }).toEqual([503, "close"]);
      socket.write(body);
      await once(socket, "close");
      expect(said).toMatch(/HTTP\/1\.1 200 OK.*connection: close.*success/is);
      await stopped;
      expect(readLedger(join(home.path, "clew.db"))).toMatchObject([{ content: "Half said" }]);
    },
  );
});
