import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { thoughtFor } from "./drafts.ts";
import { scratchFolder } from "./scratch.ts";

test("[S7] a ledger written by the first release opens with everything in it, and accepts new thoughts", async () => {
  const file = join(scratchFolder(), "clew.db");
  writeFileSync(file, gunzipSync(readFileSync("test/durability/fixtures/first-release.db.gz")));
  const store = await openStore({ file });
  onTestFinished(() => store.close());
  expect(await store.session("first-release")).toMatchObject({
    title: "Why is checkout slow?",
    project: "shop",
    tags: ["latency"],
    status: "completed",
    thoughtCount: 5,
    branchCount: 1,
  });
  const thoughts = await store.thoughts("first-release", {});
  expect(thoughts).toMatchObject([
    { number: 1, source: "thoughtbox", critique: { text: "Compared with what?" } },
    { number: 2, content: "The payment client was updated on Monday" },
    { number: 3, branchId: "client", branchFrom: 2, source: "think" },
    { number: 3, isRevision: true, revises: 2, revisesId: "01a1e381-7b0b-7579-83ab-544b5ec5ce38" },
    { number: 4, nextThoughtNeeded: false },
  ]);
  expect(await store.handle("h")).toMatchObject({ sessionId: "first-release", project: "shop" });
  expect(await store.notebook("n")).toMatchObject({ title: "Numbers", cells: [{ content: "6 * 7" }, {}] });
  expect(await store.messages("c", {})).toEqual([{ role: "user", content: "Why?" }]);
  expect(await store.invocations({})).toMatchObject([{ tool_name: "think" }]);
  expect((await store.search({ text: "connections" })).map(({ thought }) => thought.seq)).toEqual([5, 3]);
  expect((await store.changes(0, 100)).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const { thought } = await store.append(thoughtFor("first-release", "And since Monday?"));
  expect(thought).toMatchObject({ seq: 6, number: 5 });
});
