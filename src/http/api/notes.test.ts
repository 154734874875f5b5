import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { noNotebooks } from "../../../test/support/notebooks.ts";
import type { Note } from "../../ledger/index.ts";
import { createSessions } from "../../sessions/index.ts";
import { draftOf } from "../../store/contract/fixture.ts";
import { createFeed } from "../../store/feed.ts";
import { openStore } from "../../store/open.ts";
import { ownedStore } from "../../store/owned-store.ts";
import { createApi } from "./create-api.ts";
import type { SessionDetail } from "./schemas.ts";

const think = { title: "Find the leak", mode: "chain" } as const;

test("[ST1] a note is written on a session or on one of its thoughts, and listed", async () => {
  const { store, send: json, get } = await openApi();
  await store.openSession({ ...think, id: "a" });
  await store.append(draftOf({ sessionId: "a" }, "one"));
  const note = await json<Note>("POST", "/sessions/a/notes", { text: " Look **here** ", thought: 1 });
  expect(note).toEqual({
    id: expect.any(String),
    sessionId: "a",
    on: 1,
    author: "owner",
    text: "Look **here**",
    state: "waiting",
    createdAt: expect.any(String),
  });
  const second = await json<Note>("POST", "/sessions/a/notes", { text: "Stop" });
  expect(second.on).toBeNull();
  expect(await get("/sessions/a/notes")).toEqual({ notes: [note, second] });
});

test("[ST2] refuses a blank, long or misplaced note and says what to send", async () => {
  const { store, refused, get } = await openApi();
  await store.openSession({ ...think, id: "a" });
  await store.append(draftOf({ sessionId: "a" }, "one"));
  const send = (body: unknown, id = "a") => refused("POST", `/sessions/${id}/notes`, body);
  expect(await send({ text: " " })).toMatchObject({ status: 400, error: { code: "INVALID_ARGUMENT" } });
  expect(await send({})).toMatchObject({ status: 400 });
  expect(await send({ text: "x".repeat(4097) })).toMatchObject({
    status: 400,
    error: { message: expect.stringContaining("the limit is 4096") },
  });
  expect(await send({ text: "x", thought: 7 })).toMatchObject({
    status: 404,
    error: { code: "THOUGHT_NOT_FOUND", message: expect.stringContaining("Thoughts that exist: 1.") },
  });
  expect(await send({ text: "x" }, "nope")).toMatchObject({
    status: 404,
    error: { code: "SESSION_NOT_FOUND" },
  });
  expect(await refused("GET", "/sessions/nope/notes")).toMatchObject({ status: 404 });
  expect(await get("/sessions/a/notes")).toEqual({ notes: [] });
});

test("[ST15] the answer to a note on a completed session says that it waits", async () => {
  const { store, send: json } = await openApi();
  await store.openSession({ ...think, id: "a" });
  await store.append(draftOf({ sessionId: "a" }, "done", { nextThoughtNeeded: false }));
  const note = await json<Note & { notice: string }>("POST", "/sessions/a/notes", { text: "And the tests?" });
  expect(note.state).toBe("waiting");
  expect(note.notice).toContain("The session is completed.");
});

test("[ST13] a session shows what its agent needs from a person, until a note replies", async () => {
  const { store, send: json, get } = await openApi();
  await store.openSession({ ...think, id: "a" });
  await store.append(draftOf({ sessionId: "a" }, "one", { needsInput: "Which database?" }));
  const session = async () => (await get<SessionDetail>("/sessions/a")).session;
  expect(await session()).toMatchObject({ needsInput: "Which database?", needsInputOn: 1 });
  await json("POST", "/sessions/a/notes", { text: "SQLite" });
  expect(await session()).not.toHaveProperty("needsInput");
});

test("[ST14] a session is held for at most 20 seconds, and released", async () => {
  const { store, send: json, refused, ask } = await openApi();
  await store.openSession({ ...think, id: "a" });
  const held = await json<{ heldUntil: string }>("POST", "/sessions/a/hold", { seconds: 20 });
  const limits = { most: 1, bytes: 1, waits: true };
  expect(await store.deliverNotes("a", limits)).toMatchObject(held);
  expect(await json("DELETE", "/sessions/a/hold")).toEqual({ heldUntil: null });
  expect(await store.deliverNotes("a", limits)).toEqual({ notes: [], more: 0 });
  expect((await ask("DELETE", "/sessions/a/hold")).status).toBe(200);
  for (const seconds of [0, 21, "x"])
    expect(await refused("POST", "/sessions/a/hold", { seconds })).toMatchObject({ status: 400 });
  expect(await refused("POST", "/sessions/nope/hold", {})).toMatchObject({ status: 404 });
});

test("[ST10] [ST15] a principal writes and reads notes only on its own sessions, and only with the scope steer", async () => {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  const views = new Map(["ann", "bob"].map((name) => [name, ownedStore(store, name)]));
  const viewOf = (name: string) => {
    const view = views.get(name)!;
    return {
      store: view,
      notebooks: noNotebooks,
      sessions: createSessions(view, { thinkMaxThoughts: 100, home: "" }),
    };
  };
  const scopes: Record<string, readonly string[]> = { ann: ["read", "steer"], bob: ["read", "steer"] };
  const api = new Hono();
  api.use(async (context, next) => {
    const name = context.req.header("x-name")!;
    context.set("principal", { name, scopes: scopes[name]! });
    await next();
  });
  api.route(
    "/",
    createApi(
      {
        viewOf: (principal) => viewOf(principal!.name),
        feed: createFeed(store),
        health: async () => ({ status: "healthy", services: {}, timestamp: new Date(0).toISOString() }),
        samples: async () => [],
        version: "0",
      },
      {
        report: () => {},
        need: (scope) => async (context, next) =>
          context.get("principal")?.scopes.includes(scope) ? next() : context.json({ error: scope }, 403),
      },
    ),
  );
  const ask = async (name: string, method: string, path: string, body?: object) => {
    const headers = { "x-name": name, "content-type": "application/json", "idempotency-key": "k" };
    const answer = await api.request(path, {
      method,
      headers,
      ...(body && method !== "GET" && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  await viewOf("ann").store.openSession({ ...think, id: "plan" });
  const written = await ask("ann", "POST", "/sessions/plan/notes", { text: "Stop" });
  expect(written).toMatchObject({ status: 201, body: { author: "ann", sessionId: "plan" } });
  expect(await ask("ann", "POST", "/sessions/plan/notes", { text: "Stop" })).toEqual(written);
  for (const [method, path] of [
    ["POST", "/sessions/plan/notes"],
    ["GET", "/sessions/plan/notes"],
    ["POST", "/sessions/plan/hold"],
    ["DELETE", "/sessions/plan/hold"],
  ] as const)
    expect(await ask("bob", method, path, path.endsWith("notes") ? { text: "x" } : {})).toMatchObject({
      status: 404,
    });
  scopes.ann = ["read", "write", "operator"];
  expect(await ask("ann", "POST", "/sessions/plan/notes", { text: "x" })).toMatchObject({ status: 403 });
  expect(await ask("ann", "POST", "/sessions/plan/hold", {})).toMatchObject({ status: 403 });
  expect(await ask("ann", "GET", "/sessions/plan/notes")).toMatchObject({
    status: 200,
    body: { notes: [{ text: "Stop" }] },
  });
  expect(await viewOf("bob").store.deliverNotes("plan", { most: 9, bytes: 999 })).toEqual({
    notes: [],
    more: 0,
  });
});
