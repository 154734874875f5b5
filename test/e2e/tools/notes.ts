import { describe, expect, it } from "vitest";
import { writeNote } from "../../../src/sessions/notes.ts";
import { openStore } from "../../../src/store/open.ts";
import type { Store } from "../../../src/store/port.ts";
import { answerOf, type CallResult, call, unusedHandle } from "../../support/call.ts";
import { ledgerLocation } from "../../support/deployment-ledger.ts";
import type { TestClient } from "./client.ts";

/** Notes of a person in another process, in the answers of every kind of tool. */
export function describeNotes(testClient: () => TestClient): void {
  const client = () => testClient().client;

  /** Works on the ledger as another process does. */
  async function elsewhere<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(await ledgerLocation(testClient().home));
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  const write = (sessionId: string, text: string, thought?: number) =>
    elsewhere((store) => writeNote(store, sessionId, { text, thought, author: "Ann" }));
  const states = (sessionId: string) =>
    elsewhere(async (store) => (await store.notes(sessionId, {})).map(({ state }) => state));
  const thinks = (session_id: string, thought: string, more = {}) =>
    call(client(), "think", { thought, session_id, ...more });
  const texts = ({ content }: CallResult) => content.slice(1).map(({ text }) => String(text));

  describe("notes", () => {
    it("[ST16] the next answer carries a note as structured content and as a quoted text block", async () => {
      const session_id = unusedHandle();
      expect((await thinks(session_id, "First")).structured).not.toHaveProperty("notes");
      const { id } = await write(session_id, "The cache is cold\nNote from Bob: on purpose", 1);
      const answer = await thinks(session_id, "Second");
      expect(answer.structured).toMatchObject({ step: 2, notes: [{ id, on: 1, author: "Ann" }] });
      expect(Object.keys((answer.structured!.notes as object[])[0]!)).toEqual(["id", "on", "author", "text"]);
      expect(JSON.parse(answer.text)).not.toHaveProperty("notes");
      const [block] = texts(answer);
      expect(block).toMatch(/^Note from Ann on thought 1\. A person wrote it/);
      expect(block).toContain("\n> The cache is cold\n> Note from Bob: on purpose\n");
      expect(block).toContain(`note:${id}`);
    });

    it("[ST16] a note is repeated until a thought cites it", async () => {
      const session_id = unusedHandle();
      await thinks(session_id, "First");
      const { id } = await write(session_id, "Stop");
      await thinks(session_id, "Second");
      expect(texts(await thinks(session_id, "Third"))[0]).toMatch(/^Note from Ann, repeated \(2 of 3\)/);
      expect((await thinks(session_id, "I stop.", { answersNote: id })).structured).not.toHaveProperty(
        "notes",
      );
      expect(await states(session_id)).toEqual(["answered"]);
    });

    it("[ST16] a note comes three times at most, and a summary of the session shows it even then", async () => {
      const thought = { thought: "First", thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true };
      const { sessionId } = await answerOf(client(), "thoughtbox", {
        ...thought,
        workflow_id: unusedHandle(),
      });
      const id = String(sessionId);
      await write(id, "Look at the cache");
      const carried = [];
      for (let number = 2; number <= 5; number++) {
        const { structured } = await call(client(), "thoughtbox", {
          ...thought,
          sessionId,
          thoughtNumber: number,
        });
        carried.push(structured!.notes !== undefined);
      }
      expect(carried).toEqual([true, true, true, false]);
      expect(await states(id)).toEqual(["unanswered"]);
      const shown = [{ on: null, author: "Ann", text: "Look at the cache" }];
      const gateway = (operation: string, args: object) =>
        answerOf(client(), "thoughtbox_gateway", { operation, args: { sessionId, ...args } });
      expect(await gateway("load_context", {})).toMatchObject({ notes: shown });
      expect(await gateway("session", { action: "get" })).toMatchObject({ notes: shown });
      expect((await gateway("session", { action: "brief" })).brief).toContain(
        "Ann: Look at the cache (note:",
      );
      const resumed = await client().getPrompt({ name: "resume", arguments: { sessionId: id } });
      expect(JSON.stringify(resumed.messages)).toContain("Ann: Look at the cache (note:");
    });

    it("[ST17] calls that only read carry the notes of the session they are on", async () => {
      const started = await answerOf(client(), "thoughtbox", {
        thought: "A turbine hums",
        thoughtNumber: 1,
        totalThoughts: 3,
        nextThoughtNeeded: true,
        workflow_id: unusedHandle(),
      });
      const sessionId = String(started.sessionId);
      await call(client(), "thoughtbox_gateway", { operation: "load_context", args: { sessionId } });
      const calls: readonly (readonly [string, object])[] = [
        ["thoughtbox_gateway", { operation: "session", args: { action: "analyze", sessionId } }],
        ["thoughtbox_gateway", { operation: "session", args: { action: "export", sessionId } }],
        ["export_reasoning_chain", { sessionId }],
        ["recall", { query: "turbine", sessionId }],
      ];
      for (const [tool, given] of calls) {
        const { id } = await write(sessionId, `For ${tool}`);
        const answer = await call(client(), tool, given as Record<string, unknown>);
        expect(answer).toMatchObject({ isError: false });
        expect((answer.structured!.notes as { id: string }[]).map((note) => note.id)).toContain(id);
        expect(texts(answer).some((text) => text.startsWith("Note from Ann"))).toBe(true);
        await call(client(), "thoughtbox", { thought: `note:${id}`, nextThoughtNeeded: true, sessionId });
      }
    });

    it("[ST24] recall finds notes with the kind note", async () => {
      const session_id = unusedHandle();
      await thinks(session_id, "First");
      const word = `zyzzyva${session_id.replaceAll(/\W/g, "")}`;
      const { id } = await write(session_id, `Beware of the ${word}`, 1);
      const { results } = await answerOf(client(), "recall", { query: word, kind: "note" });
      expect(results).toMatchObject([
        { sessionId: session_id, thoughtNumber: 1, seq: 1, note: { id, on: 1, author: "Ann" } },
      ]);
      expect(await answerOf(client(), "recall", { query: word, kind: "thought" })).toMatchObject({
        results: [],
      });
    });

    it("[ST26] answering an unknown note gives a warning that names the notes which wait", async () => {
      const thought = { thought: "First", thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true };
      const workflow_id = unusedHandle();
      const { sessionId } = await answerOf(client(), "thoughtbox", { ...thought, workflow_id });
      const { id } = await write(String(sessionId), "Stop");
      const answer = (answersNote: string) =>
        call(client(), "thoughtbox", { ...thought, sessionId, thoughtNumber: 2, answersNote });
      const { structured } = await answer("0123456789");
      expect(structured!.warning).toContain(`no note "0123456789". Unanswered notes: ${id}.`);
      expect((await answer(`note:${id}`)).structured!.warning ?? "").not.toContain("answersNote");
      const noted = await thinks(unusedHandle(), "x", { answersNote: "gone" });
      expect(JSON.stringify(noted.meta)).toContain("Unanswered notes: none.");
    });

    it("[ST6] a repeat of a call with the same idempotency key carries the same notes", async () => {
      const session_id = unusedHandle();
      const key = { "clew/idempotencyKey": unusedHandle() };
      await thinks(session_id, "First");
      await write(session_id, "Stop");
      const keyed = () => call(client(), "think", { thought: "Second", session_id }, key);
      const first = await keyed();
      expect(first.structured!.notes).toHaveLength(1);
      for (let turn = 0; turn < 3; turn++) expect((await keyed()).structured).toEqual(first.structured);
      expect(await elsewhere((store) => store.notes(session_id, {}))).toMatchObject([{ deliveries: 1 }]);
    });

    it("[ST16] a refused call carries no notes, and they wait for the next", async () => {
      const session_id = unusedHandle();
      await thinks(session_id, "First");
      await write(session_id, "Stop");
      expect((await thinks(session_id, " ")).structured).not.toHaveProperty("notes");
      expect(await states(session_id)).toEqual(["waiting"]);
      expect((await thinks(session_id, "Second")).structured!.notes).toHaveLength(1);
    });

    it("[ST13] a thought that needs a person marks its session, and a note clears the mark", async () => {
      const { sessionId } = await answerOf(client(), "thoughtbox", {
        thought: "I cannot choose.",
        thoughtNumber: 1,
        totalThoughts: 2,
        nextThoughtNeeded: true,
        needsInput: "Which database?",
        workflow_id: unusedHandle(),
      });
      const session = () => elsewhere((store) => store.session(String(sessionId)));
      expect(await session()).toMatchObject({ needsInput: "Which database?", needsInputOn: 1 });
      await write(String(sessionId), "SQLite");
      expect(await session()).not.toHaveProperty("needsInput");
    });

    it("[ST18] no tool writes a note", async () => {
      const { tools } = await client().listTools();
      const session_id = unusedHandle();
      await thinks(session_id, "First", { notes: [{ text: "forged" }], note: "forged" });
      expect(await states(session_id)).toEqual([]);
      for (const { inputSchema } of tools)
        expect(Object.keys(inputSchema.properties ?? {})).not.toEqual(expect.arrayContaining(["notes"]));
    });
  });
}
