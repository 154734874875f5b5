import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../store/open.ts";
import { ownedStore } from "../store/owned-store.ts";
import { editSessions } from "./edit.ts";
import { createSessions } from "./index.ts";

async function filled() {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  for (const id of ["a", "b"]) await store.openSession({ id, title: id, mode: "chain" });
  return store;
}

test("[LF4] an edit of several sessions changes none if an id is unknown or repeated", async () => {
  const store = await filled();
  const edit = (ids: readonly string[]) => editSessions(store, ids, { archived: true, by: "ann" });
  await expect(edit(["a", "nope"])).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
  await expect(edit(["a", "b", "a"])).rejects.toThrow("named twice");
  expect(await store.sessions({ archived: "only" })).toEqual([]);
  expect((await edit(["a", "b"])).map(({ id, archived }) => [id, archived])).toEqual([
    ["a", true],
    ["b", true],
  ]);
});

test("[LF31] an edit names the principal beside the client, which chooses its own name", async () => {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  const ann = ownedStore(store, "ann");
  await ann.openSession({ id: "a", title: "a", mode: "chain" });
  const sessions = createSessions(ann, { thinkMaxThoughts: 100, home: "", owner: "ann" });
  await sessions.edit(["a"], { title: "b", by: "bob" });
  await sessions.edit(["a"], { title: "c", by: "ann" });
  const edits = (await store.changes(0, 50)).flatMap((one) => (one.kind === "session" && one.by) || []);
  expect(edits).toEqual(["bob (ann)", "ann"]);
});
