import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Draft, Failure, type Thought } from "../ledger/index.ts";
import { allThoughts, follow, type Store } from "./port.ts";

/** A draft for the main lane of a chain, with what a test wants different. */
export function draftOf(target: Draft["target"], content: string, more: Partial<Draft> = {}): Draft {
  return { target, content, nextThoughtNeeded: true, mode: "chain", door: "thoughtbox", ...more };
}

const open = { title: "A question", mode: "chain" as const };
const into = (handle: string): Draft["target"] => ({ handle, open: () => open });

/** The specification of a store: a backend's whole test file is one call of this. */
export function describeStore(name: string, openStore: () => Promise<Store>): void {
  describe(`the store on ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });
    afterEach(() => store.close());

    const add = (content: string, more: Partial<Draft> = {}, handle = "h") =>
      store.append(draftOf(into(handle), content, more));
    const all = async (sessionId: string) => Array.fromAsync(allThoughts(store, sessionId));

    describe("sessions", () => {
      it("[L1] an id is a slug of title and day, numbered on collision", async () => {
        const first = await store.openSession({ title: "Investigate memory leak", mode: "chain" });
        const second = await store.openSession({ title: "Investigate memory leak", mode: "chain" });
        const third = await store.openSession({ title: "Investigate memory leak", mode: "chain" });
        expect(first.id).toMatch(/^investigate-memory-leak-\d{4}-\d\d-\d\d$/);
        expect(second.id).toBe(`${first.id}-2`);
        expect(third.id).toBe(`${first.id}-3`);
      });

      it("[L2] a safe id given by the caller is kept, an unsafe one is not", async () => {
        expect((await store.openSession({ id: "wf_1.a-B", title: "t", mode: "think" })).id).toBe("wf_1.a-B");
        for (const id of ["../x", "a/b", "", ".hidden", "con", "x".repeat(200), "ä"]) {
          const made = (await store.openSession({ id, title: "t", mode: "think" })).id;
          expect(made).toMatch(/^t-\d{4}/);
        }
      });

      it("[L3] a session has the contract's fields with their defaults", async () => {
        const session = await store.openSession({ title: "T", mode: "chain", tags: ["a", "b", "a"] });
        expect(session).toMatchObject({
          title: "T",
          project: "_default",
          tags: ["a", "b"],
          mode: "chain",
          status: "active",
          stage: 0,
          metadata: {},
          thoughtCount: 0,
          branchCount: 0,
        });
        expect(await store.session(session.id)).toEqual(session);
        expect(await store.session("nope")).toBeUndefined();
      });

      it("[L4] sessions are listed newest activity first and by project, tags, status and id prefix", async () => {
        const a = await store.openSession({ title: "alpha", mode: "chain", project: "p", tags: ["x", "y"] });
        const b = await store.openSession({ title: "beta", mode: "chain", tags: ["x"] });
        await store.append(draftOf({ sessionId: a.id }, "later", { nextThoughtNeeded: false }));
        const ids = async (filter: Parameters<Store["sessions"]>[0]) =>
          (await store.sessions(filter)).map((s) => s.id);
        expect(await ids({})).toEqual([a.id, b.id]);
        expect(await ids({ limit: 1 })).toEqual([a.id]);
        expect(await ids({ project: "p" })).toEqual([a.id]);
        expect(await ids({ tags: ["x", "y"] })).toEqual([a.id]);
        expect(await ids({ status: "active" })).toEqual([b.id]);
        expect(await ids({ idPrefix: "be" })).toEqual([b.id]);
      });

      it("[L5] a stage never goes backwards and a change of nothing that exists is refused", async () => {
        const { id } = await store.openSession(open);
        expect((await store.changeSession(id, { stage: 2 })).stage).toBe(2);
        expect((await store.changeSession(id, { stage: 1 })).stage).toBe(2);
        await expect(store.changeSession("nope", { stage: 1 })).rejects.toMatchObject({
          code: "SESSION_NOT_FOUND",
        });
      });
    });

    describe("thoughts", () => {
      it("[L6] seq counts arrivals from 1 and each thought points at the one before it in its lane", async () => {
        const first = await add("one");
        const second = await add("two");
        expect(first).toMatchObject({ opened: true, thoughtCount: 1, thought: { seq: 1, number: 1 } });
        expect(first.thought.parentId).toBeUndefined();
        expect(second).toMatchObject({
          opened: false,
          thoughtCount: 2,
          thought: { seq: 2, number: 2, parentId: first.thought.id },
        });
        expect(await all(first.thought.sessionId)).toEqual([first.thought, second.thought]);
      });

      it("[L7] a missing number is the next of its lane and the total is raised to it", async () => {
        await add("one", { number: 4, total: 5 });
        expect((await add("two")).thought).toMatchObject({ number: 5, total: 5 });
        expect((await add("three")).thought).toMatchObject({ number: 6, total: 6 });
        expect((await add("four", { number: 9, total: 2 })).thought).toMatchObject({ number: 9, total: 9 });
        expect((await add("fork", { branchFrom: 5, branchId: "b" })).thought).toMatchObject({ number: 6 });
      });

      it("[L8] a number used twice is kept twice, with a warning that says how to revise", async () => {
        await add("one", { number: 1 });
        const again = await add("one again", { number: 1 });
        expect(again.warnings.join()).toContain("revisesThought: 1");
        expect(await all(again.thought.sessionId)).toHaveLength(2);
        const elsewhere = await add("not twice: another lane", { number: 2, branchFrom: 1, branchId: "b" });
        expect(elsewhere.warnings).toEqual([]);
        expect((await add("main", { number: 2 })).warnings).toEqual([]);
      });

      it("[L9] a branch chains within its lane, and a branch may fork from a branch", async () => {
        const one = await add("1");
        const a1 = await add("2a", { branchFrom: 1, branchId: "a" });
        const a2 = await add("3a", { branchId: "a" });
        const b1 = await add("4b", { branchFrom: 3, branchId: "b" });
        const two = await add("2");
        expect(a1.thought.parentId).toBe(one.thought.id);
        expect(a2.thought.parentId).toBe(a1.thought.id);
        expect(b1.thought.parentId).toBe(a2.thought.id);
        expect(two.thought.parentId).toBe(one.thought.id);
        expect(two.branches).toEqual(["a", "b"]);
      });

      it("[L10] a number that several lanes have means the lane at hand, then the lanes it forked from", async () => {
        await add("1");
        await add("2");
        const main3 = await add("3");
        await add("3a", { branchFrom: 2, branchId: "a" });
        const a4 = await add("4a", { branchId: "a" });
        expect((await add("b", { branchFrom: 4, branchId: "b" })).thought.parentId).toBe(a4.thought.id);
        await add("4");
        expect((await add("c", { branchFrom: 3, branchId: "c" })).thought.parentId).toBe(main3.thought.id);
        expect((await add("again", { revises: 3 })).thought.revisesId).toBe(main3.thought.id);
      });

      it("[L11] a branch repeated with its fork point goes on in its lane; a fork without a name is given one", async () => {
        await add("1");
        const first = await add("a", { branchFrom: 1, branchId: "a" });
        const second = await add("a", { branchFrom: 1, branchId: "a" });
        expect(second.thought.parentId).toBe(first.thought.id);
        const named = await add("b", { branchFrom: 1 });
        expect(named.thought.branchId).toBe("branch-2");
        expect(named.warnings.join()).toContain('branchId: "branch-2"');
      });

      it("[L12] a branch id is any text and never a path", async () => {
        await add("1");
        for (const branchId of [
          "../../etc/passwd",
          "a b",
          "'; DROP TABLE thought;--",
          "日本",
          "\u202e",
          "constructor",
          "__proto__",
        ]) {
          const receipt = await add("x", { branchFrom: 1, branchId });
          expect(receipt.thought.branchId).toBe(branchId);
          expect(receipt.branches).toContain(branchId);
        }
      });

      it("[L13] a revision is a new thought that points at the old one, which stays as it was", async () => {
        const one = await add("one");
        await add("two");
        const revision = await add("better one", { isRevision: true, revises: 1 });
        expect(revision.thought).toMatchObject({
          seq: 3,
          isRevision: true,
          revises: 1,
          revisesId: one.thought.id,
        });
        expect((await all(one.thought.sessionId))[0]).toEqual(one.thought);
        expect((await add("better still", { revises: 3 })).thought.revisesId).toBe(revision.thought.id);
      });

      it("[L14] a revision without a target revises the thought before it, and says so", async () => {
        await add("one");
        const revision = await add("better", { isRevision: true });
        expect(revision.thought).toMatchObject({ isRevision: true, revises: 1 });
        expect(revision.warnings.join()).toContain("revisesThought");
        const lonely = await add("nothing before it", { isRevision: true }, "other");
        expect(lonely.thought.isRevision).toBe(false);
      });

      it("[L15] a branch or revision of a thought that does not exist is refused, naming those that do", async () => {
        await expect(add("x", { branchFrom: 1, branchId: "b" })).rejects.toMatchObject({
          code: "THOUGHT_NOT_FOUND",
        });
        for (const number of [1, 2, 3, 7]) await add("x", { number });
        const failure = await add("x", { revises: 99 }).catch((error: Failure) => error);
        expect(failure).toBeInstanceOf(Failure);
        expect((failure as Failure).message).toContain("no thought 99");
        expect((failure as Failure).message).toContain("1-3, 7");
        await expect(add("x", { branchFrom: 5, branchId: "b" })).rejects.toMatchObject({
          code: "THOUGHT_NOT_FOUND",
        });
        expect((await add("goes on")).thought.seq).toBe(5);
      });

      it("[L16] numbers may count down", async () => {
        for (const number of [5, 4, 3, 2, 1]) {
          const { thought, warnings } = await add(`step ${number}`, { number, total: 5 });
          expect([thought.number, thought.total, warnings]).toEqual([number, 5, []]);
        }
      });

      it("[L17] text comes back as it went in: NUL, controls, any script, a megabyte", async () => {
        for (const content of ["a\0b", "\u202e\u0007", "日本語 🧵 é", "x".repeat(1_000_000)])
          expect((await add(content)).thought.content).toBe(content);
        const stored = await all((await add("end")).thought.sessionId);
        expect(stored.map((thought) => thought.content.length)).toEqual([3, 2, 8, 1_000_000, 3]);
      });

      it("[L18] optional fields are kept", async () => {
        const { thought } = await add("x", {
          confidence: 0.25,
          author: "someone",
          metadata: { a: [1, { b: null }] },
        });
        expect((await all(thought.sessionId))[0]).toEqual(thought);
        expect(thought).toMatchObject({
          confidence: 0.25,
          author: "someone",
          metadata: { a: [1, { b: null }] },
        });
      });

      it("[L19] lanes stay a tree with consecutive seq, whatever is thought", async () => {
        const step = fc.record(
          {
            branchFrom: fc.integer({ min: 1, max: 4 }),
            branchId: fc.constantFrom("a", "b", "c"),
            revises: fc.integer({ min: 1, max: 4 }),
            number: fc.integer({ min: 1, max: 4 }),
          },
          { requiredKeys: [] },
        );
        let round = 0;
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
            const handle = `tree${round++}`;
            let sessionId: string | undefined;
            let accepted = 0;
            for (const more of [{}, {}, {}, ...steps]) {
              const receipt = await add("x", more, handle).catch((error: Failure) => {
                expect(error.code).toBe("THOUGHT_NOT_FOUND");
                return undefined;
              });
              if (!receipt) continue;
              accepted++;
              sessionId = receipt.thought.sessionId;
            }
            expect(accepted).toBeGreaterThanOrEqual(3);
            const thoughts = await all(sessionId!);
            expect(thoughts.map((thought) => thought.seq)).toEqual(
              Array.from({ length: accepted }, (_, i) => i + 1),
            );
            checkTree(thoughts);
          }),
          { numRuns: 60 },
        );
      });
    });

    describe("targets", () => {
      it("[L20] a handle's first thought opens a session and the next go on in it", async () => {
        const first = await add("one");
        expect((await add("two")).thought.sessionId).toBe(first.thought.sessionId);
        expect((await add("other", {}, "h2")).thought.sessionId).not.toBe(first.thought.sessionId);
      });

      it("[L21] the last thought completes the session; the handle's next opens another; its own id reopens it", async () => {
        const { thought } = await add("one");
        const last = await add("done", { nextThoughtNeeded: false });
        expect(last.closed).toBe(true);
        expect((await store.session(thought.sessionId))?.status).toBe("completed");
        const fresh = await add("new question");
        expect(fresh.opened).toBe(true);
        expect(fresh.thought.sessionId).not.toBe(thought.sessionId);
        await store.append(draftOf({ sessionId: thought.sessionId }, "one more thing"));
        expect((await store.session(thought.sessionId))?.status).toBe("active");
      });

      it("[L21] a handle that continues goes on in its session after it was completed", async () => {
        const more = { target: { handle: "h", open: () => open, continues: true }, nextThoughtNeeded: false };
        const first = await add("one", more);
        const second = await add("two", more);
        expect(second.thought).toMatchObject({ sessionId: first.thought.sessionId, seq: 2 });
      });

      it("[L22] an unknown session id is refused unless it may be created", async () => {
        await expect(store.append(draftOf({ sessionId: "nope" }, "x"))).rejects.toMatchObject({
          code: "SESSION_NOT_FOUND",
        });
        const made = await store.append(draftOf({ sessionId: "wf-1", create: () => open }, "x"));
        expect(made).toMatchObject({ opened: true, thought: { sessionId: "wf-1" } });
        expect((await store.append(draftOf({ sessionId: "wf-1", create: () => open }, "y"))).opened).toBe(
          false,
        );
      });

      it("[L23] a handle can be bound to a session by naming it", async () => {
        const { id } = await store.openSession(open);
        await store.append(draftOf({ sessionId: id, bind: "h" }, "named"));
        expect((await add("not named")).thought.sessionId).toBe(id);
      });

      it("[L35] a handle keeps where it stands, also when its session is completed", async () => {
        expect(await store.handle("h")).toEqual({});
        expect(await store.moveHandle("h", { project: "p", task: "t" })).toEqual({ project: "p", task: "t" });
        const { thought } = await add("one");
        await store.moveHandle("h", { task: "u", aspect: "a", root: "/r" });
        const stands = { project: "p", task: "u", aspect: "a", root: "/r" };
        const lastSessionId = thought.sessionId;
        expect(await store.handle("h")).toEqual({ sessionId: thought.sessionId, lastSessionId, ...stands });
        await add("done", { nextThoughtNeeded: false });
        expect(await store.handle("h")).toEqual({ lastSessionId, ...stands });
        expect(await store.handle("other")).toEqual({});
      });

      it("[L24] first thoughts that arrive at once on one handle open one session", async () => {
        const receipts = await Promise.all(Array.from({ length: 20 }, (_, i) => add(`t${i}`)));
        expect(new Set(receipts.map((receipt) => receipt.thought.sessionId)).size).toBe(1);
        expect(receipts.filter((receipt) => receipt.opened)).toHaveLength(1);
        expect(receipts.map((receipt) => receipt.thought.seq)).toEqual(
          Array.from({ length: 20 }, (_, i) => i + 1),
        );
      });

      it("[L25] among thoughts that arrive at once, a refused one harms no other", async () => {
        const results = await Promise.allSettled([add("a"), add("b", { revises: 77 }), add("c")]);
        expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
        expect((await add("d")).thought.seq).toBe(3);
      });
    });

    describe("idempotency", () => {
      const idempotency = { scope: "s", key: "k" };

      it("[L26] a repeat with the same key returns the first receipt and writes nothing", async () => {
        const first = await add("one", { idempotency });
        await add("two");
        const before = await store.position();
        const repeat = await add("one", { idempotency });
        expect(repeat).toEqual({ ...first, replayed: true });
        expect(await store.position()).toBe(before);
      });

      it("[L27] a repeat of a session's first or last thought opens no other session", async () => {
        const only = await add("all of it", { idempotency, nextThoughtNeeded: false });
        const repeat = await add("all of it", { idempotency, nextThoughtNeeded: false });
        expect(repeat.thought.id).toBe(only.thought.id);
        expect(await store.sessions({})).toHaveLength(1);
      });

      it("[L27] a repeat of opening a session opens no other", async () => {
        const first = await store.openSession(open, idempotency);
        expect(await store.openSession(open, idempotency)).toEqual(first);
        expect((await store.openSession(open, { ...idempotency, key: "other" })).id).not.toBe(first.id);
        expect((await add("the key of a session is no thought's", { idempotency })).replayed).toBe(false);
      });

      it("[L28] keys of different scopes are different, and a refused call keeps no key", async () => {
        const a = await add("a", { idempotency });
        const b = await add("b", { idempotency: { scope: "other", key: "k" } });
        expect(b.thought.id).not.toBe(a.thought.id);
        const late = { scope: "s", key: "late" };
        await expect(add("c", { idempotency: late, revises: 9 })).rejects.toThrow();
        expect((await add("c", { idempotency: late })).replayed).toBe(false);
      });

      it("[L29] repeats that arrive at once write once", async () => {
        const receipts = await Promise.all(Array.from({ length: 8 }, () => add("one", { idempotency })));
        expect(new Set(receipts.map((receipt) => receipt.thought.id)).size).toBe(1);
        expect(await all(receipts[0]!.thought.sessionId)).toHaveLength(1);
      });
    });

    describe("the feed", () => {
      it("[F1] every write has a place in one order: sessions and thoughts", async () => {
        const { thought } = await add("one");
        await store.changeSession(thought.sessionId, { stage: 1 });
        await add("two");
        const changes = await store.changes(0, 100);
        expect(changes.map(({ kind, seq }) => [kind, seq])).toEqual([
          ["session", undefined],
          ["thought", 1],
          ["session", undefined],
          ["thought", 2],
        ]);
        expect(changes.map((change) => change.position)).toEqual(
          [...changes.map((change) => change.position)].sort((a, b) => a - b),
        );
        expect(await store.position()).toBe(changes.at(-1)!.position);
        expect(await store.changes(changes[1]!.position, 1)).toEqual([changes[2]]);
      });

      it("[F2] a follower gets each change once and in order, from before and after it came", async () => {
        await add("before");
        const stop = new AbortController();
        const seen: number[] = [];
        const done = (async () => {
          for await (const changes of follow(store, 0, stop.signal)) {
            seen.push(...changes.filter((change) => change.kind === "thought").map((change) => change.seq!));
            if (seen.length >= 51) stop.abort();
          }
        })();
        for (let i = 0; i < 50; i++) await add(`after ${i}`);
        await done;
        expect(seen).toEqual(Array.from({ length: 51 }, (_, i) => i + 1));
      });
    });

    describe("the window of think", () => {
      it("[L30] clearing the window moves its start and loses nothing", async () => {
        const { thought } = await add("one");
        await add("two");
        expect((await store.changeSession(thought.sessionId, { clearWindow: true })).windowStart).toBe(2);
        expect((await add("three")).windowStart).toBe(2);
        expect(await all(thought.sessionId)).toHaveLength(3);
      });
    });

    describe("search", () => {
      beforeEach(async () => {
        await add("The cache invalidation misses deleted keys", {}, "a");
        await add("Retry the flaky network test with a longer deadline", {}, "a");
        await store.append(
          draftOf(
            { handle: "b", open: () => ({ ...open, project: "p" }) },
            "Caching is not the cause; the résumé parser is",
          ),
        );
      });
      const found = async (text: string, more = {}) =>
        (await store.search({ text, ...more })).map((hit) => hit.thought.content.slice(0, 12));

      it("[L31] words are found by stem, in any case, with or without accents", async () => {
        expect(await found("CACHED")).toHaveLength(2);
        expect(await found("resume")).toEqual(["Caching is n"]);
      });

      it("[L32] a question whose words do not all occur finds thoughts with some of them", async () => {
        expect(await found("why does the flaky deploy fail?")).toContain("Retry the fl");
        expect(await found("zebra")).toEqual([]);
      });

      it("[L33] search can be held to a project or a session, and shows the match", async () => {
        expect(await found("cache", { project: "p" })).toEqual(["Caching is n"]);
        const [hit] = await store.search({ text: "invalidation" });
        expect(hit?.snippet).toContain("[invalidation]");
        expect(await found("cache", { sessionId: hit!.thought.sessionId })).toEqual(["The cache in"]);
      });

      it("[L33] a hit's snippet is of the hit itself, also behind a NUL character", async () => {
        for (const place of ["first", "second", "third"]) await add(`Lanterns hang at the ${place} gate`);
        await add("before the end\0of text the compass is marked");
        const hits = await store.search({ text: "lantern gate" });
        expect(hits.map(({ snippet }) => snippet)).toEqual([
          "[Lanterns] hang at the third [gate]",
          "[Lanterns] hang at the first [gate]",
          "[Lanterns] hang at the second [gate]",
        ]);
        for (const { snippet, thought } of hits)
          expect(snippet.replaceAll(/[[\]]/g, "")).toBe(thought.content);
        expect((await store.search({ text: "compass" }))[0]?.snippet).toContain("the [compass] is");
        await add(`${"x".repeat(100_000)} sextant`);
        const [hit] = await store.search({ text: "sextant" });
        expect(hit?.snippet).toMatch(/^….{500,600}\[sextant\]$/);
      });

      it("[L36] search can be held to tags, a door and a time, one by one and together", async () => {
        const into = (tags: string[]) => ({ handle: tags.join(), open: () => ({ ...open, tags }) });
        await store.append(draftOf(into(["x", "y"]), "marble one", { door: "think" }));
        const { thought } = await store.append(draftOf(into(["x"]), "marble two"));
        const marbles = async (more: object) =>
          (await store.search({ text: "marble", ...more })).map((hit) => hit.thought.content).sort();
        expect(await marbles({ tags: ["x"] })).toEqual(["marble one", "marble two"]);
        expect(await marbles({ tags: ["x", "y"] })).toEqual(["marble one"]);
        expect(await marbles({ tags: ["z"] })).toEqual([]);
        expect(await marbles({ door: "think" })).toEqual(["marble one"]);
        expect(await marbles({ door: "host" })).toEqual([]);
        expect(await marbles({ tags: ["x"], door: "thoughtbox" })).toEqual(["marble two"]);
        expect(await marbles({ sessionId: thought.sessionId, tags: ["y"] })).toEqual([]);
        expect(await marbles({ project: "p" })).toEqual([]);
        expect(await marbles({ limit: 1 })).toHaveLength(1);
        const at = (ms: number) => new Date(Date.parse(thought.createdAt) + ms).toISOString();
        expect(await marbles({ since: at(-60_000), until: at(0) })).toEqual(["marble one", "marble two"]);
        expect(await marbles({ since: at(1) })).toEqual([]);
        expect(await marbles({ until: at(-60_000) })).toEqual([]);
        expect(await store.search({ text: "think" })).toEqual([]);
      });

      it("[L36] times hold exactly, however thoughts and sessions alternate", async () => {
        const times: string[] = [];
        for (let i = 0; i < 12; i++) {
          const { thought } = await add("pebble", {}, `time${i % 5}`);
          times.push(thought.createdAt);
          if (i % 3 === 0) await store.changeSession(thought.sessionId, { stage: 1 });
          // The next thought must be a moment younger.
          while (new Date().toISOString() <= thought.createdAt);
        }
        for (const [i, since] of times.entries())
          for (const [j, until] of times.entries())
            expect(await store.search({ text: "pebble", since, until, limit: 50 })).toHaveLength(
              Math.max(0, j - i + 1),
            );
      });

      it("[L36] a filter finds the few among many, whether a session lies together or scattered", async () => {
        const place = (project: string) => ({ handle: project, open: () => ({ ...open, project }) });
        const steps: Promise<unknown>[] = [];
        for (let i = 0; i < 2600; i++) {
          const few = i % 50 === 0 && i < 400;
          const project = few ? "scattered" : i < 1300 ? `old${i % 25}` : "new";
          steps.push(store.append(draftOf(place(project), few ? `needle ${i}` : `common ${i}`)));
        }
        steps.push(store.append(draftOf(place("new"), "needle of the new")));
        await Promise.all(steps);
        const hits = async (text: string, more: object) =>
          (await store.search({ text, limit: 200, ...more })).length;
        expect(await hits("needle", { project: "scattered" })).toBe(8);
        expect(await hits("common", { project: "scattered" })).toBe(0);
        expect(await hits("common needle", { project: "scattered" })).toBe(8);
        expect(await hits("common", { project: "old3" })).toBeGreaterThan(40);
        expect(await hits("needle", { project: "old3" })).toBe(0);
        expect(await hits("needle common", { project: "new" })).toBe(200);
      });

      it("[L37] a question is never empty when one of its words occurs within the filters", async () => {
        expect(await found("zebra giraffe flaky")).toEqual(["Retry the fl"]);
        expect(await found("flaky caching", { project: "p" })).toEqual(["Caching is n"]);
        expect(await found("What did we say about the résumé?", { project: "p" })).toEqual(["Caching is n"]);
      });

      it("[L37] all words go before some, and often in few letters before once in many", async () => {
        const long = "and on it goes ".repeat(40);
        await add("anchor, anchor: the anchor chain");
        await add(`anchor ${long}${long}`);
        await add(`the anchor ${long}`);
        await add(`one anchor ${long}`);
        expect(await found("anchor")).toEqual([
          "anchor, anch",
          "one anchor a",
          "the anchor a",
          "anchor and o",
        ]);
        expect(await found("anchor chain")).toEqual(["anchor, anch"]);
        expect((await found("anchor zebra"))[0]).toBe("anchor, anch");
      });

      it("[L34] no question is taken for query syntax", async () => {
        await fc.assert(
          fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (text) => {
            expect(Array.isArray(await store.search({ text }))).toBe(true);
          }),
          { numRuns: 200 },
        );
        for (const text of ['"', "AND OR NOT", "content:cache", "cache*", "NEAR(a b)", "-cache", "{}", "\0"])
          await store.search({ text });
      });
    });
  });
}

/** Every parent came earlier in the same session; the first of a lane hangs on another lane, the rest on their own. */
function checkTree(thoughts: readonly Thought[]): void {
  const byId = new Map(thoughts.map((thought) => [thought.id, thought]));
  const tails = new Map<string, string>();
  for (const thought of thoughts) {
    const lane = thought.branchId ?? "";
    const parent = thought.parentId === undefined ? undefined : byId.get(thought.parentId);
    if (thought.parentId !== undefined) expect(parent!.seq).toBeLessThan(thought.seq);
    const tail = tails.get(lane);
    if (tail !== undefined) expect(thought.parentId).toBe(tail);
    else if (parent) expect(parent.branchId ?? "").not.toBe(lane);
    tails.set(lane, thought.id);
  }
}
