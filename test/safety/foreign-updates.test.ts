import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { catalogueOf } from "../../src/server/catalogue.ts";
import { ownerTag } from "../../src/store/owner-ids.ts";
import { answerOf } from "../support/call.ts";
import { type Era, eras } from "../support/connect.ts";
import { type Scene, startScene } from "./strangers/scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const patience = { interval: 5 };
/** The templates whose texts change, from the catalogue. */
const watched = catalogueOf(["all"]).resources.filter(({ updatedBy }) => updatedBy);

function urisFor(ids: Readonly<Record<string, string>>): readonly string[] {
  return watched.map(({ uri }) => uri.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "missing"));
}

/** Subscribes to resources in the way of the client's era, and collects the notifications. */
async function hear(client: Client, era: Era, uris: readonly string[]): Promise<readonly string[]> {
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    heard.push(params.uri);
  });
  if (era === "2026-07-28") await client.listen({ resourceSubscriptions: [...uris] });
  else for (const uri of uris) await client.subscribeResource({ uri });
  return heard;
}

describe.each(eras)("a client of the %s era", (era) => {
  const think = (client: Client, session_id: string) =>
    answerOf(client, "think", { thought: "News", session_id });
  const note = (client: Client, notebookId: unknown) =>
    answerOf(client, "notebook", {
      operation: "add_cell",
      args: { notebookId, cellType: "markdown", content: "News" },
    });
  const create = async (client: Client) =>
    (await answerOf(client, "notebook", { operation: "create", args: { title: "Book" } }))
      .notebookId as string;

  test("[SA5] is notified of its own sessions and notebooks and never of another's, whatever it subscribes to", async () => {
    const [ann, bob, listener] = await Promise.all(
      (["ann", "bob", "bob"] as const).map(async (name) => (await scene.connect(name, era)).client),
    );
    const session = `both-${era}`;
    const [annBook, bobBook] = [await create(ann!), await create(bob!)];
    const [annTag, bobTag] = [ownerTag("ann"), ownerTag("bob")];
    const foreign = [
      ...urisFor({ sessionId: `${annTag}-${session}`, notebookId: annBook }),
      ...urisFor({ sessionId: `ann-${session}`, notebookId: annBook }),
      ...urisFor({ sessionId: `${bobTag}-${session}`, notebookId: annBook }),
    ];
    const own = urisFor({ sessionId: session, notebookId: bobBook });
    const heard = await hear(listener!, era, [...foreign, ...own]);
    await think(ann!, session);
    await think(ann!, `ann-${session}`);
    await note(ann!, annBook);
    // Notifications arrive in order: when bob's have arrived, ann's would have, too.
    expect(heard.filter((uri) => foreign.includes(uri))).toEqual([]);
    await think(bob!, session);
    await note(bob!, bobBook);
    await vi.waitFor(() => expect([...new Set(heard)].toSorted()).toEqual([...own].toSorted()), patience);
    expect(heard.filter((uri) => foreign.includes(uri))).toEqual([]);
    const once = new Map(heard.map((uri) => [uri, heard.filter((one) => one === uri).length]));
    // The session's opening and its thought may be notified together or separately.
    for (const count of once.values()) expect(count).toBeLessThanOrEqual(2);
  });

  test("[SA5] of an operator is notified of everything, by the ids in the ledger", async () => {
    const [ann, root] = await Promise.all(
      (["ann", "root"] as const).map(async (name) => (await scene.connect(name, era)).client),
    );
    const uri = `thoughtbox://sessions/${ownerTag("ann")}-seen-${era}`;
    const heard = await hear(root!, era, [uri]);
    await think(ann!, `seen-${era}`);
    await vi.waitFor(() => expect(heard).toContain(uri), patience);
  });
});
