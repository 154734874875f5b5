import { expect, test } from "vitest";
import { openStore } from "../store/open.ts";
import { projectOf, readAnnotations } from "./annotations.ts";
import { ContextManager } from "./context-manager.ts";

test("[FA4] a thought without annotations stores none", () => {
  expect(readAnnotations({ project: "shop" })).toEqual({ draft: {}, metadata: {}, warnings: [] });
});

test.each([
  [0, 0],
  [0.4, 0.4],
  [1, 1],
  [85, 0.85],
  [101, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
])("[FA4] a confidence of %d is stored as %d", (given, stored) => {
  const { draft, warnings } = readAnnotations({ confidence: given });
  expect(draft.confidence).toBe(stored);
  expect(warnings).toHaveLength(stored === undefined ? 1 : 0);
});

test.each([
  ["shop", ["project:other"], "shop"],
  [" ", ["task:x", "project:shop"], "shop"],
  [undefined, ["Project: shop front"], "shop front"],
  [undefined, ["project：shop"], "shop"],
  [undefined, ["project:", "projects:x", "my-project:x"], undefined],
])("[FA5] project %j with tags %j is %j", (project, tags, expected) => {
  expect(projectOf(project, tags)).toBe(expected);
});

test("[FA4] ContextManager accepts annotations", async () => {
  const store = await openStore({ memory: true });
  const contexts = new ContextManager(store);
  await contexts.addThought("notes", "One", undefined, {
    confidence: 0.5,
    project: "shop",
    marks: "risk: x",
  });
  expect(await store.thoughts("notes", {})).toMatchObject([
    { confidence: 0.5, metadata: { marks: ["risk: x"] } },
  ]);
  expect(await store.session("notes")).toMatchObject({ project: "shop" });
  await contexts.close();
});
