import { expect, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { readMarks } from "../../ledger/index.ts";
import { draftOf } from "../../store/contract/fixture.ts";
import type { ThoughtDetail, ThoughtPage } from "./schemas.ts";

const SECRET = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";

async function openSession() {
  const api = await openApi();
  await api.store.openSession({ id: "plan", title: "Plan", mode: "chain" });
  const add = (content: string, ...marks: readonly string[]) =>
    api.store.append(draftOf({ sessionId: "plan" }, content, { marks: readMarks(marks).marks }));
  await add("One", "decision: use Redis for the queue");
  await add("Two");
  await add(
    "Three",
    "decision: use a table for the queue because one server is enough",
    `open: is ${SECRET} ours?`,
  );
  return api;
}

test("[FA12] /api/sessions/:id/facts lists facts, filtered by kind and without replaced ones", async () => {
  const { get, ask } = await openSession();
  const replaced = {
    kind: "decision",
    text: "use Redis for the queue",
    seq: 1,
    thoughtNumber: 1,
    origin: "declared",
    replacedBy: 3,
  };
  const decided = {
    kind: "decision",
    text: "use a table for the queue",
    reason: "one server is enough",
    seq: 3,
    thoughtNumber: 3,
    origin: "declared",
    was: "use Redis for the queue",
  };
  const { facts } = await get<{ facts: object[] }>("/sessions/plan/facts");
  expect(facts).toEqual([replaced, decided, expect.objectContaining({ kind: "open" })]);
  expect(await get("/sessions/plan/facts?kind=decision&current=true")).toEqual({ facts: [decided] });
  expect(await get("/sessions/plan/facts?after=3")).toEqual({ facts: [] });
  expect((await ask("GET", "/sessions/plan/facts?kind=nonsense")).status).toBe(400);
  expect((await ask("GET", "/sessions/nowhere/facts")).status).toBe(404);
});

test("[FA12] thoughts carry their marks and facts; others have neither", async () => {
  const { get } = await openSession();
  const { thoughts } = await get<ThoughtPage>("/sessions/plan/thoughts");
  expect(thoughts.map(({ marks, facts }) => [marks?.length, facts?.length])).toEqual([
    [1, 1],
    [undefined, undefined],
    [2, 2],
  ]);
  const { thought } = await get<ThoughtDetail>("/sessions/plan/thoughts/1");
  expect(thought).toMatchObject({
    marks: ["decision: use Redis for the queue"],
    facts: [{ text: "use Redis for the queue", replacedBy: 3 }],
  });
});

test("[FA13] Markdown and JSON exports have the marks of each thought, without secrets", async () => {
  const { ask } = await openSession();
  const markdown = await (await ask("GET", "/sessions/plan/export?format=markdown")).text();
  expect(markdown).toContain(
    "## Thought 3\n\nThree\n\n- **decision:** use a table for the queue because one server is enough\n- **open:** is ",
  );
  const json = await (await ask("GET", "/sessions/plan/export?format=json")).text();
  expect(JSON.parse(json).nodes[0].thought.marks).toEqual(["decision: use Redis for the queue"]);
  for (const text of [markdown, json]) expect(text).not.toContain(SECRET);
});
