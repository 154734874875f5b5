import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { authorOf, modelScene, promptOf, sessionViews } from "../../../test/support/model-scene.ts";
import type { Script } from "../../testing/index.ts";
import { type DivergentRequest, divergent } from "./divergent.ts";
import { readPerspectives } from "./divergent-answer.ts";

const perspective = (name: string, more: object = {}) => ({
  name,
  assumption: `${name} is needed`,
  thought: `Do without ${name}.`,
  confidence: 0.4,
  ...more,
});
const COMPARED = { agree: "Ship something small.", disagree: "Who decides." };
const answerOf = (perspectives: readonly object[], more: object = COMPARED) =>
  JSON.stringify({ perspectives, ...more });
const FOUR = ["The office", "A deadline", "One team", "A plan"].map((name) => perspective(name));

async function diverge(script: Script, order: DivergentRequest = {}) {
  const scene = await modelScene(script);
  const call = () =>
    divergent(scene.store, scene.engine, authorOf("d"), { content: "How do we work?", ...order });
  return { ...scene, call, [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() };
}

describe("divergent", () => {
  test("[RT2] each perspective is a branch and names the assumption that it challenges", async () => {
    await using scene = await diverge([answerOf(FOUR)]);
    const answer = await scene.call();
    expect(answer.perspectives).toHaveLength(4);
    expect(answer.perspectives[0]).toEqual({
      branch_id: "the-office",
      thought_id: expect.any(String),
      name: "The office",
      assumption: "The office is needed",
      content: "Suppose this is false: The office is needed\n\nDo without The office.",
      confidence: 0.4,
    });
    expect(answer.synthesis.content).toBe(
      "Perspectives taken together: the-office, a-deadline, one-team, a-plan.\n\nThey agree: Ship something small.\n\nThey part: Who decides.",
    );
    const { thoughts } = await sessionViews(scene.store, "d");
    expect(thoughts[0]!.content).toMatch(
      /^How do we work\?\n\nAssumptions to give up.*:\n- The office is needed/,
    );
    for (const { parentId } of thoughts.slice(1)) expect(parentId).toBe(thoughts[0]!.id);
  });

  test("[RT5] the session is analysed, exported and briefed like any other", async () => {
    await using scene = await diverge([answerOf(FOUR)]);
    await scene.call();
    const { analysis, markdown, chain, brief } = await sessionViews(scene.store, "d");
    expect(analysis.metadata).toMatchObject({ thoughtCount: 6, branchCount: 4 });
    expect(analysis.quality).toMatchObject({ hasConvergence: true, isComplete: true });
    expect(markdown).toContain("## Branch: one-team (from thought 1)");
    expect(chain.thoughts).toHaveLength(6);
    expect(brief).toMatch(/a-deadline, from #1, won/);
  });

  test("[RT2] refuses a perspective without an assumption", async () => {
    const lacking = [perspective("A"), perspective("B", { assumption: " " }), perspective("C")];
    await using scene = await diverge([answerOf(lacking), answerOf(lacking)], { perspectives: 3 });
    const { perspectives } = await scene.call();
    expect(perspectives.map(({ name }) => name)).toEqual(["A", "C"]);
    expect(promptOf(scene.server.requests[1]!).user).toContain('"assumption"');
  });

  test.each(["No.", answerOf([perspective("A"), perspective("A")]), '{"perspectives": 7}'])(
    "[RT2] refuses fewer than two perspectives after a second try and records nothing: %s",
    async (said) => {
      await using scene = await diverge([said, said]);
      await expect(scene.call()).rejects.toMatchObject({ code: "ENGINE_REFUSED" });
      expect(await scene.store.session("d")).toBeUndefined();
    },
  );

  test("[RT2] asks for the agreement if it is missing, and accepts plain text", async () => {
    await using scene = await diverge([answerOf(FOUR, {}), "Nothing but the goal."]);
    const { synthesis } = await scene.call();
    expect(synthesis.content).toContain("They agree: Nothing but the goal.");
    expect(promptOf(scene.server.requests[1]!).user).toContain("Gives up: A plan is needed");
  });

  test("[RT5] keeps what was recorded before a failure", async () => {
    await using scene = await diverge([answerOf(FOUR, {}), { status: 400 }]);
    await expect(scene.call()).rejects.toMatchObject({
      message: expect.stringContaining("Session d contains what was recorded before."),
    });
    expect((await sessionViews(scene.store, "d")).thoughts).toHaveLength(5);
  });

  test.each([1, 7])("[RT2] refuses %i perspectives", async (perspectives) => {
    await using scene = await diverge([], { perspectives });
    await expect(scene.call()).rejects.toMatchObject({
      message: expect.stringContaining("perspectives - Send a whole number from 2 to 6"),
    });
  });
});

test("[RT2] each perspective read from any answer has its own assumption and a thought", () => {
  const said = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .array(fc.record({ name: fc.jsonValue(), assumption: fc.jsonValue(), thought: fc.jsonValue() }))
      .map((perspectives) => JSON.stringify({ perspectives })),
  );
  fc.assert(
    fc.property(said, (text) => {
      const read = readPerspectives(text, 6);
      expect(read.length).toBeLessThanOrEqual(6);
      expect(new Set(read.map(({ assumption }) => assumption.toLowerCase())).size).toBe(read.length);
      for (const { name, assumption, thought } of read)
        expect([name, assumption, thought].every((part) => part.trim() !== "")).toBe(true);
    }),
  );
});
