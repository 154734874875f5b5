import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MARKER, seen, useErasurePlaces } from "../../test/support/erasure-places.ts";
import { draftOf } from "../store/contract/fixture.ts";
import { invocationOf } from "../store/contract/invocation-fixture.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/port.ts";
import { createSessions } from "./index.ts";

const { erasurePlaces } = useErasurePlaces();
const use = (store: Store, home: string) => createSessions(store, { thinkMaxThoughts: 100, home });

describe.each(erasurePlaces)("what derives from an erased thought on %s", (_name, makePlace) => {
  test("[LF24] branches, tags and names of exported files lose the text", async () => {
    const { home, location, everything } = await makePlace();
    const store = await openStore(location);
    const target = { sessionId: "plan-of-today" };
    await store.openSession({ id: "plan-of-today", title: "Plan", tags: [MARKER, "kept"], mode: "chain" });
    const key = { idempotency: { scope: "x", key: "k" } };
    await store.append(draftOf(target, "First, the logs"));
    await store.append(draftOf(target, `Try ${MARKER}`, { branchId: `try-${MARKER}`, branchFrom: 1 }));
    await store.append(draftOf(target, "On the branch", { branchId: `try-${MARKER}`, ...key }));
    await store.append(draftOf(target, "Deeper", { branchId: "deeper", branchFrom: 3 }));
    expect(await store.search({ text: "plover" })).not.toEqual([]);
    const exports = join(home, "exports");
    mkdirSync(exports, { recursive: true });
    writeFileSync(join(exports, `${MARKER}.md`), "# Plan");
    writeFileSync(join(exports, "plan.md"), "# Plan");
    await use(store, home).redact("plan-of-today", 2, "a secret", "ann");
    const thoughts = await store.thoughts("plan-of-today", {});
    expect(thoughts.map(({ branchId }) => branchId)).toEqual([
      undefined,
      "redacted-1",
      "redacted-1",
      "deeper",
    ]);
    expect(await store.session("plan-of-today")).toMatchObject({ tags: ["[redacted]", "kept"] });
    expect(readdirSync(exports)).toEqual(["plan.md"]);
    expect(await store.search({ text: "plover" })).toEqual([]);
    const more = await store.append(draftOf(target, "More", { branchId: "redacted-1" }));
    expect(more).toMatchObject({ thought: { branchId: "redacted-1", number: 4 }, warnings: [] });
    await store.close();
    expect(seen(await everything())).toBe(0);
  });

  test("[LF23] a redacted thought leaves its session's title and the facts of other thoughts", async () => {
    const { home, location } = await makePlace();
    const store = await openStore(location);
    const target = { sessionId: "plan-of-today" };
    await store.openSession({ id: "plan-of-today", title: "Our cache", mode: "chain" });
    await store.append(
      draftOf(target, "Which cache?", { marks: [{ kind: "decision", text: "use Kauz for storage" }] }),
    );
    const marks = [
      { kind: "decision", text: "use Redis for storage", reason: "the cache is shared" },
    ] as const;
    await store.append(draftOf(target, "Redis", { marks }));
    expect(await store.facts("plan-of-today")).toMatchObject([{}, { was: "use Kauz for storage" }]);
    await use(store, home).redact("plan-of-today", 1, "personal", "ann");
    expect(await store.session("plan-of-today")).toMatchObject({ title: "Our cache" });
    expect(await store.facts("plan-of-today")).toMatchObject([
      { text: "use Redis for storage", reason: "the cache is shared", was: "[redacted]" },
    ]);
    await store.close();
  });

  test("[LF23] what Clew itself adds to a thought is no quote: times, models and kinds of facts", async () => {
    const { home, location } = await makePlace();
    const store = await openStore(location);
    await store.openSession({ id: "plan-of-today", title: "Plan", mode: "chain" });
    const marks = [{ kind: "decision", text: `keep ${MARKER}` }] as const;
    const { thought } = await store.append(draftOf({ sessionId: "plan-of-today" }, MARKER, { marks }));
    const critique = { text: `Why ${MARKER}?`, model: "critic-model", timestamp: "2026-11-19T10:00:00.000Z" };
    await store.saveCritique("plan-of-today", 1, critique);
    const output = { createdAt: "2026-11-19T11:00:00.000Z", model: "critic-model", kind: "decision" };
    const input = { thought: MARKER, thoughtId: thought.id };
    await store.keepInvocations([invocationOf(1, { session_id: "plan-of-today", input, output })]);
    await use(store, home).redact("plan-of-today", 1, "a secret", "ann");
    expect(await store.invocations({})).toMatchObject([
      { input: { thought: "[redacted]", thoughtId: thought.id }, output },
    ]);
    await store.close();
  });

  test("[LF23] unrelated notes, cells and calls keep ordinary words of a deleted session", async () => {
    const { home, location } = await makePlace();
    const store = await openStore(location);
    for (const id of ["deleted-session", "unrelated"])
      await store.openSession({ id, title: id, mode: "chain" });
    await store.append(
      draftOf(
        { sessionId: "deleted-session" },
        "Deploy utf8mb4 in PostgreSQL with the retry-budget of src/app.ts",
      ),
    );
    const texts = ["Deploy it on Friday", "PostgreSQL has utf8mb4, see src/app.ts and the retry-budget"];
    for (const text of texts) await store.addNote("unrelated", { author: "ann", text });
    const cell = { kind: "code", content: 'deploy("PostgreSQL", retryBudget, "utf8mb4");' } as const;
    await store.createNotebook({
      id: "n",
      title: "Deploy",
      language: "typescript",
      allowNet: [],
      cells: [cell],
    });
    await store.keepInvocations([invocationOf(1, { input: { query: "Deploy" }, output: { hits: 0 } })]);
    await store.saveConversation({ id: "c", record: {}, messages: [{ content: "Deploy it" }] });
    expect(await use(store, home).remove(["deleted-session"], "ann")).toMatchObject({
      quotes: 0,
      scrubbed: true,
    });
    expect((await store.notes("unrelated", {})).map(({ text }) => text)).toEqual(texts);
    expect(await store.notebook("n")).toMatchObject({ title: "Deploy", cells: [cell] });
    expect(await store.messages("c", {})).toEqual([{ content: "Deploy it" }]);
    await store.close();
  });

  test("[LF23] texts that name a deleted session lose single words, others only runs of words and keys", async () => {
    const { home, location, everything } = await makePlace();
    const store = await openStore(location);
    for (const id of ["deleted-session", "unrelated"])
      await store.openSession({ id, title: id, mode: "chain" });
    await store.append(
      draftOf({ sessionId: "deleted-session" }, `Meier moved to Hamburg with the key ${MARKER} and two cats`),
    );
    await store.addNote("unrelated", { author: "ann", text: "In deleted-session: Meier" });
    await store.addNote("unrelated", { author: "ann", text: "Meier moved to Hamburg with the cats" });
    await store.addNote("unrelated", { author: "ann", text: `${MARKER} in Hamburg` });
    await store.addNote("unrelated", { author: "ann", text: "Hamburg" });
    expect(await use(store, home).remove(["deleted-session"], "ann")).toMatchObject({ quotes: 3 });
    const notes = await store.notes("unrelated", {});
    expect(notes.map(({ text }) => text)).toEqual(["[redacted]", "[redacted]", "[redacted]", "Hamburg"]);
    await store.close();
    expect(seen(await everything())).toBe(0);
  });

  test("[LF29] a project, task and aspect that only deleted sessions had are forgotten", async () => {
    const { home, location, everything } = await makePlace();
    const store = await openStore(location);
    const named = (name: string) => ({ project: `${name} ${MARKER}`, task: `${name} ${MARKER}` });
    for (const [id, at] of [
      ["one", named("a")],
      ["two", named("b")],
      ["three", named("b")],
    ] as const) {
      await store.openSession({ id, title: id, mode: "chain", ...at });
      await store.moveHandle(`handle-${id}`, { ...at, aspect: MARKER, sessionId: id });
    }
    await store.assignProject(`/w/${MARKER}`, named("a").project);
    const sessions = use(store, home);
    await sessions.remove(["one", "two"], "ann");
    expect(await store.handle("handle-one")).not.toHaveProperty("project");
    expect(await store.handle("handle-two")).toMatchObject(named("b"));
    expect(await store.handle("handle-two")).not.toHaveProperty("aspect");
    await sessions.remove(["three"], "ann");
    expect(await store.handle("handle-three")).not.toHaveProperty("task");
    await store.close();
    expect(seen(await everything())).toBe(0);
  });

  test("[LF30] a file that an agent exported to another folder is erased, other files stay", async () => {
    const { home, location } = await makePlace();
    const store = await openStore(location);
    const sessions = use(store, home);
    const author = { handle: { origin: "argument", text: "s" } } as const;
    await store.openSession({ id: "s", title: "Plan", mode: "chain" });
    for (const text of ["First", `The key is ${MARKER}`])
      await store.append(draftOf({ sessionId: "s" }, text));
    const paths: string[] = [];
    for (const destination of ["reports", "exports"]) {
      const { path } = await sessions.exportChain(author, { sessionId: "s", destination });
      paths.push(join(home, path));
      const call = { tool_name: "export_reasoning_chain", session_id: "s", output: { path } };
      await store.keepInvocations([invocationOf(paths.length, call)]);
    }
    const own = join(home, "reports", "own.json");
    writeFileSync(own, JSON.stringify({ key: MARKER }));
    await store.keepInvocations([
      invocationOf(3, {
        tool_name: "export_reasoning_chain",
        session_id: "s",
        output: { path: "reports/own.json" },
      }),
    ]);
    expect(await sessions.redact("s", 2, "a secret", "ann")).toMatchObject({ exports: 2 });
    for (const path of paths) expect(seen(readFileSync(path, "utf8"))).toBe(0);
    expect(readFileSync(paths[0]!, "utf8")).toContain("First");
    await sessions.remove(["s"], "ann");
    expect(readdirSync(join(home, "reports"))).toEqual(["own.json"]);
    await store.close();
  });

  test("[LF13] a deletion of many thoughts reports its progress while another session goes on", async () => {
    const { home, location, everything } = await makePlace();
    const store = await openStore(location);
    for (const id of ["old", "live"]) await store.openSession({ id, title: id, mode: "chain" });
    const rows = Array.from({ length: 1_200 }, (_, at) =>
      store.append(draftOf({ sessionId: "old" }, `${MARKER} ${at}`)),
    );
    await Promise.all(rows);
    let isDone = false;
    const writing = (async () => {
      while (!isDone) await store.append(draftOf({ sessionId: "live" }, "Another thought"));
    })();
    const steps = new Set<string>();
    const done = await createSessions(store, { thinkMaxThoughts: 100, home }).remove(
      ["old"],
      "ann",
      ({ step }) => steps.add(step),
    );
    isDone = true;
    await writing;
    expect(done).toMatchObject({ deleted: ["old"], scrubbed: true });
    expect([...steps]).toEqual(["read", "quotes", "erase", "rewrite"]);
    await store.close();
    expect(seen(await everything())).toBe(0);
  });
});
