import { describe, expect, it } from "vitest";
import { answerOf, call, unusedHandle } from "../../support/call.ts";
import { textOf } from "../../support/ledger.ts";
import type { TestClient } from "./client.ts";

/** How the `thoughtbox` tool answers, opens and completes sessions. */
export function describeThoughtbox(testClient: () => TestClient): void {
  const think = (given: Record<string, unknown>) => answerOf(testClient().client, "thoughtbox", given);
  const session = async (id: unknown) =>
    JSON.parse(await textOf(testClient().client, `thoughtbox://sessions/${id}`));

  describe("thoughtbox", () => {
    it("[B1] answers the same six fields in text and in structured content", async () => {
      const result = await call(testClient().client, "thoughtbox", {
        thought: "One",
        thoughtNumber: 1,
        totalThoughts: 2,
        nextThoughtNeeded: true,
        workflow_id: unusedHandle(),
      });
      expect(result.isError).toBe(false);
      expect(result.structured).toEqual({
        sessionId: expect.stringMatching(/^session-\d{4}-\d\d-\d\d-\d+$/),
        thoughtNumber: 1,
        totalThoughts: 2,
        nextThoughtNeeded: true,
        branches: [],
        thoughtHistoryLength: 1,
      });
      expect(JSON.parse(result.text)).toEqual(result.structured);
    });

    it("[B2] the first thought opens a session with its title and tags: the seed's forward thinking", async () => {
      const answer = await think({
        thought: "First, let me understand the problem...",
        thoughtNumber: 1,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        sessionTitle: "Debugging memory leak",
        sessionTags: ["project:myapp", "task:debugging"],
        workflow_id: unusedHandle(),
      });
      expect(answer).toEqual({
        sessionId: expect.stringMatching(/^debugging-memory-leak-\d{4}-\d\d-\d\d$/),
        thoughtNumber: 1,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        branches: [],
        thoughtHistoryLength: 1,
      });
      expect(await session(answer.sessionId)).toMatchObject({
        id: answer.sessionId,
        title: "Debugging memory leak",
        tags: ["project:myapp", "task:debugging"],
        project: "myapp",
        mode: "chain",
        status: "active",
        thoughtCount: 1,
      });
    });

    it("[B2] without a title the thought's first words are the session's title, and its id has no words", async () => {
      const { sessionId } = await think({
        thought: "Why does the cache miss?\nIt is warm.",
        workflow_id: unusedHandle(),
      });
      expect(sessionId).toMatch(/^session-\d{4}-\d\d-\d\d-\d+$/);
      expect(await session(sessionId)).toMatchObject({ title: "Why does the cache miss?", tags: [] });
    });

    it("[B2] title and tags of a later thought change nothing", async () => {
      const workflow_id = unusedHandle();
      const { sessionId } = await think({ thought: "One", sessionTitle: "Kept", workflow_id });
      await think({ thought: "Two", sessionTitle: "Not this", sessionTags: ["nor-this"], workflow_id });
      expect(await session(sessionId)).toMatchObject({ title: "Kept", tags: [], thoughtCount: 2 });
    });

    it("[B3] without a handle: the last thought completes the session, and the next opens another", async () => {
      // Completes what an earlier test left open on this connection.
      await think({ thought: "Clear the way", nextThoughtNeeded: false });
      const first = await think({ thought: "One", thoughtNumber: 71, nextThoughtNeeded: true });
      const last = await think({ thought: "Two", thoughtNumber: 72, nextThoughtNeeded: false });
      expect(last).toMatchObject({ sessionId: first.sessionId, thoughtNumber: 72, sessionClosed: true });
      expect(first).not.toHaveProperty("sessionClosed");
      expect(await session(first.sessionId)).toMatchObject({ status: "completed" });
      const next = await think({ thought: "Another matter", nextThoughtNeeded: true });
      expect(next).toMatchObject({ thoughtNumber: 1, thoughtHistoryLength: 1 });
      expect(next.sessionId).not.toBe(first.sessionId);
    });

    it("[B3] a thought with the handle of a completed session reopens it", async () => {
      const { sessionId } = await think({
        thought: "Done?",
        nextThoughtNeeded: false,
        workflow_id: unusedHandle(),
      });
      const again = await think({ thought: "Not yet.", nextThoughtNeeded: true, sessionId });
      expect(again).toMatchObject({ sessionId, thoughtNumber: 2, thoughtHistoryLength: 2 });
      expect(again).not.toHaveProperty("sessionClosed");
      expect(await session(sessionId)).toMatchObject({ status: "active" });
    });
  });
}
