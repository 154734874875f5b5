import { beforeEach, expect, onTestFinished, test } from "vitest";
import { factsOf } from "../ledger/index.ts";
import { briefSession } from "../sessions/brief.ts";
import { readAnswers } from "./decision.ts";
import {
  CLAUDE_FILE,
  CLAUDE_SESSION,
  claudeRecord,
  type ImportFixture,
  openImportFixture,
  text,
  toolResult,
  toolUse,
} from "./fixtures.ts";

const ID = `claude-code-${CLAUDE_SESSION}`;
const QUESTIONS = [
  { question: "Which modes?", options: [{ label: "Half up" }, { label: "Half even" }], multiSelect: true },
  { question: "Where does it live?", options: [{ label: "Server" }, { label: "Client" }] },
];

let on: ImportFixture;
beforeEach(async () => {
  on = await openImportFixture();
  onTestFinished(() => on.close());
});

/** A question to the person with its answers, a turn that is abandoned, and one that goes on. */
function writeAsked(): void {
  on.write(CLAUDE_FILE, [
    claudeRecord("u1", null, "user", "Totals are off by a cent.", 0),
    claudeRecord("a1", "u1", "assistant", [text("Rounding happens twice.")], 1),
    claudeRecord("a2", "a1", "assistant", [toolUse("q", "AskUserQuestion", { questions: QUESTIONS })], 2),
    claudeRecord("r1", "a2", "user", [toolResult("q", "answered")], 3, {
      toolUseResult: {
        questions: QUESTIONS,
        answers: { "Which modes?": "Half up, Half even", "Where does it live?": "In a worker" },
      },
    }),
    claudeRecord("u2", "r1", "user", "One way", 4),
    claudeRecord("a3", "u2", "assistant", [text("Going one way.")], 5),
    claudeRecord("u3", "r1", "user", "Another way", 6),
    claudeRecord("a4", "u3", "assistant", [text("Going another way.")], 7),
  ]);
}

test("[IM20] the goal is the first prompt, and questions that were answered are not open", async () => {
  writeAsked();
  await on.run("claude-code");
  const { brief } = await briefSession(on.store, ID, 2000);
  expect(brief).toContain("**Goal**\n- Totals are off by a cent. (#1)");
  const { decisions, open } = await factsOf(await on.store.thoughts(ID, {}), await on.store.facts(ID));
  expect(decisions.map((fact) => fact.text)).toEqual(["Half up, Half even", "In a worker"]);
  expect(open).toEqual([]);
  expect(brief).not.toContain("Client");
});

test("[IM3] a rewind to an answer forks from the last decision of the answer", async () => {
  writeAsked();
  await on.run("claude-code");
  const thoughts = await on.store.thoughts(ID, {});
  const abandoned = thoughts.find(({ content }) => content === "Going one way.")!;
  const last = thoughts.find(({ content }) => content.startsWith("Decision: In a worker"))!;
  expect(abandoned).toMatchObject({ branchFrom: last.number, parentId: last.id });
});

test("[IM21] answers are named by question, id or number; a mentioned option is no answer", () => {
  const one = [{ id: "db", question: "Which?", options: ["Yes", "No"] }];
  const two = [...one, { id: "ui", question: "How?", options: [] }];
  const chosen = (...given: Parameters<typeof readAnswers>) => readAnswers(...given).map((one) => one.chosen);
  expect(
    chosen(two, { answers: { db: { answers: ["No"] }, ui: { answers: ["fast", "small"] } } }, ""),
  ).toEqual(["No", "fast, small"]);
  expect(chosen(two, { answers: { "Which?": "Yes", 1: "slow" } }, "")).toEqual(["Yes", "slow"]);
  expect(chosen(one, {}, "No")).toEqual(["No"]);
  for (const said of ["The person did not answer Yes or No.", "Nobody is here.", ""])
    expect(chosen(one, {}, said)).toEqual([]);
});

test("[IM22] subagents of subagents of an ATIF trajectory are branches", async () => {
  const agent = (message: string, more: object = {}) => ({ source: "agent", message, ...more });
  const refer = (id: string) => ({
    tool_calls: [{ tool_call_id: id, function_name: "delegate", arguments: {} }],
    observation: { results: [{ source_call_id: id, subagent_trajectory_ref: [{ trajectory_id: id }] }] },
  });
  const deepest = { trajectory_id: "c", agent: { model_name: "m-c" }, steps: [agent("deepest")] };
  const inner = {
    trajectory_id: "b",
    agent: { model_name: "m-b" },
    steps: [{ source: "user", message: "inner task" }, agent("inner", refer("c"))],
    subagent_trajectories: [deepest],
  };
  const file = on.write(
    "run.json",
    JSON.stringify({
      schema_version: "ATIF-v1.7",
      session_id: "s",
      agent: { model_name: "m-a" },
      steps: [{ source: "user", message: "outer task" }, agent("outer", refer("b")), agent("end")],
      subagent_trajectories: [inner],
    }),
  );
  const { sessions, imported } = await on.run(file);
  expect(imported).toMatchObject({ thoughts: 4, branches: 2 });
  expect(sessions).toMatchObject([{ title: "outer task" }]);
  expect(await on.thoughts("atif-s")).toEqual([
    "main prose: outer",
    "agent-b prose: inner",
    "agent-c prose: deepest",
    "main prose: end",
  ]);
  const [, first, second] = await on.store.thoughts("atif-s", {});
  expect(second!.parentId).toBe(first!.id);
  expect((await on.store.session("atif-s"))!.metadata.models).toEqual(["m-a", "m-b", "m-c"]);
});

test("[IM22] Cursor's subagents are branches of their session, also when they appear later", async () => {
  const said = (words: string) => ({ role: "assistant", message: { content: [text(words)] } });
  const folder = ".cursor/projects/w-shop/agent-transcripts/s1";
  on.write(`${folder}/s1.jsonl`, [{ role: "user", message: { content: [text("Look")] } }, said("main")]);
  expect(await on.run("cursor")).toMatchObject({ imported: { sessions: 1, thoughts: 1, branches: 0 } });
  on.write(`${folder}/subagents/x.jsonl`, [said("side")]);
  expect(await on.run("cursor")).toMatchObject({ imported: { thoughts: 1, branches: 1 }, updated: 1 });
  expect(await on.run(on.home)).toMatchObject({ found: 1, unchanged: 1 });
  expect(await on.thoughts("cursor-s1")).toEqual(["main prose: main", "agent-x prose: side"]);
});

test("[IM22] a branch does not decide whether a Thoughtbox session is finished", async () => {
  const folder = "box/projects/shop/sessions/2026-11/s1";
  const thought = (n: number, isNeeded: boolean, more: object = {}) =>
    JSON.stringify({ data: { thought: `t${n}`, thoughtNumber: n, nextThoughtNeeded: isNeeded, ...more } });
  on.write(`${folder}/manifest.json`, "{}");
  on.write(`${folder}/001.json`, thought(1, true));
  on.write(`${folder}/002.json`, thought(2, false));
  on.write(`${folder}/branches/b/001.json`, thought(2, true, { branchId: "b", branchFromThought: 1 }));
  await on.run(on.home);
  expect(await on.store.session("thoughtbox-s1")).toMatchObject({ status: "completed" });
});
