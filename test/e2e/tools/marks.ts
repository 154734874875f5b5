import { describe, expect, it } from "vitest";
import { answerOf, call, unusedHandle } from "../../support/call.ts";
import { textOf, thoughtsOf } from "../../support/ledger.ts";
import { ODD_MARKS } from "../../support/odd-marks.ts";
import type { TestClient } from "./client.ts";

/** The fields of thoughts besides their text, through every tool that records one without a model. */
export function describeMarks(testClient: () => TestClient): void {
  const client = () => testClient().client;
  const session = async (id: unknown) => JSON.parse(await textOf(client(), `thoughtbox://sessions/${id}`));

  describe("marks", () => {
    it("[FA1] [FA8] [FA14] facts that thoughts declare are read with their session", async () => {
      const workflow_id = unusedHandle();
      const step = (thought: string, ...marks: readonly string[]) =>
        answerOf(client(), "thoughtbox", { thought, marks, workflow_id });
      const { sessionId } = await step("Compare", "decision: use Redis for the queue", "open: who runs it?");
      await step("Measure", "- Decision: a table for the queue because one server is enough");
      const answer = await step("Done", "answered: the operator runs it", "outcome: 4 ms per job");
      expect(answer).not.toHaveProperty("warning");
      const { facts } = await session(sessionId);
      expect(facts).toMatchObject([
        { kind: "decision", text: "use Redis for the queue", replacedBy: 2, origin: "declared" },
        { kind: "open", text: "who runs it?", replacedBy: 3 },
        { kind: "decision", reason: "one server is enough", was: "use Redis for the queue", seq: 2 },
        { kind: "answered", was: "who runs it?" },
        { kind: "outcome", text: "4 ms per job" },
      ]);
      const loaded = await answerOf(client(), "thoughtbox_gateway", {
        operation: "load_context",
        args: { sessionId },
      });
      expect(loaded).toMatchObject({
        facts: [
          { thoughtNumber: 2, fact: "decision: a table for the queue because one server is enough" },
          { thoughtNumber: 3, fact: "answered: the operator runs it" },
          { thoughtNumber: 3, fact: "outcome: 4 ms per job" },
        ],
      });
      const got = await answerOf(client(), "thoughtbox_gateway", {
        operation: "session",
        args: { action: "get", sessionId },
      });
      expect(got).toMatchObject({ facts: loaded.facts, thoughts: [{ marks: expect.any(Array) }, {}, {}] });
    });

    it("[FA1] think and the gateway's thought declare facts too", async () => {
      const session_id = unusedHandle();
      await answerOf(client(), "think", { thought: "A note", session_id, marks: "next: write it down" });
      expect(await session(session_id)).toMatchObject({ facts: [{ kind: "next", text: "write it down" }] });
      const { sessionId } = await answerOf(client(), "thoughtbox_gateway", {
        operation: "start_new",
        args: { title: "Declared through the gateway" },
      });
      await answerOf(client(), "thoughtbox_gateway", { operation: "cipher", args: { sessionId } });
      await answerOf(client(), "thoughtbox_gateway", {
        operation: "thought",
        args: {
          sessionId,
          thought: "A step",
          marks: [{ kind: "dead-end", text: "Redis", reason: "one more server" }],
        },
      });
      expect(await session(sessionId)).toMatchObject({
        facts: [{ kind: "dead_end", text: "Redis", reason: "one more server" }],
      });
    });
  });

  describe("annotations", () => {
    it("[FA4] [FA5] thoughtbox stores confidence, evidence, questions and the project of a new session", async () => {
      const { sessionId } = await answerOf(client(), "thoughtbox", {
        thought: "The cache is too small.",
        workflow_id: unusedHandle(),
        confidence: "0.8",
        project: "shop",
        evidence: "src/cache.ts:12",
        needs_input: "May I restart the server?",
        answers_note: "n-1",
      });
      const [thought] = await thoughtsOf(client(), String(sessionId));
      expect(thought).toMatchObject({
        confidence: 0.8,
        evidence: [{ ref: "src/cache.ts:12" }],
        metadata: {
          needsInput: "May I restart the server?",
          answersNote: "n-1",
        },
      });
      expect(await session(sessionId)).toMatchObject({ project: "shop" });
    });

    it("[FA4] [FA5] think and the gateway's thought take the same arguments", async () => {
      const session_id = unusedHandle();
      const given = { confidence: 70, project: "shop", evidence: ["a, b", { file: "c.ts" }] };
      const note = await call(client(), "think", { thought: "A note", session_id, ...given });
      expect(note.structured).toEqual({
        status: "success",
        step: 1,
        thought: "A note",
        context_size: 1,
        session_id,
      });
      const workflow_id = unusedHandle();
      const { sessionId } = await answerOf(client(), "thoughtbox_gateway", {
        operation: "start_new",
        args: { title: "Through the gateway", tags: ["project: shop"] },
        workflow_id,
      });
      await answerOf(client(), "thoughtbox_gateway", { operation: "cipher", workflow_id });
      await answerOf(client(), "thoughtbox_gateway", {
        operation: "thought",
        args: { thought: "A step", ...given },
        workflow_id,
      });
      for (const id of [session_id, String(sessionId)]) {
        const [thought] = await thoughtsOf(client(), id);
        expect(thought).toMatchObject({
          confidence: 0.7,
          evidence: [{ ref: "a, b" }, { ref: '{"file":"c.ts"}' }],
        });
        expect(await session(id)).toMatchObject({ project: "shop" });
      }
    });

    it("[FA2] odd marks never cost a thought, whichever tool records it", async () => {
      const workflow_id = unusedHandle();
      await answerOf(client(), "thoughtbox_gateway", {
        operation: "start_new",
        args: { title: "Odd marks" },
        workflow_id,
      });
      await answerOf(client(), "thoughtbox_gateway", { operation: "cipher", workflow_id });
      for (const [marks, read] of ODD_MARKS) {
        const given = { thought: "A step", marks };
        const { sessionId } = await answerOf(client(), "thoughtbox", {
          ...given,
          workflow_id: unusedHandle(),
        });
        const { session_id } = await answerOf(client(), "think", { ...given, session_id: unusedHandle() });
        const args = JSON.stringify(given);
        const added = await answerOf(client(), "thoughtbox_gateway", {
          operation: "thought",
          args,
          workflow_id,
        });
        for (const id of [sessionId, session_id, added.sessionId])
          expect([marks, (await thoughtsOf(client(), String(id))).at(-1)?.marks ?? []]).toEqual([
            marks,
            read,
          ]);
      }
    });

    it("[FA2] what cannot be read becomes a warning and is kept; the thought is recorded", async () => {
      const given = { marks: ["risk: the disk is full", 7, null], confidence: 120 };
      const { sessionId, warning } = await answerOf(client(), "thoughtbox", {
        thought: "Careful",
        workflow_id: unusedHandle(),
        ...given,
      });
      expect(warning).toMatch(
        /The mark "risk: the disk is full" and 1 more were kept as text: write marks as /,
      );
      expect(warning).toMatch(/confidence was ignored: expected a number from 0 to 1, got 120\./);
      const [thought] = await thoughtsOf(client(), String(sessionId));
      expect(thought!.metadata).toEqual({ marks: ["risk: the disk is full", "7"] });
      const note = await call(client(), "think", {
        thought: "Careful",
        session_id: unusedHandle(),
        ...given,
      });
      expect(note.isError).toBe(false);
      expect(String(note.meta["clew/warnings"])).toMatch(/kept as text.*confidence was ignored/);
    });
  });
}
