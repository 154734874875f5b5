import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import type { Change } from "../ledger/index.ts";
import { defineResource, type Resource } from "./define.ts";
import { createUpdates, type Sees } from "./updates.ts";

const updatedBy: Readonly<Record<string, Resource["updatedBy"]>> = {
  "s/{id}": ({ sessionId }) => sessionId && `s/${sessionId}`,
  "s/{id}/thoughts": ({ sessionId }) => sessionId && `s/${sessionId}/thoughts`,
  "n/{id}": ({ notebookId }) => notebookId && `n/${notebookId}`,
  cookbook: undefined,
};
const resources = Object.entries(updatedBy).map(([uri, updated]) =>
  defineResource({
    uri,
    name: uri,
    title: uri,
    description: uri,
    mimeType: "text/plain",
    read: async () => uri,
    ...(updated && { updatedBy: updated }),
  }),
);
const changes = (...sessionIds: string[]): Change[] =>
  sessionIds.map((sessionId, index) => ({ position: index + 1, sessionId, seq: index + 1, kind: "thought" }));

/** Updates on feeds that the test writes; `feeds` has one for each time that following began. */
function open() {
  const feeds: { readonly signal: AbortSignal; readonly feed: PassThrough }[] = [];
  const errors: unknown[] = [];
  const follow = (_from: number, signal: AbortSignal) => {
    const feed = new PassThrough({ objectMode: true });
    feeds.push({ signal, feed });
    return feed;
  };
  const feed = { position: async () => 0, follow };
  const started = (count: number) => vi.waitFor(() => expect(feeds).toHaveLength(count));
  return { feeds, errors, started, updates: createUpdates(resources, feed, (error) => errors.push(error)) };
}

test("[R5] follows the feed once while anybody listens, and not before or after", async () => {
  const { feeds, updates, started } = open();
  expect(feeds).toHaveLength(0);
  const stops = [updates.listen(() => {}), updates.listen(() => {})];
  await started(1);
  stops[0]!();
  stops[0]!();
  expect(feeds[0]!.signal.aborted).toBe(false);
  stops[1]!();
  expect(feeds[0]!.signal.aborted).toBe(true);
  updates.listen(() => {});
  await started(2);
});

test("[R5] gives the URIs of each changed session once per batch, to every listener", async () => {
  const { feeds, updates, started } = open();
  const heard: string[][] = [[], []];
  for (const uris of heard) updates.listen((uri) => uris.push(uri));
  await started(1);
  feeds[0]!.feed.write(changes("a", "b", "a", "a"));
  feeds[0]!.feed.write(changes("a"));
  const expected = ["s/a", "s/a/thoughts", "s/b", "s/b/thoughts", "s/a", "s/a/thoughts"];
  await vi.waitFor(() => expect(heard).toEqual([expected, expected]));
});

test("[R5] gives only the URIs of a changed notebook", async () => {
  const { feeds, updates, started } = open();
  const heard: string[] = [];
  updates.listen((uri) => heard.push(uri));
  await started(1);
  const change = { position: 1, kind: "notebook", notebookId: "a" } as const;
  feeds[0]!.feed.write([change, { ...change, position: 2 }]);
  feeds[0]!.feed.write(changes("a"));
  await vi.waitFor(() => expect(heard).toEqual(["n/a", "s/a", "s/a/thoughts"]));
});

test("[R5] a listener that stopped gets nothing more, and neither does one of a closed feed", async () => {
  const { feeds, updates, started } = open();
  const heard: string[] = [];
  const leave = updates.listen(() => heard.push("left"));
  await started(1);
  leave();
  feeds[0]!.feed.write(changes("a"));
  updates.listen((uri) => heard.push(uri));
  await started(2);
  feeds[1]!.feed.write(changes("b"));
  await vi.waitFor(() => expect(heard).toEqual(["s/b", "s/b/thoughts"]));
});

test("[R5] reports a failing feed and follows it again for the next listener", async () => {
  const { feeds, errors, updates, started } = open();
  const heard: string[] = [];
  updates.listen((uri) => heard.push(uri));
  await started(1);
  const broken = new Error("busy");
  feeds[0]!.feed.destroy(broken);
  await vi.waitFor(() => expect(errors).toEqual([broken]));
  updates.listen(() => {});
  await started(2);
  feeds[1]!.feed.write(changes("a"));
  await vi.waitFor(() => expect(heard).toEqual(["s/a", "s/a/thoughts"]));
});

test("[SA5] each listener is notified only of what it can see, under its own URIs", async () => {
  const { feeds, updates, started } = open();
  const heard: Record<string, string[]> = { ann: [], also: [], bob: [], all: [] };
  const ann: Sees = (change) =>
    change.owner === "ann" && change.kind !== "notebook" ? { ...change, sessionId: "mine" } : undefined;
  updates.listen((uri) => heard.ann!.push(uri), ann);
  updates.listen((uri) => heard.also!.push(uri), ann);
  updates.listen(
    (uri) => heard.bob!.push(uri),
    (change) => (change.owner === "bob" ? change : undefined),
  );
  updates.listen((uri) => heard.all!.push(uri));
  await started(1);
  const [first, second] = changes("a", "b");
  feeds[0]!.feed.write([{ ...first, owner: "ann" }, second]);
  await vi.waitFor(() => expect(heard.all).toEqual(["s/a", "s/a/thoughts", "s/b", "s/b/thoughts"]));
  expect(heard).toMatchObject({
    ann: ["s/mine", "s/mine/thoughts"],
    also: ["s/mine", "s/mine/thoughts"],
    bob: [],
  });
});
