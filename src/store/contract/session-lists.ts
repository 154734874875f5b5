import { describe, expect, it } from "vitest";
import type { Source } from "../../ledger/index.ts";
import type { SessionFilter } from "../port.ts";
import { draftOf, type Fixture } from "./fixture.ts";

/** The contract for lists of sessions with pages. */
export function describeSessionLists(on: Fixture): void {
  const open = (title: string, more: object = {}) =>
    on.store.openSession({ title, mode: "chain", id: title, ...more });
  const think = (sessionId: string, source: Source) =>
    on.store.append(draftOf({ sessionId }, "a thought", { source }));
  const ids = async (filter: SessionFilter) =>
    (await on.store.sessions(filter)).map(({ id }) => id).toSorted();

  /** Every id that paging returns, in order. */
  async function paged(filter: SessionFilter, between: () => Promise<unknown> = async () => {}) {
    const seen: string[] = [];
    for (let behind: SessionFilter["behind"]; ; await between()) {
      const page = await on.store.sessions({ ...filter, ...(behind && { behind }) });
      seen.push(...page.map(({ id }) => id));
      behind = page.at(-1);
      if (!behind) return seen;
    }
  }

  describe("lists of sessions", () => {
    it("[L38] a session is listed by the source of its first thought, whatever came later", async () => {
      for (const id of ["a", "b", "empty"]) await open(id);
      await think("a", "think");
      await think("a", "reasoning");
      await think("b", "reasoning");
      expect(await ids({ source: "think" })).toEqual(["a"]);
      expect(await ids({ source: "reasoning" })).toEqual(["b"]);
      expect(await ids({ source: "host" })).toEqual([]);
      expect(await ids({})).toEqual(["a", "b", "empty"]);
    });

    it("[L38] a session is found by a text in its title or id, in any case, and no character is special", async () => {
      await open("plain", { title: "The Élan of a 100% Turbine" });
      await open("wf_7");
      await open("wfx7", { project: "p" });
      expect(await ids({ text: "turbine" })).toEqual(["plain"]);
      expect(await ids({ text: "ÉLAN OF" })).toEqual(["plain"]);
      expect(await ids({ text: "éLan" })).toEqual(["plain"]);
      expect(await ids({ text: "0%" })).toEqual(["plain"]);
      expect(await ids({ text: "f_" })).toEqual(["wf_7"]);
      expect(await ids({ text: "WF" })).toEqual(["wf_7", "wfx7"]);
      expect(await ids({ text: "wf", project: "p" })).toEqual(["wfx7"]);
      expect(await ids({ text: "" })).toEqual(["plain", "wf_7", "wfx7"]);
      for (const text of ["%", "_", "'", "\\", "1 of"]) expect(await ids({ text })).not.toContain("wfx7");
    });

    it("[L40] a session is found by the words of one of its thoughts, and shows the newest that has them all", async () => {
      for (const id of ["a", "b", "c", "turbine-log"]) await open(id, { project: id === "b" ? "p" : "q" });
      const say = (sessionId: string, content: string) => on.store.append(draftOf({ sessionId }, content));
      await say("a", "The Turbines hum at night");
      await say("a", "Nothing here");
      await say("a", "A turbine hums again");
      await say("b", "One turbine stands still");
      await say("c", "It hums");
      expect(await ids({ text: "turbine" })).toEqual(["a", "b", "turbine-log"]);
      expect(await ids({ text: "humming TURBINE" })).toEqual(["a"]);
      expect(await ids({ text: "turbine", project: "p" })).toEqual(["b"]);
      expect(await ids({ text: "turbine", tags: ["t"] })).toEqual([]);
      expect(await ids({ text: "turbine night again" })).toEqual([]);
      expect(await ids({ text: 'turbine" OR "hums' })).toEqual([]);
      const found = await on.store.sessions({ text: "turbine" });
      expect(new Map(found.map(({ id, match }) => [id, match]))).toEqual(
        new Map([
          ["a", { seq: 3, thoughtNumber: 3, snippet: "A [turbine] hums again" }],
          ["b", { seq: 1, thoughtNumber: 1, snippet: "One [turbine] stands still" }],
          ["turbine-log", undefined],
        ]),
      );
      for (const { match } of await on.store.sessions({ project: "q" })) expect(match).toBeUndefined();
    });

    it("[L40] sessions found by their thoughts are listed by activity, page by page", async () => {
      for (let i = 0; i < 7; i++) {
        await open(`s${i}`);
        await on.store.append(draftOf({ sessionId: `s${i}` }, i % 2 ? "a marble" : "a pebble"));
      }
      await think("s1", "think");
      const whole = (await on.store.sessions({})).map(({ id }) => id);
      expect(await paged({ text: "marble", limit: 2 })).toEqual(
        whole.filter((id) => Number(id.slice(1)) % 2 === 1),
      );
    });

    it("[L38] a principal's tag in ids is not found as a text", async () => {
      await open("x");
      for (const digit of "0123456789") expect(await ids({ text: digit })).toEqual([]);
      expect(await ids({ text: "p" })).toEqual([]);
    });

    it("[L38] pages have no gaps and no repeats, also among sessions of the same moment", async () => {
      const made = Array.from({ length: 25 }, (_, i) => `s${i}`);
      // Opened at once, many have the same time.
      await Promise.all(made.map((id, i) => open(id, { project: i % 2 ? "odd" : "even" })));
      const whole = (await on.store.sessions({})).map(({ id }) => id);
      for (const limit of [1, 4, 25, 26]) expect(await paged({ limit })).toEqual(whole);
      const odd = await paged({ limit: 3, project: "odd" });
      expect(odd).toEqual(whole.filter((id) => Number(id.slice(1)) % 2 === 1));
    });

    it("[L38] thoughts recorded while paging cause no repeats, and hide no unchanged session", async () => {
      for (let i = 0; i < 12; i++) await open(`s${i}`);
      let next = 0;
      const seen = await paged({ limit: 3 }, () => think(`s${next++}`, "think"));
      expect(new Set(seen).size).toBe(seen.length);
      for (let i = next; i < 12; i++) expect(seen).toContain(`s${i}`);
    });
  });
}
