import { describe, expect, it } from "vitest";
import { answerOf, unusedHandle } from "../../support/call.ts";
import type { TestClient } from "./client.ts";

/** Invalid bookkeeping never costs a thought: what models send instead of what the schema says. */
export function describeBookkeeping(testClient: () => TestClient): void {
  const think = (given: Record<string, unknown>) => answerOf(testClient().client, "thoughtbox", given);

  describe("bookkeeping", () => {
    it("[B9] numbers and booleans may be text, and names snake_case", async () => {
      const session = await think({ thought: "One", workflow_id: unusedHandle() });
      expect(
        await think({
          thought: "Two",
          thought_number: "2",
          total_thoughts: "4",
          next_thought_needed: "true",
          session_id: session.sessionId,
        }),
      ).toEqual({
        sessionId: session.sessionId,
        thoughtNumber: 2,
        totalThoughts: 4,
        nextThoughtNeeded: true,
        branches: [],
        thoughtHistoryLength: 2,
      });
      expect(
        await think({
          thought: "Three",
          thoughtNumber: "3",
          nextThoughtNeeded: "false",
          is_revision: "true",
          revises_thought: "1",
          session_id: session.sessionId,
        }),
      ).toMatchObject({ thoughtNumber: 3, totalThoughts: 4, nextThoughtNeeded: false, sessionClosed: true });
    });

    it("[B9] a thought alone is enough: it is numbered, and more may follow", async () => {
      const workflow_id = unusedHandle();
      expect(await think({ thought: "One", workflow_id })).toMatchObject({
        thoughtNumber: 1,
        totalThoughts: 1,
        nextThoughtNeeded: true,
      });
      const second = await think({ thought: "Two", thoughtNumber: null, totalThoughts: null, workflow_id });
      expect(second).toMatchObject({ thoughtNumber: 2, totalThoughts: 2 });
      expect(second).not.toHaveProperty("warning");
    });

    it("[B9] the total is raised when the number passes it", async () => {
      const answer = await think({
        thought: "More than I thought",
        thoughtNumber: 7,
        totalThoughts: 5,
        workflow_id: unusedHandle(),
      });
      expect(answer).toMatchObject({ thoughtNumber: 7, totalThoughts: 7 });
    });

    it.each([
      ["thoughtNumber", "three"],
      ["thoughtNumber", 1.5],
      ["thoughtNumber", "NaN"],
      ["totalThoughts", { estimate: 5 }],
      ["totalThoughts", 1e300],
      ["nextThoughtNeeded", "perhaps"],
      ["isRevision", []],
      ["revisesThought", "the last one"],
      ["branchFromThought", [2]],
      ["branchId", { name: "b" }],
      ["sessionTags", 7],
      ["includeGuide", "please"],
    ])("[B9] a %s of %j is left out with a warning that names it", async (field, value) => {
      const answer = await think({ thought: "Kept", [field]: value, workflow_id: unusedHandle() });
      expect(answer).toMatchObject({
        thoughtNumber: 1,
        nextThoughtNeeded: true,
        branches: [],
        thoughtHistoryLength: 1,
        warning: expect.stringContaining(field),
      });
    });

    it("[B9] a branch name of more than 500 characters is shortened with a warning, and two long names stay different", async () => {
      const workflow_id = unusedHandle();
      const fork = (branchId: string) => think({ thought: "Fork", branchId, workflow_id });
      const long = "approach ".repeat(60);
      const [one, again, other] = [await fork(`${long}1`), await fork(`${long}1`), await fork(`${long}2`)];
      const [first, second, ...rest] = other.branches as readonly string[];
      expect(rest).toEqual([]);
      expect(second).not.toBe(first);
      expect(first?.length).toBeLessThanOrEqual(500);
      expect(again.branches).toEqual([first]);
      for (const { warning } of [one, again]) expect(warning).toContain(JSON.stringify(first));
    });

    it("[B9] a number used twice is stored twice, and the warning says how to revise", async () => {
      const workflow_id = unusedHandle();
      await think({ thought: "One", thoughtNumber: 1, workflow_id });
      expect(await think({ thought: "Another one", thoughtNumber: 1, workflow_id })).toMatchObject({
        thoughtNumber: 1,
        thoughtHistoryLength: 2,
        warning: expect.stringMatching(/isRevision: true.*revisesThought: 1/),
      });
    });
  });
}
