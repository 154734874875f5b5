import { describe, expect, test, vi } from "vitest";
import { authorOf, modelScene, promptOf, sessionViews } from "../../../test/support/model-scene.ts";
import type { Script } from "../../testing/index.ts";
import type { ReasoningObserver } from "../ask.ts";
import { type ReflectionRequest, reflection } from "./reflection.ts";

const version = (thought: string, confidence?: number) => JSON.stringify({ thought, confidence });
const critique = (text: string, change_needed = true) => JSON.stringify({ critique: text, change_needed });

async function reflect(script: Script, order: ReflectionRequest = {}) {
  const scene = await modelScene(script);
  const call = (watch?: ReasoningObserver) =>
    reflection(scene.store, scene.engine, authorOf("r"), { content: "Why is it slow?", ...order }, watch);
  return { ...scene, call, [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() };
}

describe("reflection", () => {
  test("[RT3] critique and revision alternate until the threshold, as real critiques and revisions", async () => {
    await using scene = await reflect([
      version("The disk.", 0.9),
      critique("Nobody measured the disk."),
      version("The disk, perhaps.", 0.5),
      critique("Say how to tell."),
      version("The disk, if iowait is high.", 0.85),
    ]);
    const answer = await scene.call();
    const { thoughts } = await sessionViews(scene.store, "r");
    expect(answer).toEqual({
      session_id: "r",
      operation: "reflection",
      thought_id: thoughts[2]!.id,
      content: "The disk, if iowait is high.",
      confidence: 0.85,
      reached: true,
      ended: "threshold",
      rounds: [
        {
          thought_id: thoughts[0]!.id,
          critique: "Nobody measured the disk.",
          revision_id: thoughts[1]!.id,
          confidence: 0.5,
        },
        {
          thought_id: thoughts[1]!.id,
          critique: "Say how to tell.",
          revision_id: thoughts[2]!.id,
          confidence: 0.85,
        },
      ],
    });
    expect(thoughts.map(({ isRevision, revisesId }) => [isRevision, revisesId])).toEqual([
      [false, undefined],
      [true, thoughts[0]!.id],
      [true, thoughts[1]!.id],
    ]);
    expect(thoughts[0]!.critique).toEqual({
      text: "Nobody measured the disk.",
      model: "scripted",
      timestamp: expect.any(String),
    });
    expect(promptOf(scene.server.requests[2]!).user).toMatch(/<answer>\nThe disk\.[\s\S]*Nobody measured/);
  });

  test("[RT5] the session is analysed, exported and briefed like any other", async () => {
    await using scene = await reflect([version("A.", 0.2), critique("No."), version("B.", 0.9)]);
    await scene.call();
    const { analysis, markdown, chain, brief, session } = await sessionViews(scene.store, "r");
    expect(analysis.metadata).toMatchObject({ thoughtCount: 2, revisionCount: 1 });
    expect(analysis.quality).toMatchObject({ critiqueRequests: 1, isComplete: true });
    expect(markdown).toContain("> Why is it slow?\n\nA.");
    expect(markdown).toContain("## Thought 2 (revises thought 1)\n\nB.");
    expect(chain.thoughts[1]).toMatchObject({ revisesNode: chain.thoughts[0]!.id });
    expect(brief).toContain("Corrects #1: B.");
    expect(session.status).toBe("completed");
  });

  test("[RT3] ends after the last round", async () => {
    const unsure = [critique("Still thin."), version("Perhaps.", 0.3)];
    await using scene = await reflect([version("Perhaps.", 0.3), ...unsure, ...unsure], { rounds: 2 });
    const answer = await scene.call();
    expect(answer).toMatchObject({ reached: false, ended: "rounds", confidence: 0.3 });
    expect(answer.rounds).toHaveLength(2);
    expect((await sessionViews(scene.store, "r")).analysis.quality.isComplete).toBe(true);
  });

  test.each([
    [0.9, true],
    [0.4, false],
  ])("[RT3] ends when a critique finds nothing to change; at %d reached is %s", async (sure, reached) => {
    await using scene = await reflect([
      version("The disk.", sure),
      critique("I looked at all of it.", false),
    ]);
    expect(await scene.call()).toMatchObject({
      content: "The disk.",
      reached,
      ended: "nothing to change",
      rounds: [{ critique: "I looked at all of it." }],
    });
    const { thoughts, analysis } = await sessionViews(scene.store, "r");
    expect(thoughts.at(-1)!.content).toMatch(/^The answer in thought 1 stands/);
    expect(analysis.quality.isComplete).toBe(true);
  });

  test("[RT3] asks again for a version without a confidence, then keeps it; it never reaches a threshold", async () => {
    const plain = ["The disk.", "The disk, I said."];
    await using scene = await reflect([...plain, "Nonsense.", ...plain], { rounds: 1, threshold: 0 });
    const answer = await scene.call();
    expect(answer).toMatchObject({ content: "The disk, I said.", reached: false, ended: "rounds" });
    expect(answer).not.toHaveProperty("confidence");
    expect(answer.rounds[0]).toMatchObject({ critique: "Nonsense." });
  });

  test("[RT5] cancelling keeps what was recorded", async () => {
    await using scene = await reflect([
      version("A.", 0.2),
      critique("No."),
      { text: ["{", new Promise(() => {})] },
    ]);
    const caller = new AbortController();
    const refused = expect(scene.call({ signal: caller.signal })).rejects.toMatchObject({
      code: "CANCELLED",
    });
    const last = await scene.server.waitForRequest(3);
    caller.abort();
    await refused;
    expect(await last.ended).toBe("client hung up");
    const { thoughts, session } = await sessionViews(scene.store, "r");
    expect(thoughts).toMatchObject([{ content: "A.", critique: { text: "No." } }]);
    expect(session.status).toBe("active");
  });

  test("[RT5] continues a session that broke off", async () => {
    const whole = [version("B.", 0.9), critique("No."), version("C.", 0.9)];
    await using scene = await reflect([version("A.", 0.2), { status: 400 }, ...whole]);
    await expect(scene.call()).rejects.toMatchObject({ code: "ENGINE_REFUSED" });
    expect(await scene.call()).toMatchObject({ content: "C.", reached: true });
    expect(promptOf(scene.server.requests[2]!).user).toMatch(/<earlier>\n\[1\][\s\S]*A\./);
    const { thoughts } = await sessionViews(scene.store, "r");
    expect(thoughts.map(({ number, revises }) => [number, revises])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, 2],
    ]);
  });

  test("[RT3] reports each round to the caller", async () => {
    await using scene = await reflect([version("A.", 0.2), critique("No."), version("B.", 0.9)]);
    const progress = vi.fn();
    await scene.call({ progress });
    expect(progress.mock.calls).toEqual([
      ["Answering", 1],
      ["Criticising, round 1 of 3", 2],
      ["Revising, round 1 of 3", 3],
    ]);
  });

  test.each([
    [{ threshold: 1.1 }, "threshold - Send a number from 0 to 1"],
    [{ threshold: Number.NaN }, "threshold - Send a number from 0 to 1"],
    [{ rounds: 0 }, "rounds - Send a whole number from 1 to 5"],
    [{ rounds: 6 }, "rounds - Send a whole number from 1 to 5"],
  ])("[RT3] refuses %j", async (order, message) => {
    await using scene = await reflect([], order);
    await expect(scene.call()).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });
});
