import { describe, expect, it } from "vitest";
import { MAX_DELIVERIES } from "../../ledger/index.ts";
import { draftOf, type Fixture, open } from "./fixture.ts";

/** Limits of a delivery that every test's notes fit into. */
export const ROOM = { most: 20, bytes: 16_384 } as const;

const by = (text: string, on?: number) => ({ text, author: "Ann", ...(on !== undefined && { on }) });

/** The contract for notes of people. */
export function describeNotes(on: Fixture): void {
  const start = async () => (await on.add("one")).thought.sessionId;
  const states = async (id: string) => (await on.store.notes(id, {})).map(({ state }) => state);
  const deliver = async (id: string, limits = {}) =>
    (await on.store.deliverNotes(id, { ...ROOM, ...limits })).notes.map(({ text }) => text);

  describe("notes", () => {
    it("[ST1] a note is kept with its session, thought, author, text and time", async () => {
      const sessionId = await start();
      const note = await on.store.addNote(sessionId, by("Look at the cache. 🧵\0", 1));
      expect(note).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{10}$/),
        sessionId,
        on: 1,
        author: "Ann",
        text: "Look at the cache. 🧵\0",
        state: "waiting",
        createdAt: expect.any(String),
      });
      const second = await on.store.addNote(sessionId, by("And stop."));
      expect(second).toMatchObject({ on: null, state: "waiting" });
      expect(await on.store.notes(sessionId, {})).toEqual([note, second]);
      expect(await on.store.notes(sessionId, { limit: 1 })).toEqual([second]);
      expect(await on.store.notes("nope", {})).toEqual([]);
    });

    it("[ST1] a note on a missing thought is refused with those that exist, and on a missing session", async () => {
      const sessionId = await start();
      await on.add("two");
      await expect(on.store.addNote(sessionId, by("x", 12))).rejects.toMatchObject({
        code: "THOUGHT_NOT_FOUND",
        data: { field: "thought", number: 12, existing: "1-2" },
      });
      await expect(on.store.addNote("nope", by("x"))).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
      expect(await on.store.notes(sessionId, {})).toEqual([]);
    });

    it("[ST8] a repeat with the same idempotency key returns the first note and writes nothing", async () => {
      const sessionId = await start();
      const key = { scope: "s", key: "k" };
      const note = await on.store.addNote(sessionId, by("once"), key);
      const before = await on.store.position();
      expect(await on.store.addNote(sessionId, by("other"), key)).toEqual(note);
      expect(await on.store.position()).toBe(before);
      expect(await on.store.notes(sessionId, {})).toHaveLength(1);
    });

    it("[ST3] a note is delivered three times at most, and its state says how far it is", async () => {
      const sessionId = await start();
      await on.store.addNote(sessionId, by("Stop"));
      expect(await states(sessionId)).toEqual(["waiting"]);
      for (let turn = 1; turn <= MAX_DELIVERIES; turn++) {
        expect(await deliver(sessionId)).toEqual(["Stop"]);
        expect(await states(sessionId)).toEqual([turn < MAX_DELIVERIES ? "delivered" : "unanswered"]);
        await on.add(`more ${turn}`);
      }
      expect(await deliver(sessionId)).toEqual([]);
      const [note] = await on.store.notes(sessionId, { open: true });
      expect(note).toMatchObject({ deliveries: 3, at: 1, deliveredAt: expect.any(String) });
      expect(await on.store.deliverNotes("nope", ROOM)).toEqual({ notes: [], more: 0 });
    });

    it("[ST3] an answer carries a bounded number of notes, those delivered least often first", async () => {
      const sessionId = await start();
      for (const text of ["a", "b", "c"]) await on.store.addNote(sessionId, by(text));
      expect(await on.store.deliverNotes(sessionId, { most: 2, bytes: 100 })).toMatchObject({
        notes: [{ text: "a" }, { text: "b" }],
        more: 1,
      });
      expect(await deliver(sessionId, { most: 1 })).toEqual(["c"]);
      expect(await deliver(sessionId, { bytes: 2 })).toEqual(["a", "b"]);
      await on.store.addNote(sessionId, by("x".repeat(4000)));
      expect(await deliver(sessionId, { bytes: 10 })).toEqual(["x".repeat(4000)]);
    });

    it("[ST4] a thought answers a note by its id, in the text or as an argument, and the first one counts", async () => {
      const sessionId = await start();
      const [a, b, c] = [
        await on.store.addNote(sessionId, by("a")),
        await on.store.addNote(sessionId, by("b")),
        await on.store.addNote(sessionId, by("c")),
      ];
      await deliver(sessionId);
      await on.add(`As note:${a.id} says, stop. note:0000000000 is unknown.`);
      const { thought } = await on.add("For b", { answersNote: ` note:${b.id}` });
      expect(thought.metadata).toMatchObject({ answersNote: ` note:${b.id}` });
      await on.add(`Again note:${a.id}, and notes:${c.id} or note:${c.id}0 are others.`);
      expect(await on.store.notes(sessionId, {})).toMatchObject([
        { state: "answered", answeredBy: 2, answeredAt: expect.any(String) },
        { state: "answered", answeredBy: 3 },
        { state: "delivered" },
      ]);
      expect(await deliver(sessionId)).toEqual(["c"]);
      expect((await on.store.notes(sessionId, { open: true })).map(({ text }) => text)).toEqual(["c"]);
    });

    it("[ST4] a note that was delivered three times can still be answered, and one of another session cannot", async () => {
      const sessionId = await start();
      const { id } = await on.store.addNote(sessionId, by("a"));
      for (let turn = 0; turn < 3; turn++) await deliver(sessionId);
      await on.store.append(draftOf({ handle: "other", open: () => open }, `note:${id}`));
      expect(await states(sessionId)).toEqual(["unanswered"]);
      await on.add(`note:${id} is right`);
      expect(await states(sessionId)).toEqual(["answered"]);
    });

    it("[ST6] a repeat of a call with the same key carries the same notes and counts nothing", async () => {
      const sessionId = await start();
      const call = { scope: "s", key: "k" };
      expect(await deliver(sessionId, { call })).toEqual([]);
      const { id } = await on.store.addNote(sessionId, by("a"));
      expect(await deliver(sessionId, { call })).toEqual(["a"]);
      await on.add(`note:${id}`);
      await on.store.addNote(sessionId, by("b"));
      for (let turn = 0; turn < 4; turn++) expect(await deliver(sessionId, { call })).toEqual(["a"]);
      expect(await on.store.notes(sessionId, {})).toMatchObject([{ deliveries: 1 }, { state: "waiting" }]);
      expect(await deliver(sessionId, { call: { scope: "s2", key: "k" } })).toEqual(["b"]);
    });

    it("[ST7] writing and delivering a note are changes of its session that name the note", async () => {
      const sessionId = await start();
      const before = await on.store.position();
      const { id } = await on.store.addNote(sessionId, by("a"));
      await deliver(sessionId);
      const changes = await on.store.changes(before, 10);
      expect(changes).toMatchObject([
        { kind: "session", sessionId, noteId: id },
        { kind: "session", sessionId, noteId: id },
      ]);
    });

    it("[ST11] an append says whether notes wait, and a session without notes is not written for them", async () => {
      expect(await on.add("one")).not.toHaveProperty("steered");
      const sessionId = (await on.add("two")).thought.sessionId;
      const before = await on.store.position();
      await deliver(sessionId);
      expect(await on.store.position()).toBe(before);
      const { id } = await on.store.addNote(sessionId, by("a"));
      expect(await on.add("three")).toMatchObject({ steered: true, thoughtCount: 3 });
      await on.add(`note:${id}`);
      await deliver(sessionId);
      expect(await on.add("five")).not.toHaveProperty("steered");
    });

    it("[ST13] a thought asks a person; the session shows the question until a note replies", async () => {
      const sessionId = await start();
      const { thought } = await on.add("two", { needsInput: "Which database?" });
      expect(thought.metadata).toEqual({ needsInput: "Which database?" });
      await on.add("three");
      const asked = { needsInput: "Which database?", needsInputOn: 2 };
      expect(await on.store.session(sessionId)).toMatchObject(asked);
      expect(await on.store.sessions({})).toMatchObject([asked]);
      await on.store.addNote(sessionId, by("SQLite"));
      expect(await on.store.session(sessionId)).not.toHaveProperty("needsInput");
      expect(await on.store.sessions({})).toMatchObject([{ id: sessionId }]);
    });

    it("[ST14] a session is held until a time, until it is released, or until a note is written", async () => {
      const sessionId = await start();
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const held = async () => (await on.store.deliverNotes(sessionId, { ...ROOM, waits: true })).heldUntil;
      const from = await on.store.position();
      await on.store.holdSession(sessionId, until);
      expect(await on.add("two")).toMatchObject({ steered: true });
      expect(await held()).toBe(until);
      expect(await on.store.deliverNotes(sessionId, ROOM)).toEqual({ notes: [], more: 0 });
      expect(await held()).toBe(until);
      expect((await on.store.changes(from, 1))[0]).toMatchObject({ kind: "session", sessionId });
      await on.store.holdSession(sessionId, undefined);
      expect(await held()).toBeUndefined();
      await on.store.holdSession(sessionId, until);
      await on.store.addNote(sessionId, by("go on"));
      expect(await on.store.deliverNotes(sessionId, ROOM)).toMatchObject({ notes: [{ text: "go on" }] });
      expect(await held()).toBeUndefined();
      await expect(on.store.holdSession("nope", until)).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
    });

    it("[ST14] a hold that has ended holds nothing", async () => {
      const sessionId = await start();
      await on.store.holdSession(sessionId, new Date(0).toISOString());
      expect(await on.store.deliverNotes(sessionId, ROOM)).toEqual({ notes: [], more: 0 });
      expect(await on.add("two")).not.toHaveProperty("steered");
    });

    it("[ST24] notes are found by their words, within the filters, best first", async () => {
      const sessionId = await start();
      const other = await on.store.openSession({ ...open, project: "p", tags: ["t"] });
      await on.store.addNote(sessionId, by("The caches are cold"));
      await on.store.addNote(other.id, by("Warm the cache first"));
      const found = async (query: object) =>
        (await on.store.searchNotes({ text: "cache", ...query })).map(({ note }) => note.text);
      expect((await found({})).toSorted()).toEqual(["The caches are cold", "Warm the cache first"]);
      expect(await found({ sessionId })).toEqual(["The caches are cold"]);
      expect(await found({ project: "p" })).toEqual(["Warm the cache first"]);
      expect(await found({ tags: ["t"] })).toEqual(["Warm the cache first"]);
      for (const text of ["cache cold", "Why are the caches cold?"])
        expect((await found({ text }))[0]).toBe("The caches are cold");
      expect(await found({ text: "turbine" })).toEqual([]);
      expect(await found({ text: "  " })).toEqual([]);
      expect(await found({ limit: 0 })).toEqual([]);
      expect(await found({ until: "2000-01-01T00:00:00.000Z" })).toEqual([]);
      expect(await found({ since: "2000-01-01T00:00:00.000Z", limit: 1 })).toHaveLength(1);
      const [hit] = await on.store.searchNotes({ text: "cache cold" });
      expect(hit).toMatchObject({
        title: "A question",
        snippet: "The [caches] are [cold]",
        seq: 0,
        score: 1,
      });
      await on.add("one");
      await on.store.addNote(sessionId, { ...by("A turbine"), on: 1 });
      expect(await on.store.searchNotes({ text: "turbines" })).toMatchObject([{ seq: 1, note: { on: 1 } }]);
      await on.store.editSession(other.id, { archived: true, by: "Ann" });
      expect(await found({ project: "p" })).toEqual([]);
      expect(await found({ project: "p", archived: true })).toEqual(["Warm the cache first"]);
    });
  });
}
