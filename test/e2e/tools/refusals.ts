import { describe, expect, it } from "vitest";
import { answerOf, call, unusedHandle } from "../../support/call.ts";
import type { TestClient } from "./client.ts";

/** What `thoughtbox` refuses, and with which messages. */
export function describeRefusals(testClient: () => TestClient): void {
  const refused = async (given: Record<string, unknown>) => {
    const result = await call(testClient().client, "thoughtbox", given);
    expect(result.isError).toBe(true);
    return result.text;
  };

  describe("refusals", () => {
    it.each([
      ["a good thought", { thought: "Go on" }],
      ["an empty thought", { thought: "" }],
      ["no thought", {}],
      ["a number below 1", { thought: "Go on", thoughtNumber: 0 }],
      ["a branch from nothing", { thought: "Go on", branchFromThought: 9, branchId: "b" }],
    ])("[B7] an unknown session is reported before anything else, with %s", async (_, given) => {
      expect(await refused({ ...given, sessionId: "no-such-session" })).toMatch(
        /^SESSION_NOT_FOUND: .*no-such-session.*Leave sessionId out/,
      );
      expect(await refused({ ...given, session_id: "no-such-session" })).toMatch(/^SESSION_NOT_FOUND: /);
    });

    it("[B7] an unknown thought is refused, naming those that exist, and nothing is recorded", async () => {
      const workflow_id = unusedHandle();
      const box = (given: Record<string, unknown>) =>
        answerOf(testClient().client, "thoughtbox", { ...given, workflow_id });
      for (const thoughtNumber of [1, 2, 3, 7]) await box({ thought: "A step", thoughtNumber });
      expect(
        await refused({ thought: "Fork", branchFromThought: 9, branchId: "alternative", workflow_id }),
      ).toMatch(/^THOUGHT_NOT_FOUND: branchFromThought.* 9 .*1-3, 7/);
      expect(await refused({ thought: "Fix", isRevision: true, revisesThought: 5, workflow_id })).toMatch(
        /^THOUGHT_NOT_FOUND: revisesThought.* 5 .*1-3, 7/,
      );
      expect(await box({ thought: "On" })).toMatchObject({ thoughtNumber: 8, thoughtHistoryLength: 5 });
    });

    it.each([
      ["an empty thought", { thought: " " }, /^THOUGHT_REQUIRED: 'thought' is required: send/],
      ["thought 0", { thought: "A step", thoughtNumber: 0 }, /^NUMBER_BELOW_ONE: thoughtNumber.*Send 1/],
      ["a total of -1", { thought: "A step", totalThoughts: -1 }, /^NUMBER_BELOW_ONE: totalThoughts/],
    ])("[B9] refuses only values without a possible meaning: %s", async (_, given, words) => {
      expect(await refused(given)).toMatch(words);
    });
  });
}
