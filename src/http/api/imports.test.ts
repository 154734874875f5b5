import { expect, onTestFinished, test, vi } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { createBackgroundImport } from "../../import/background.ts";
import { CLAUDE_FILE, claudeRecord, openImportFixture, text } from "../../import/fixtures.ts";

test("[IM16] the API lists transcripts, starts an import and shows its progress", async () => {
  const on = await openImportFixture();
  onTestFinished(on.close);
  on.write(CLAUDE_FILE, [claudeRecord("a1", null, "assistant", [text("An answer")], 1)]);
  const places = { homeFolder: on.home, platform: "linux" as const, env: {} };
  const { get, send, refused, store } = await openApi({
    imports: createBackgroundImport(places, new AbortController().signal),
  });
  expect(await get("/imports/found?days=30")).toMatchObject({
    programs: [{ program: "claude-code", sessions: 1 }],
  });
  expect(await get("/imports")).toEqual({});
  expect(await store.sessions({})).toEqual([]);
  expect(await send("POST", "/imports", { program: "claude-code" })).toMatchObject({
    running: { program: "claude-code" },
  });
  await vi.waitFor(
    async () => expect(await get("/imports")).toMatchObject({ last: { imported: { thoughts: 1 } } }),
    45_000,
  );
  expect(await refused("POST", "/imports", { program: "/etc/passwd" })).toMatchObject({ status: 400 });
});

test("[IM16] a server without imports offers none", async () => {
  const { get, refused } = await openApi();
  expect(await get("/imports/found")).toEqual({ programs: [] });
  expect(await refused("POST", "/imports", { program: "codex" })).toMatchObject({ status: 400 });
});
