import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { noNotebooks } from "../../test/support/notebooks.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { Engine, Turn } from "../llm/index.ts";
import type { RawInvocation } from "../reasoning/index.ts";
import type { Author } from "../sessions/index.ts";
import { openStore } from "../store/open.ts";
import { ownerTag } from "../store/owner-ids.ts";
import { createViews } from "./views.ts";

const ann = { name: "ann", scopes: ["read", "write"] };
const root = { name: "root", scopes: ["read", "write", "operator"] };
const author: Author = { handle: { text: "w", origin: "argument" } };

async function open() {
  const store = await openStore({ memory: true });
  const home = temporaryFolder();
  onTestFinished(async () => {
    await store.close();
    home[Symbol.dispose]();
  });
  const calls: RawInvocation[] = [];
  const turns: Turn[] = [];
  const engine: Engine = {
    name: "scripted",
    model: "m",
    async *turn(turn) {
      turns.push(turn);
      const message = { role: "assistant", content: [{ type: "text", text: "So be it." }] } as const;
      yield { type: "done", message: { ...message, content: [...message.content] }, stop: "end", model: "m" };
    },
  };
  const viewOf = createViews({
    store,
    home: home.path,
    notebooks: noNotebooks,
    thinkMaxThoughts: 100,
    engine,
    invocations: { note: (call) => void calls.push(call), close: async () => {} },
  });
  return { store, home: home.path, viewOf, calls, turns };
}

test("[SA5] without authentication, and with the server's one token, everything is visible as stored", async () => {
  const { store, viewOf } = await open();
  const whole = viewOf(undefined);
  expect(whole.store).toBe(store);
  expect(viewOf({ name: "owner", scopes: ["read"] })).toBe(whole);
  await viewOf(ann).sessions.think(author, "of ann");
  await whole.sessions.think(author, "of the house");
  expect((await store.session("w"))?.owner).toBeUndefined();
  expect((await whole.sessions.list({})).map(({ owner }) => owner).toSorted()).toEqual(["ann", undefined]);
});

test("[SA5] a principal has one view and another as an operator; above a thousand the least recently used one is dropped", async () => {
  const { viewOf } = await open();
  const first = viewOf(ann);
  expect(viewOf({ ...ann, scopes: ["write"] })).toBe(first);
  expect(viewOf({ ...ann, scopes: ["operator"] })).not.toBe(first);
  const others = Array.from({ length: 998 }, (_, i) => ({ name: `p${i}`, scopes: [] }));
  const [second] = others.map((one) => viewOf(one));
  expect(viewOf(ann)).toBe(first);
  viewOf({ name: "one more", scopes: [] });
  viewOf({ name: "two more", scopes: [] });
  expect(viewOf(ann)).toBe(first);
  expect(viewOf(others[0]!)).not.toBe(second);
});

test("[SA5] asks a model in the principal's own thread, and records the call for the principal", async () => {
  const { viewOf, calls, turns } = await open();
  for (const who of [ann, { ...ann, name: "bob" }, undefined]) {
    const { session_id } = await viewOf(who).reasoning.linear(author, { content: "Why?" });
    expect(session_id).toBe("w");
  }
  const threads = [`${ownerTag("ann")}-w`, `${ownerTag("bob")}-w`, "w"];
  expect(turns.map(({ thread }) => thread)).toEqual(threads);
  expect(turns.map(({ messages }) => messages.length)).toEqual([1, 1, 1]);
  expect(calls.map(({ sessionId, owner }) => [owner, sessionId])).toEqual([
    ["ann", threads[0]],
    ["bob", threads[1]],
    [undefined, "w"],
  ]);
  viewOf(ann).note?.({ kind: "tool", name: "think", sessionId: "w", input: {}, latencyMs: 1 });
  viewOf(root).note?.({ kind: "tool", name: "think", sessionId: "w", input: {}, latencyMs: 1 });
  expect(calls.slice(3)).toMatchObject([
    { owner: "ann", sessionId: threads[0] },
    { owner: "root", sessionId: "w" },
  ]);
});

test("[W3] [SA5] exports of a principal go to its own folder, and an operator's to the data home", async () => {
  const { store, home, viewOf } = await open();
  for (const who of [ann, root]) await viewOf(who).sessions.think(author, `of ${who.name}`);
  const { path } = await viewOf(ann).sessions.exportChain(author, {});
  expect(path).toMatch(/^exports\/w-/);
  const place = { destination: join(home, "principals", ownerTag("bob")) };
  await expect(viewOf(ann).sessions.exportChain(author, place)).rejects.toMatchObject({
    code: "EXPORT_FAILED",
  });
  const all = { sessionId: `${ownerTag("ann")}-w` };
  const seen = await viewOf(root).sessions.exportChain(author, all);
  expect(seen.path).toMatch(new RegExp(`^exports/${ownerTag("ann")}-w-`));
  const others = { ...all, destination: `principals/${ownerTag("ann")}/exports` };
  await expect(viewOf(root).sessions.exportChain(author, others)).rejects.toMatchObject({
    code: "EXPORT_FAILED",
  });
  expect((await store.sessions({ owner: "root" })).map(({ id }) => id)).toEqual(["w"]);
});

test("[U7] a principal that is not an operator cannot bind a folder of the server", async () => {
  const { viewOf } = await open();
  using project = temporaryFolder();
  const bind = async (who: typeof ann) => {
    const { sessions } = viewOf(who);
    return sessions.bindRoot(await sessions.location(author), `file://${project.path}`, [
      `file://${project.path}`,
    ]);
  };
  await expect(bind(ann)).rejects.toMatchObject({ code: "ROOT_NOT_ALLOWED" });
  await expect(bind(ann)).rejects.toThrow(/not on the server's machine/);
  expect(await bind(root)).toMatch(/^file:/);
});
