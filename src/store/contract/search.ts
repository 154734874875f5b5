import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { draftOf, type Fixture, open } from "./fixture.ts";

/** The contract for search. */
export function describeSearch(on: Fixture): void {
  const { add } = on;
  describe("search", () => {
    beforeEach(async () => {
      await add("The cache invalidation misses deleted keys", {}, "a");
      await add("Retry the flaky network test with a longer deadline", {}, "a");
      await on.store.append(
        draftOf(
          { handle: "b", open: () => ({ ...open, project: "p" }) },
          "Caching is not the cause; the résumé parser is",
        ),
      );
    });
    const found = async (text: string, more = {}) =>
      (await on.store.search({ text, ...more })).map((hit) => hit.thought.content.slice(0, 12));

    it("[L31] words are found by stem, in any case, with or without accents", async () => {
      expect(await found("CACHED")).toHaveLength(2);
      expect(await found("resume")).toEqual(["Caching is n"]);
    });

    it("[L32] a query whose words do not all occur finds thoughts with some of them", async () => {
      expect(await found("why does the flaky deploy fail?")).toContain("Retry the fl");
      expect(await found("zebra")).toEqual([]);
    });

    it("[L33] search can be limited to a project or a session, and shows the match", async () => {
      expect(await found("cache", { project: "p" })).toEqual(["Caching is n"]);
      const [hit] = await on.store.search({ text: "invalidation" });
      expect(hit?.snippet).toContain("[invalidation]");
      expect(await found("cache", { sessionId: hit!.thought.sessionId })).toEqual(["The cache in"]);
    });

    it("[L33] a snippet comes from the hit itself, also after a NUL character", async () => {
      for (const place of ["first", "second", "third"]) await add(`Lanterns hang at the ${place} gate`);
      await add("before the end\0of text the compass is marked");
      const hits = await on.store.search({ text: "lantern gate" });
      expect(hits.map(({ snippet }) => snippet)).toEqual([
        "[Lanterns] hang at the third [gate]",
        "[Lanterns] hang at the second [gate]",
        "[Lanterns] hang at the first [gate]",
      ]);
      for (const { snippet, thought } of hits) expect(snippet.replaceAll(/[[\]]/g, "")).toBe(thought.content);
      expect((await on.store.search({ text: "compass" }))[0]?.snippet).toContain("the [compass] is");
      await add(`${"x".repeat(100_000)} sextant`);
      const [hit] = await on.store.search({ text: "sextant" });
      expect(hit?.snippet).toMatch(/^….{500,600}\[sextant\]$/);
    });

    it("[L36] search can be limited to tags, a source and a time, separately and together", async () => {
      const into = (tags: string[]) => ({ handle: tags.join(), open: () => ({ ...open, tags }) });
      await on.store.append(draftOf(into(["x", "y"]), "marble one", { source: "think" }));
      const { thought } = await on.store.append(draftOf(into(["x"]), "marble two"));
      const marbles = async (more: object) =>
        (await on.store.search({ text: "marble", ...more })).map((hit) => hit.thought.content).sort();
      expect(await marbles({ tags: ["x"] })).toEqual(["marble one", "marble two"]);
      expect(await marbles({ tags: ["x", "y"] })).toEqual(["marble one"]);
      expect(await marbles({ tags: ["z"] })).toEqual([]);
      expect(await marbles({ source: "think" })).toEqual(["marble one"]);
      expect(await marbles({ source: "host" })).toEqual([]);
      expect(await marbles({ tags: ["x"], source: "thoughtbox" })).toEqual(["marble two"]);
      expect(await marbles({ sessionId: thought.sessionId, tags: ["y"] })).toEqual([]);
      expect(await marbles({ project: "p" })).toEqual([]);
      expect(await marbles({ limit: 1 })).toHaveLength(1);
      const at = (ms: number) => new Date(Date.parse(thought.createdAt) + ms).toISOString();
      expect(await marbles({ since: at(-60_000), until: at(0) })).toEqual(["marble one", "marble two"]);
      expect(await marbles({ since: at(1) })).toEqual([]);
      expect(await marbles({ until: at(-60_000) })).toEqual([]);
      expect(await on.store.search({ text: "think" })).toEqual([]);
    });

    it("[L36] times are exact for any interleaving of thoughts and sessions", async () => {
      const times: string[] = [];
      for (let i = 0; i < 12; i++) {
        const { thought } = await add("pebble", {}, `time${i % 5}`);
        times.push(thought.createdAt);
        if (i % 3 === 0) await on.store.changeSession(thought.sessionId, { stage: 1 });
        // The next thought must have a later time.
        while (new Date().toISOString() <= thought.createdAt);
      }
      for (const since of times)
        for (const until of times)
          expect(await on.store.search({ text: "pebble", since, until, limit: 50 })).toHaveLength(
            // A server that follows the database's clock may give two thoughts the same time.
            times.filter((time) => time >= since && time <= until).length,
          );
    });

    it("[L36] a filter finds few among many, in contiguous and scattered sessions", async () => {
      const place = (project: string) => ({ handle: project, open: () => ({ ...open, project }) });
      const steps: Promise<unknown>[] = [];
      for (let i = 0; i < 2600; i++) {
        const few = i % 50 === 0 && i < 400;
        const project = few ? "scattered" : i < 1300 ? `old${i % 25}` : "new";
        steps.push(on.store.append(draftOf(place(project), few ? `needle ${i}` : `common ${i}`)));
      }
      steps.push(on.store.append(draftOf(place("new"), "needle of the new")));
      await Promise.all(steps);
      const hits = async (text: string, more: object) =>
        (await on.store.search({ text, limit: 200, ...more })).length;
      expect(await hits("needle", { project: "scattered" })).toBe(8);
      expect(await hits("common", { project: "scattered" })).toBe(0);
      expect(await hits("common needle", { project: "scattered" })).toBe(8);
      expect(await hits("common", { project: "old3" })).toBeGreaterThan(40);
      expect(await hits("needle", { project: "old3" })).toBe(0);
      expect(await hits("needle common", { project: "new" })).toBe(200);
    });

    it("[L37] a search has hits if one of its words occurs within the filters", async () => {
      expect(await found("zebra giraffe flaky")).toEqual(["Retry the fl"]);
      expect(await found("flaky caching", { project: "p" })).toEqual(["Caching is n"]);
      expect(await found("What did we say about the résumé?", { project: "p" })).toEqual(["Caching is n"]);
    });

    it("[L37] all words rank before some, and often in a short text before once in a long one", async () => {
      const long = "and on it goes ".repeat(40);
      await add("anchor, anchor: the anchor chain");
      await add(`anchor ${long}${long}`);
      await add(`the anchor ${long}`);
      await add(`one anchor ${long}`);
      expect(await found("anchor")).toEqual(["anchor, anch", "one anchor a", "the anchor a", "anchor and o"]);
      const [first, ...others] = await found("anchor chain");
      expect(first).toBe("anchor, anch");
      expect(others).toHaveLength(3);
      expect((await found("anchor zebra"))[0]).toBe("anchor, anch");
    });

    it("[L41] thoughts with most of the words appear although another has all of them", async () => {
      await add("The brass valve of the northern boiler leaks steam");
      await add("Steam from the boiler: the valve was replaced");
      await add("A boiler inspection is due");
      expect(await found("northern boiler valve leaks")).toEqual([
        "The brass va",
        "Steam from t",
        "A boiler ins",
      ]);
    });

    it("[L42] stop words do not decide what is found or its order, unless there are no others", async () => {
      await add("What is it that we do with the harpoon?");
      await add("What did we do about the thing that we had on the list, and what was it for?");
      expect(await found("What did we do about the harpoon?")).toEqual(["What is it t"]);
      expect((await found("what was it for"))[0]).toBe("What did we ");
    });

    it("[L43] words are weighed within the filters", async () => {
      const into = (project: string, content: string) =>
        on.store.append(draftOf({ handle: project, open: () => ({ ...open, project }) }, content));
      // Everywhere "copper" is rare; within the project it is in every thought, and "gasket" is the rare one.
      for (let i = 0; i < 30; i++) await into("wide", `gasket number ${i}`);
      for (let i = 0; i < 8; i++) await into("narrow", `copper pipe ${i} is ready`);
      await into("narrow", "a gasket of rubber lies there");
      expect((await found("copper gasket", { project: "narrow" }))[0]).toBe("a gasket of ");
      expect((await found("copper gasket"))[0]).toBe("copper pipe ");
    });

    it("[L44] identifiers are found joined and split, in any spelling", async () => {
      const spellings = ["retryBudget", "retry budget", "retry-budget", "RETRY_BUDGET", "retrybudget"];
      const texts = [...spellings, "maxRetryBudgetMs"];
      for (const text of texts) await add(`We set ${text} to three`);
      for (const asked of spellings) {
        const hits = await on.store.search({ text: asked });
        // "Retry the flaky network test" has one of the two words.
        expect([asked, hits.length]).toEqual([asked, asked === "retrybudget" ? 2 : 7]);
        expect(hits.every(({ snippet }) => snippet.includes("["))).toBe(true);
      }
    });

    it("[L45] derived and irregular forms are found, ranked after the word itself", async () => {
      await add("We chose the red lamp");
      await add("The choice is a lamp");
      await add("The moss grew well");
      await add("The growth of moss");
      await add("I decided on basalt");
      expect(await found("choosing a lamp")).toHaveLength(2);
      expect(await found("growth of moss")).toEqual(["The growth o", "The moss gre"]);
      expect((await found("decision basalt"))[0]).toBe("I decided on");
    });

    it("[L46] a synonym is found if the words themselves are not enough", async () => {
      await add("The physician arrives at noon");
      expect(await found("when does the doctor arrive?")).toEqual(["The physicia"]);
      expect(await found("doctor")).toEqual(["The physicia"]);
      await add("The doctor is late");
      expect(await found("doctor")).toEqual(["The doctor i"]);
    });

    it("[L55] words of similar meaning count for words that do not occur", async () => {
      await add("The rehearsal of the cello is at noon");
      await add("The rehearsal of the speech is at noon");
      const [hit, other] = await on.store.search({ text: "violin rehearsal" });
      expect(hit).toMatchObject({
        thought: { content: "The rehearsal of the cello is at noon" },
        why: "words: rehearsal; similar to: violin",
      });
      expect(other?.why).toBe("words: rehearsal");
    });

    it("[L47] a session's title, tags and project, and the name of a branch, count for its thoughts", async () => {
      const target = {
        handle: "field",
        open: () => ({ ...open, title: "Orchard irrigation", project: "valley", tags: ["drought"] }),
      };
      await add("The pump runs at night", {}, "elsewhere");
      await on.store.append(draftOf(target, "We begin here"));
      await on.store.append(draftOf(target, "The pump runs at dawn"));
      await on.store.append(draftOf(target, "Older pipes", { branchId: "copper-pipes", branchFrom: 1 }));
      for (const text of ["pump orchard", "pump drought", "pump valley"])
        expect([text, (await found(text))[0]]).toEqual([text, "The pump run"]);
      const [hit] = await on.store.search({ text: "pump orchard" });
      expect(hit?.thought.content).toBe("The pump runs at dawn");
      expect(await found("orchard")).toEqual(["We begin her"]);
      expect(await found("copper")).toEqual(["Older pipes"]);
    });

    it("[L48] a thought gains from its neighbours", async () => {
      await add("The harbour crane is old", {}, "near");
      await add("Its brake slips", {}, "near");
      for (let i = 0; i < 4; i++) await add(`Number ${i} follows`, {}, "near");
      await add("That brake slips", {}, "far");
      const [, second] = await on.store.search({ text: "harbour brake" });
      expect((await on.store.search({ text: "harbour brake" }))[0]?.thought.content).toBe(
        "The harbour crane is old",
      );
      expect(second?.thought.content).toBe("Its brake slips");
    });

    it("[L49] a revision ranks above what it revises, also without the words", async () => {
      await add("The ferry costs ninety crowns", {}, "trip");
      await add("Something else", {}, "trip");
      await add("It is a hundred and ten", { isRevision: true, revises: 1 }, "trip");
      expect(await found("ferry costs crowns")).toEqual(["It is a hund", "The ferry co"]);
    });

    it("[L50] a declared fact is found by its words and its kind, and wins over inferred ones", async () => {
      const marks = [{ kind: "dead_end", text: "tar paper", reason: "it rots" } as const];
      await add("Looked at what covers the shed", { marks }, "shed");
      const [hit] = await on.store.search({ text: "why not tar paper?", kind: "dead_end" });
      expect(hit).toMatchObject({
        thought: { content: "Looked at what covers the shed" },
        fact: { kind: "dead_end", text: "tar paper", reason: "it rots", origin: "declared" },
      });
      expect(await on.store.search({ text: "tar paper", kind: "decision" })).toEqual([]);
    });

    it("[L50] a search can be limited to a kind of fact, and a question for a kind prefers it", async () => {
      await add("The lighthouse lamp could be red or white", {}, "lamp");
      await add("We decided to use the white lamp of the lighthouse", {}, "lamp");
      await add("Is the lamp of the lighthouse bright enough?", {}, "lamp");
      await add("The red lamp of the lighthouse does not work, we abandon it", {}, "lamp");
      expect(await found("lighthouse lamp", { kind: "decision" })).toEqual(["We decided t"]);
      expect(await found("lighthouse lamp", { kind: "dead_end" })).toEqual(["The red lamp"]);
      expect(await found("lighthouse lamp", { kind: "open" })).toEqual(["Is the lamp "]);
      expect((await found("what did we decide about the lighthouse lamp?"))[0]).toBe("We decided t");
      expect((await found("why did we drop the lighthouse lamp?"))[0]).toBe("The red lamp");
      const [hit] = await on.store.search({ text: "what is open about the lighthouse?", kind: "open" });
      expect(hit).toMatchObject({ fact: { kind: "open" }, neighbours: [2, 4] });
      expect(hit?.why).toContain("lighthouse");
    });

    it("[L50] a kind filter keeps a thought without any fact that has usual words of the kind, and plans amid a session", async () => {
      await add("Galvanised bolts for the jetty: nobody could say who stocks them", {}, "jetty");
      await add("The jetty has two hundred bolts", {}, "jetty");
      await add("Next step: oil the bolts of the jetty", {}, "jetty");
      await add("The tide tables have arrived", {}, "jetty");
      expect(await found("jetty bolts", { kind: "open" })).toEqual(["Galvanised b"]);
      expect(await found("jetty bolts", { kind: "next" })).toEqual(["Next step: o"]);
    });

    it("[L51] a word with one typing mistake is found if no thought contains it", async () => {
      await add("The accelerometer stands still");
      for (const text of ["acelerometer", "accelerommeter", "accelermoeter", "accelarometer"])
        expect([text, await found(text)]).toEqual([text, ["The accelero"]]);
      expect(await found("acelermeter")).toEqual([]);
      await add("An acelerometer is a typing mistake");
      expect(await found("acelerometer")).toEqual(["An acelerome"]);
    });

    it("[L52] repetitions of a text rank below other answers, unless they have a word of their own", async () => {
      for (let i = 1; i <= 8; i++) await add(`The wharf gauge reads ${i} metres`);
      await add("Nobody has yet read the long report on that old wooden gauge in the north");
      const hits = await found("wharf gauge readings report");
      expect(hits.slice(0, 2)).toContain("Nobody has y");
      expect((await on.store.search({ text: "wharf gauge 3" }))[0]?.thought.content).toBe(
        "The wharf gauge reads 3 metres",
      );
    });

    it("[L53] all facts of a kind in a session are found, those with the words first", async () => {
      await add("We decided to use basalt", {}, "quay");
      await add("The crane is old", {}, "quay");
      await add("We decided to rent a larger crane", {}, "quay");
      await add("We decided to leave", {}, "other");
      const inQuay = {
        kind: "decision",
        sessionId: (await on.store.search({ text: "basalt" }))[0]!.thought.sessionId,
      } as const;
      expect(await found("crane", inQuay)).toEqual(["We decided t", "We decided t"]);
      expect((await on.store.search({ text: "crane", ...inQuay }))[0]?.snippet).toContain("larger");
    });

    it("[L54] the thought next to the best one is found without any of the words", async () => {
      await add("What about a heat pump for the chapel and its parish room?", {}, "chapel");
      await add("Too dear; parked until the grant arrives", {}, "chapel");
      await add("The verger called about the bells", {}, "bells");
      expect(await found("heat pump chapel verger")).toContain("Too dear; pa");
      expect(await found("heat pump chapel")).not.toContain("Too dear; pa");
    });

    it("[L34] no query is read as query syntax", async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (text) => {
          expect(Array.isArray(await on.store.search({ text }))).toBe(true);
        }),
        { numRuns: 200 },
      );
      for (const text of [
        '"',
        "AND OR NOT",
        "content:cache",
        "cache*",
        "NEAR(a b)",
        "-cache",
        "{}",
        "\0",
        "⑽",
        "⒈",
      ])
        await on.store.search({ text });
    });
  });
}
