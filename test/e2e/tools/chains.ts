import { describe, expect, it } from "vitest";
import type { Thought } from "../../../src/ledger/index.ts";
import { answerOf, unusedHandle } from "../../support/call.ts";
import { thoughtsOf } from "../../support/ledger.ts";
import type { TestClient } from "./client.ts";

/** Counting down, branches and revisions, by the seed's examples. */
export function describeChains(testClient: () => TestClient): void {
  const think = (given: Record<string, unknown>) => answerOf(testClient().client, "thoughtbox", given);

  /** Two thoughts of the main line; the seed's examples branch from and revise the second. */
  async function twoThoughts(): Promise<unknown> {
    const first = { thought: "First, let me understand the problem...", thoughtNumber: 1, totalThoughts: 5 };
    const { sessionId } = await think({ ...first, nextThoughtNeeded: true, workflow_id: unusedHandle() });
    await think({
      thought: "It is slow.",
      thoughtNumber: 2,
      totalThoughts: 5,
      nextThoughtNeeded: true,
      sessionId,
    });
    return sessionId;
  }

  describe("chains", () => {
    it("[B4] backward planning counts down: the seed's example and its way to the start", async () => {
      const goal = await think({
        thought: "The end state should be a fully tested feature...",
        thoughtNumber: 5,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        workflow_id: unusedHandle(),
      });
      const { sessionId } = goal;
      expect(goal).toEqual({
        sessionId: expect.stringMatching(/^session-\d{4}-\d\d-\d\d-\d+$/),
        thoughtNumber: 5,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        branches: [],
        thoughtHistoryLength: 1,
      });
      for (const thoughtNumber of [4, 3, 2])
        expect(
          await think({
            thought: "Before that",
            thoughtNumber,
            totalThoughts: 5,
            nextThoughtNeeded: true,
            sessionId,
          }),
        ).not.toHaveProperty("warning");
      const start = { thought: "Start here", thoughtNumber: 1, totalThoughts: 5, nextThoughtNeeded: false };
      expect(await think({ ...start, sessionId })).toMatchObject({
        thoughtNumber: 1,
        thoughtHistoryLength: 5,
        sessionClosed: true,
      });
      const thoughts = await thoughtsOf(testClient().client, String(sessionId));
      expect(thoughts.map(({ seq, number }) => [seq, number])).toEqual([
        [1, 5],
        [2, 4],
        [3, 3],
        [4, 2],
        [5, 1],
      ]);
    });

    it("[B5] a branch leaves the main line: the seed's example", async () => {
      const sessionId = await twoThoughts();
      const answer = await think({
        thought: "Alternative approach: what if we use caching?",
        thoughtNumber: 3,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        branchFromThought: 2,
        branchId: "caching-approach",
        sessionId,
      });
      expect(answer).toEqual({
        sessionId,
        thoughtNumber: 3,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        branches: ["caching-approach"],
        thoughtHistoryLength: 3,
      });
    });

    it("[B5] thoughts chain within their branch, and branches may fork from branches", async () => {
      const sessionId = await twoThoughts();
      await think({ thought: "Cache it", branchFromThought: 2, branchId: "caching-approach", sessionId });
      await think({ thought: "In memory", branchId: "caching-approach", sessionId });
      const deep = await think({
        thought: "Or on disk",
        branchFromThought: 4,
        branchId: "../disk\u202e",
        sessionId,
      });
      expect(deep).toMatchObject({ thoughtNumber: 5, branches: ["caching-approach", "../disk\u202e"] });
      await think({ thought: "Main goes on", sessionId });
      const thoughts = await thoughtsOf(testClient().client, String(sessionId));
      expect(
        thoughts.map(({ number, branchId, parentId }) => [
          number,
          branchId ?? "main",
          seqOf(thoughts, parentId),
        ]),
      ).toEqual([
        [1, "main", undefined],
        [2, "main", 1],
        [3, "caching-approach", 2],
        [4, "caching-approach", 3],
        [5, "../disk\u202e", 4],
        [3, "main", 2],
      ]);
    });

    it("[B5] a revision points at the thought it corrects: the seed's example", async () => {
      const sessionId = await twoThoughts();
      const answer = await think({
        thought: "Actually, my earlier analysis missed a key factor...",
        thoughtNumber: 4,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        isRevision: true,
        revisesThought: 2,
        sessionId,
      });
      expect(answer).toEqual({
        sessionId,
        thoughtNumber: 4,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        branches: [],
        thoughtHistoryLength: 3,
      });
      const thoughts = await thoughtsOf(testClient().client, String(sessionId));
      expect(thoughts[2]).toMatchObject({ isRevision: true, revises: 2, revisesId: thoughts[1]?.id });
      expect(thoughts[1]).toMatchObject({ content: "It is slow.", isRevision: false });
    });
  });
}

function seqOf(thoughts: readonly Thought[], id: string | undefined): number | undefined {
  return thoughts.find((thought) => thought.id === id)?.seq;
}
