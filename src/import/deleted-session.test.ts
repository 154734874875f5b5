import { expect, onTestFinished, test } from "vitest";
import { CLAUDE_FILE, CLAUDE_SESSION, claudeRecord, openImportFixture, text } from "./fixtures.ts";

test("[LF10] an import does not bring a deleted session or a redacted thought back", async () => {
  const on = await openImportFixture();
  onTestFinished(on.close);
  const id = `claude-code-${CLAUDE_SESSION}`;
  const records = [
    claudeRecord("u1", null, "user", "A question", 0),
    claudeRecord("a1", "u1", "assistant", [text("An answer")], 1),
    claudeRecord("a2", "a1", "assistant", [text("Another answer")], 2),
  ];
  on.write(CLAUDE_FILE, records);
  await on.run("claude-code");
  const redactedAt = new Date().toISOString();
  await on.store.redactThought(id, 1, { redactedAt, by: "ann", reason: "a secret" });
  on.write(CLAUDE_FILE, [...records, claudeRecord("a3", "a2", "assistant", [text("More")], 3)]);
  await on.run("claude-code");
  expect((await on.store.thoughts(id, {})).map(({ content }) => content)).toEqual([
    "[redacted]",
    "Another answer",
    "More",
  ]);
  await on.store.hideSession(id, "ann");
  await on.store.eraseRows(id);
  const report = await on.run("claude-code");
  expect(report).toMatchObject({ imported: { sessions: 0, thoughts: 0 }, skipped: { "deleted session": 1 } });
  expect(report.sessions).toEqual([]);
  expect(await on.store.sessions({ archived: "all" })).toEqual([]);
  expect(await on.store.thoughts(id, {})).toEqual([]);
});
