import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noNotebooks } from "../../../test/support/notebooks.ts";
import { callTool } from "../../mcp/call.ts";
import { createReasoning } from "../../reasoning/index.ts";
import { createSessions } from "../../sessions/index.ts";
import { openStore } from "../../store/open.ts";
import type { Store } from "../../store/port.ts";
import { catalogueOf } from "../catalogue.ts";
import { recall } from "./recall.ts";

let store: Store;
const add = (id: string, content: string, project: string, tags: string[], source: "think" | "thoughtbox") =>
  store.append({
    target: { sessionId: id, create: () => ({ title: `About ${id}`, mode: "chain", project, tags }) },
    content,
    nextThoughtNeeded: true,
    mode: "chain",
    source,
  });
beforeAll(async () => {
  store = await openStore({ memory: true });
  await add("one", "Retries need a deadline", "checkout", ["debugging", "network"], "thoughtbox");
  await add("two", "No deadline, but a budget of retries", "search", ["debugging"], "think");
});
afterAll(() => store.close());

async function ask(given: object) {
  const context = {
    sessions: createSessions(store, { thinkMaxThoughts: 100, home: "" }),
    reasoning: createReasoning(store, {}),
    caller: {
      rawArguments: {},
      author: () => ({ handle: { text: "t", origin: "connection" } as const }),
      roots: async () => undefined,
    },
    catalogue: catalogueOf(["all"]),
    notebooks: noNotebooks,
    progress: { signal: new AbortController().signal, report: async () => {} },
  };
  return callTool(recall, given, context, (_, error) => {
    throw error;
  });
}

interface Found {
  readonly results: readonly { readonly sessionId: string }[];
  readonly warning?: string;
}

const answer = async (given: object) => (await ask(given)).structuredContent as unknown as Found;
const ids = async (given: object) => (await answer(given)).results.map(({ sessionId }) => sessionId).sort();

describe("recall", () => {
  test("[Q1] results are best first, each with where it is, a snippet, a score and why it matched", async () => {
    expect(await answer({ query: "Which budget did retries get?" })).toEqual({
      results: [
        {
          sessionId: "two",
          title: "About two",
          thoughtNumber: 1,
          seq: 1,
          snippet: expect.stringContaining("a [budget] of [retries]"),
          score: expect.any(Number),
          why: "words: budget, retries",
          neighbours: [],
        },
        expect.objectContaining({ sessionId: "one", snippet: "[Retries] need a deadline" }),
      ],
    });
    expect(await answer({ query: "zebra" })).toEqual({ results: [] });
    expect((await answer({ query: "deadline", limit: 1 })).results).toHaveLength(1);
  });

  test("[Q2] project, tags, source, since and until filter, alone and together", async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(await ids({ query: "deadline" })).toEqual(["one", "two"]);
    expect(await ids({ query: "deadline", project: "checkout" })).toEqual(["one"]);
    expect(await ids({ query: "deadline", tags: ["debugging", "network"] })).toEqual(["one"]);
    expect(await ids({ query: "deadline", tag: "debugging" })).toEqual(["one", "two"]);
    expect(await ids({ query: "deadline", source: "Think" })).toEqual(["two"]);
    expect(await ids({ query: "deadline", since: "2020-01-01", until: today })).toEqual(["one", "two"]);
    expect(await ids({ query: "deadline", until: "2020-01-01" })).toEqual([]);
    expect(await ids({ query: "deadline", project: "checkout", source: "think" })).toEqual([]);
  });

  test("[Q2] a session and a kind filter", async () => {
    expect(await ids({ query: "deadline", sessionId: "two" })).toEqual(["two"]);
    expect(await ids({ query: "retries", session_id: "one" })).toEqual(["one"]);
    await add("three", "We decided to feed the pelicans at noon", "zoo", [], "thoughtbox");
    await add("four", "The pelicans could also be fed at dusk", "zoo", [], "thoughtbox");
    expect(await ids({ query: "pelicans", kind: "decision" })).toEqual(["three"]);
    expect(await ids({ query: "pelicans", kind: "Dead end" })).toEqual([]);
    expect(await ids({ query: "pelicans", kind: "thought" })).toEqual(["four", "three"]);
    expect((await answer({ query: "what did we decide about the pelicans?" })).results[0]).toMatchObject({
      sessionId: "three",
      fact: { kind: "decision" },
      why: expect.stringContaining("fact: decision"),
    });
  });

  test("[Q2] an unknown source, kind or time is ignored with a warning", async () => {
    const given = { query: "deadline", source: "window", kind: "poem", since: "yesterday", limit: "many" };
    const found = await answer(given);
    expect(found.results).toHaveLength(2);
    expect(found.warning).toMatch(
      /limit was ignored.*source was ignored.*thoughtbox.*kind was ignored.*decision.*since was ignored/,
    );
  });

  test("[Q4] an unknown session is refused, before a missing query", async () => {
    for (const given of [{ query: "deadline", sessionId: "nowhere" }, { sessionId: "nowhere" }]) {
      const result = await ask(given);
      expect(result.isError).toBe(true);
      expect(result.content[0]).toMatchObject({ text: expect.stringMatching(/^SESSION_NOT_FOUND: /) });
    }
  });

  test("[Q1] a plan or result on the way is not labelled as a fact", async () => {
    await add("five", "Then I still have to look at the flamingo pond later", "zoo", [], "thoughtbox");
    const { results } = await answer({ query: "flamingo pond" });
    expect(results).toHaveLength(1);
    expect(results[0]).not.toHaveProperty("fact");
  });

  test.each([{}, { query: "" }, { query: " ?! " }, { query: null }, { query: ["x"] }])(
    "[Q3] refuses a query without words and says what to send: %j",
    async (given) => {
      const result = await ask(given);
      expect(result.isError).toBe(true);
      expect(result.content[0]).toMatchObject({
        text: "INVALID_ARGUMENT: 'query' is required: send the words to look for, or a question.",
      });
    },
  );
});
