import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { thoughtFor } from "./drafts.ts";
import { scratchFolder } from "./scratch.ts";
import { startChild } from "./start-child.ts";
import { startWriter } from "./start-writer.ts";

/** Enough appends for eight commits, so that the event loop runs at least seven times between them. */
const FLOOD = 8 * 256;

test("[S2] a flood of appends leaves the event loop time between commits", async () => {
  const store = await openStore({ file: join(scratchFolder(), "clew.db") });
  onTestFinished(() => store.close());
  let settled = false;
  const flood = Array.from({ length: FLOOD }, (_, i) => store.append(thoughtFor("s", `thought ${i}`)));
  const all = Promise.all(flood).finally(() => {
    settled = true;
  });
  let turns = 0;
  const turn = () => {
    turns++;
    if (!settled) setImmediate(turn);
  };
  setImmediate(turn);
  await all;
  expect(turns).toBeGreaterThanOrEqual(7);
});

test("[S2] a process that keeps flooding the ledger does not block another one", async () => {
  const file = join(scratchFolder(), "clew.db");
  const endless = { count: Number.MAX_SAFE_INTEGER, inFlight: 2000 };
  const flood = await startWriter({ file, sessionId: "flood", word: "f", ...endless });
  const other = await startWriter({ file, sessionId: "other", word: "o", count: 20 });
  flood.command();
  await flood.until(() => flood.acknowledged().length > 0);
  other.command();
  expect(await other.ended).toEqual({ code: 0, signal: null });
  flood.kill();
  expect((await flood.ended).signal).toBe("SIGKILL");
});

test("[S2] a listener that throws does not stop the writer", async () => {
  const child = startChild("careless", join(scratchFolder(), "clew.db"));
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(child.lines.filter((line) => line === "acknowledged")).toHaveLength(3);
  expect(child.lines).toContain("uncaught: careless");
});
