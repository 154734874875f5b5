import { expect, test } from "vitest";
import { answerOf } from "../support/call.ts";
import { connectHttp, eras } from "../support/connect.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("[MX9] a server that was busy releases memory when idle, and continues", async () => {
  using home = temporaryFolder();
  await using serving = await startServe({ home: home.path }, ["--log-level=debug", "--log-format=json"]);
  const think = async (era: (typeof eras)[number], times: number) => {
    await using connected = await connectHttp(era, serving.url);
    for (let time = 0; time < times; time++)
      await answerOf(connected.client, "think", { thought: "What follows? ".repeat(500), session_id: era });
  };
  await Promise.all(eras.map((era) => think(era, 150)));
  const given = () => /^.*garbage collected.*$/m.exec(serving.log())?.[0] ?? "{}";
  await expect.poll(given).not.toBe("{}");
  const { bytesBefore, bytesAfter } = JSON.parse(given());
  expect(bytesAfter).toBeLessThan(bytesBefore);
  await think("2026-07-28", 1);
});
