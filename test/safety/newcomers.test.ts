import { expect, it } from "vitest";
import { eras } from "../support/connect.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openThinker } from "./thinker.ts";

const BUSY = 150;
const NEWCOMERS = 40;
const GROUPS = 6;
/**
 * If only one connection were accepted per round of the busy clients, there would be as many answers as pairs of
 * clients.
 */
const MOST_MEANWHILE = (BUSY * NEWCOMERS) / 3;

it("[SA7] new connections are served while busy clients send requests without a pause", async () => {
  using home = temporaryFolder();
  await using serving = await startServe({ home: home.path });
  let answered = 0;
  let isOver = false;
  const warm = Promise.withResolvers<void>();
  const busy = Array.from({ length: BUSY }, async (_, number) => {
    using thinker = await openThinker(serving.url, eras[number % 2]!, `busy-${number}`);
    while (!isOver) {
      expect(await thinker.think("Again")).toEqual({ taken: true });
      answered += 1;
      if (answered === BUSY * 3) warm.resolve();
    }
  });
  await warm.promise;
  const meanwhile: number[] = [];
  // A pause of the machine may delay a group, not each of them.
  for (let group = 0; group < GROUPS && !meanwhile.some((count) => count < MOST_MEANWHILE); group += 1) {
    const before = answered;
    const newcomers = Array.from({ length: NEWCOMERS }, async (_, number) => {
      using thinker = await openThinker(serving.url, "2026-07-28", `new-${group}-${number}`);
      expect(await thinker.think("At last")).toEqual({ taken: true });
    });
    await Promise.all(newcomers);
    meanwhile.push(answered - before);
  }
  isOver = true;
  await Promise.all(busy);
  expect(Math.min(...meanwhile)).toBeLessThan(MOST_MEANWHILE);
});
