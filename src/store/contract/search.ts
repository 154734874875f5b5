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
        "[Lanterns] hang at the first [gate]",
        "[Lanterns] hang at the second [gate]",
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
      for (const [i, since] of times.entries())
        for (const [j, until] of times.entries())
          expect(await on.store.search({ text: "pebble", since, until, limit: 50 })).toHaveLength(
            Math.max(0, j - i + 1),
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
      expect(await found("anchor chain")).toEqual(["anchor, anch"]);
      expect((await found("anchor zebra"))[0]).toBe("anchor, anch");
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
