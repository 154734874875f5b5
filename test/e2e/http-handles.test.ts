import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { connectHttp, eras } from "../support/connect.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cleanup = new AsyncDisposableStack();
let serving: Serving;
beforeAll(async () => {
  serving = cleanup.use(await startServe({ home: cleanup.use(temporaryFolder()).path }));
});
afterAll(() => cleanup.disposeAsync());

describe.each(eras)("the headers of %s", (era) => {
  it.each([
    [
      "X-Workflow-Id before X-Session-Id",
      { "X-Workflow-Id": "head-w", "X-Session-Id": "head-s" },
      {},
      "head-w",
    ],
    ["X-Session-Id when there is no workflow", { "X-Session-Id": "head-s" }, {}, "head-s"],
    [
      "X-Session-Id when the workflow is empty",
      { "X-Workflow-Id": "", "X-Session-Id": "head-s" },
      {},
      "head-s",
    ],
    ["_meta before a header", { "X-Workflow-Id": "head-w" }, { session_id: "meta-s" }, "meta-s"],
    ["a header when _meta is empty", { "X-Workflow-Id": "head-w" }, { session_id: "" }, "head-w"],
  ])("[T5] the handle is %s", async (_, headers, meta, expected) => {
    await using connected = await connectHttp(era, serving.url, headers);
    const told = await call(connected.client, "think", { thought: "Where am I?" }, meta);
    expect(told.structured?.session_id).toBe(expected);
    expect(told.meta).not.toHaveProperty("clew/handle");
  });
});

it("[T5] without any handle a handshake-era connection is the handle", async () => {
  await using connected = await connectHttp("handshake", serving.url);
  const told = await call(connected.client, "think", { thought: "Where am I?" });
  expect(told.structured?.session_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(told.meta).not.toHaveProperty("clew/handle");
});

it("[T5] a fall to default is said in the answer's _meta", async () => {
  await using connected = await connectHttp("2026-07-28", serving.url);
  const thought = await call(connected.client, "think", { thought: "Where am I?", session_id: "" });
  expect(thought.structured?.session_id).toBe("default");
  const chained = await call(connected.client, "thoughtbox", { thought: "Where am I?" });
  for (const { meta } of [thought, chained]) {
    expect(meta["clew/handle"]).toBe("default");
    expect(meta["clew/note"]).toContain("sessionId");
  }
});

it("[T5] a caller without a handle who names its session is not told of the default", async () => {
  await using connected = await connectHttp("2026-07-28", serving.url);
  const { structured } = await call(
    connected.client,
    "thoughtbox",
    { thought: "One" },
    { workflow_id: "mine" },
  );
  const told = await call(connected.client, "thoughtbox", {
    thought: "Two",
    sessionId: structured?.sessionId,
  });
  expect(told.meta).not.toHaveProperty("clew/handle");
});
