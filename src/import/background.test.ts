import { expect, onTestFinished, test, vi } from "vitest";
import { createBackgroundImport } from "./background.ts";
import { CLAUDE_FILE, CLAUDE_SESSION, claudeRecord, openImportFixture, text } from "./fixtures.ts";

test("[IM16] a background import shows what it found, imports when asked and reports", async () => {
  const on = await openImportFixture();
  onTestFinished(on.close);
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "A question", 0),
    claudeRecord("a1", "u1", "assistant", [text("An answer")], 1),
  ]);
  const places = { homeFolder: on.home, platform: "linux" as const, env: {} };
  const imports = createBackgroundImport(places, new AbortController().signal);
  expect(await imports.found()).toMatchObject([{ program: "claude-code", name: "Claude Code", sessions: 1 }]);
  expect(await imports.found(Date.now() + 60_000)).toEqual([]);
  expect(imports.state()).toEqual({});
  expect(await on.store.sessions({})).toEqual([]);
  imports.start(on.store, "claude-code");
  expect(imports.state().running).toMatchObject({ program: "claude-code" });
  await vi.waitFor(
    () => expect(imports.state().last).toMatchObject({ imported: { sessions: 1, thoughts: 1 } }),
    45_000,
  );
  expect(await on.thoughts(`claude-code-${CLAUDE_SESSION}`)).toEqual(["main prose: An answer"]);
});

test("[IM16] a watched program is imported as its files grow, until the server stops", async () => {
  const on = await openImportFixture();
  onTestFinished(on.close);
  on.write(CLAUDE_FILE, [claudeRecord("a1", null, "assistant", [text("An answer")], 1)]);
  const stop = new AbortController();
  const places = { homeFolder: on.home, platform: "linux" as const, env: {} };
  const imports = createBackgroundImport(places, stop.signal);
  const watching = imports.watch(on.store, "claude-code", stop.signal);
  await vi.waitFor(async () => expect(await on.store.sessions({})).toHaveLength(1), 45_000);
  stop.abort();
  await watching;
});

test("[IM16] a failed run does not end the watch, and what it looked at is imported later", async () => {
  const on = await openImportFixture();
  onTestFinished(on.close);
  on.write(CLAUDE_FILE, [claudeRecord("a1", null, "assistant", [text("An answer")], 1)]);
  const stop = new AbortController();
  const places = { homeFolder: on.home, platform: "linux" as const, env: {} };
  const imports = createBackgroundImport(places, stop.signal, 1);
  let failures = 0;
  const store = {
    ...on.store,
    session: on.store.session.bind(on.store),
    isDeleted: on.store.isDeleted.bind(on.store),
    folderProject: on.store.folderProject.bind(on.store),
    assignProject: on.store.assignProject.bind(on.store),
    importThoughts: async (...given: Parameters<typeof on.store.importThoughts>) => {
      if (failures++ === 0) throw new Error("/home/someone/ledger.db is locked");
      return on.store.importThoughts(...given);
    },
  };
  const watching = imports.watch(store, "claude-code", stop.signal);
  await vi.waitFor(async () => expect(await on.store.sessions({})).toHaveLength(1), 45_000);
  stop.abort();
  await watching;
  expect(failures).toBeGreaterThan(1);
});
