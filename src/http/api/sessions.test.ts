import { describe, expect, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import type { Brief } from "../../ledger/index.ts";
import { systemClock } from "../../store/clock.ts";
import { draftOf } from "../../store/contract/fixture.ts";
import type { Facets, SearchResults, SessionDetail, SessionPage, SessionStatistics } from "./schemas.ts";

const open = { mode: "chain" } as const;

async function openFilled() {
  const api = await openApi();
  const { store } = api;
  await store.openSession({ ...open, id: "a", title: "Find the leak", project: "p", tags: ["x", "y"] });
  await store.openSession({ ...open, id: "b", title: "Plan", tags: ["x"] });
  await store.openSession({ mode: "think", id: "c", title: "Notes" });
  await store.openSession({ ...open, id: "empty", title: "Nothing yet" });
  const think = (sessionId: string, content: string, more: object = {}) =>
    store.append(draftOf({ sessionId }, content, more));
  await think("a", "One turbine", { source: "thoughtbox" });
  await think("a", "Two", { source: "reasoning", confidence: 0.5 });
  await think("a", "Aside", { branchFrom: 1, branchId: "aside" });
  await think("a", "Aside of the aside", { branchFrom: 2, branchId: "deep" });
  await think("a", "Two, better", { revises: 2 });
  await think("b", "Done", { source: "gateway", nextThoughtNeeded: false });
  await think("c", `Long ${"word ".repeat(100)}`, { source: "think", mode: "think" });
  return { ...api, think };
}

describe("/api/sessions", () => {
  test("[AP3] a row has the first source, the beginning of the last thought and whether it is unfinished", async () => {
    const { get, store } = await openFilled();
    const { sessions, position, next } = await get<SessionPage>("/sessions");
    const seen = sessions.map(({ id, source, unfinished, lastWords, thoughtCount }) => [
      id,
      source,
      unfinished,
      lastWords.slice(0, 12),
      thoughtCount,
    ]);
    expect(seen.toSorted()).toEqual([
      ["a", "thoughtbox", true, "Two, better", 5],
      ["b", "gateway", false, "Done", 1],
      ["c", "think", false, "Long word wo", 1],
      ["empty", undefined, false, "", 0],
    ]);
    expect(position).toBe(await store.position());
    expect(next).toBeUndefined();
  });

  test("[AP12] with conclusions, a row has its newest decision or outcome", async () => {
    const { get, think } = await openFilled();
    await think("b", "Decision: keep the index, because it is small.", { nextThoughtNeeded: true });
    await think("b", "The table has two columns.", { nextThoughtNeeded: true });
    const { sessions } = await get<SessionPage>("/sessions?conclusions=true");
    const found = sessions.find(({ id }) => id === "b")!.conclusion!;
    expect(found).toMatchObject({ kind: "decision", seq: 2, thoughtNumber: 2 });
    expect(found.text).toContain("keep the index");
    expect(sessions.find(({ id }) => id === "empty")!.conclusion).toBeUndefined();
    expect((await get<SessionDetail>("/sessions/b")).session.conclusion).toEqual(found);
    expect((await get<SessionPage>("/sessions")).sessions.some(({ conclusion }) => conclusion)).toBe(false);
  });

  test("[AP3] supports every filter, and combines tags", async () => {
    const { get } = await openFilled();
    const ids = async (query: string) =>
      (await get<SessionPage>(`/sessions?${query}`)).sessions.map(({ id }) => id).toSorted();
    expect(await ids("project=p")).toEqual(["a"]);
    expect(await ids("tag=x")).toEqual(["a", "b"]);
    expect(await ids("tag=x&tag=y")).toEqual(["a"]);
    expect(await ids("source=think")).toEqual(["c"]);
    expect(await ids("status=completed")).toEqual(["b"]);
    expect(await ids("text=LEAK")).toEqual(["a"]);
    expect(await ids("text=aside")).toEqual(["a"]);
    expect(await ids("text=")).toEqual(["a", "b", "c", "empty"]);
    expect(await ids("text=leak&status=completed")).toEqual([]);
  });

  test("[WB45] state selects active, unfinished and complete sessions, page by page", async () => {
    let now = Date.now() - 3_600_000;
    const { get, store } = await openApi({ clock: { ...systemClock, now: () => ++now } });
    for (const id of ["quiet-1", "quiet-2", "ended"]) await store.openSession({ ...open, id, title: id });
    await store.append(draftOf({ sessionId: "ended" }, "Done", { nextThoughtNeeded: false }));
    now = Date.now() - 10_000;
    await store.openSession({ ...open, id: "busy", title: "Busy" });
    const ids = async (query: string) =>
      (await get<SessionPage>(`/sessions?${query}`)).sessions.map(({ id }) => id);
    expect(await ids("state=active")).toEqual(["busy"]);
    expect(await ids("state=unfinished")).toEqual(["quiet-2", "quiet-1"]);
    expect(await ids("state=complete")).toEqual(["ended"]);
    const first = await get<SessionPage>("/sessions?state=unfinished&limit=1");
    expect(await ids(`state=unfinished&limit=1&before=${first.next}`)).toEqual(["quiet-1"]);
    expect((await get<Facets>("/facets")).states).toEqual([
      { name: "unfinished", count: 2 },
      { name: "active", count: 1 },
      { name: "complete", count: 1 },
    ]);
  });

  test("[AP3] a session found by one of its thoughts shows that thought", async () => {
    const { get } = await openFilled();
    const { sessions } = await get<SessionPage>("/sessions?text=turbine");
    expect(sessions).toMatchObject([
      { id: "a", match: { seq: 1, thoughtNumber: 1, snippet: "One [turbine]" } },
    ]);
    for (const row of (await get<SessionPage>("/sessions?text=leak")).sessions)
      expect(row).not.toHaveProperty("match");
  });

  test("[AP3] pages have no gaps and no repeats", async () => {
    const { get } = await openFilled();
    const whole = (await get<SessionPage>("/sessions")).sessions.map(({ id }) => id);
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const page = await get<SessionPage>(`/sessions?limit=1${next ? `&before=${next}` : ""}`);
      seen.push(...page.sessions.map(({ id }) => id));
      next = page.next;
    } while (next);
    expect(seen).toEqual(whole);
  });

  test.each([
    "?before=x",
    "?before=W10",
    "?before=",
    "?limit=201",
    "?source=window",
    "?status=open",
    "?text=%ff&x=1",
  ])("[AP2] refuses %s and says what to send", async (query) => {
    const { refused } = await openApi();
    const { status, error } = await refused("GET", `/sessions${query}`);
    expect([status, error.code]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(`${error.message} ${error.hint ?? ""}`).toMatch(/send|takes/i);
  });

  test("[AP3] facets count the values of each filter, most first", async () => {
    const { get } = await openFilled();
    expect(await get<Facets>("/facets")).toEqual({
      projects: [
        { name: "_default", count: 3 },
        { name: "p", count: 1 },
      ],
      tags: [
        { name: "x", count: 2 },
        { name: "y", count: 1 },
      ],
      sources: ["gateway", "think", "thoughtbox"].map((name) => ({ name, count: 1 })),
      statuses: [
        { name: "active", count: 3 },
        { name: "completed", count: 1 },
      ],
      states: [
        { name: "active", count: 3 },
        { name: "complete", count: 1 },
      ],
    });
  });

  test("[AP4] one session has its statistics with explanations, and its branches", async () => {
    const { get } = await openFilled();
    const { session, analysis, branches } = await get<SessionDetail>("/sessions/a");
    expect(session).toMatchObject({ id: "a", source: "thoughtbox", branchCount: 2 });
    expect(session).not.toHaveProperty("windowStart");
    expect(analysis?.metadata).toMatchObject({ thoughtCount: 5, branchCount: 2, revisionCount: 1 });
    expect(analysis?.definitions.revisionRate).toContain("Revisions");
    expect(branches).toEqual([
      { branchId: "", thoughts: 3 },
      { branchId: "aside", parentBranch: "", thoughts: 1, fate: "open" },
      { branchId: "deep", parentBranch: "aside", thoughts: 1, fate: "open" },
    ]);
    expect(await get<SessionStatistics>("/sessions/a/statistics")).toEqual({ analysis, branches });
  });

  test("[Y4] its brief has Markdown, tokens and lines that cite their thoughts", async () => {
    const { get, think } = await openFilled();
    await think("a", "We decided to replace the turbine.");
    await think("a", "Next: measure it again.");
    const { brief, tokens, lines } = await get<Brief>("/sessions/a/brief");
    expect(brief).toContain("We decided to replace the turbine. (#");
    expect(tokens).toBeLessThanOrEqual(600);
    expect(lines).toContainEqual({
      section: "decided",
      text: expect.stringContaining("replace the turbine"),
      seq: 6,
      thoughtNumber: expect.any(Number),
      origin: "inferred",
    });
    expect((await get<Brief>("/sessions/a/brief?maxTokens=50")).tokens).toBeLessThanOrEqual(50);
  });

  test("[AP2] a missing session is 404 on every path below it", async () => {
    const { refused } = await openApi();
    for (const rest of [
      "",
      "/statistics",
      "/brief",
      "/outline",
      "/thoughts",
      "/thoughts/1",
      "/export?format=svg",
    ])
      expect(await refused("GET", `/sessions/n%2Fo${rest}`)).toMatchObject({
        status: 404,
        error: { code: "SESSION_NOT_FOUND" },
      });
  });
});

describe("/api/search", () => {
  test("[AP5] a hit has its position and time, and filters apply", async () => {
    const { get } = await openFilled();
    const { results } = await get<SearchResults>("/search?q=turbine");
    expect(results).toMatchObject([{ sessionId: "a", title: "Find the leak", seq: 1, thoughtNumber: 1 }]);
    expect(results[0]?.snippet).toContain("[turbine]");
    expect(Date.parse(results[0]!.at)).not.toBeNaN();
    const aside = await get<SearchResults>("/search?q=aside&session=a");
    expect(aside.results.map(({ branchId }) => branchId).toSorted()).toEqual(["aside", "deep"]);
    for (const filter of ["source=host", "project=q", "tag=z", "session=b", "until=2020-01-01"])
      expect((await get<SearchResults>(`/search?q=turbine&${filter}`)).results).toEqual([]);
    expect((await get<SearchResults>("/search?q=%20")).results).toEqual([]);
  });

  test("[AP2] a search without words says what is missing", async () => {
    const { refused } = await openApi();
    const { status, error } = await refused("GET", "/search");
    expect([status, error.message]).toEqual([400, "q is required."]);
    expect(error.hint).toContain("q, project");
  });
});
