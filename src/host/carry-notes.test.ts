import { expect, test } from "vitest";
import { calling, hostScene, tool } from "../../test/support/host-scene.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/port.ts";

test("[ST27] a tool result carries a note on its session into the next model request, until an answer cites it", async () => {
  let noteId = "";
  const replies = () => [
    "Hello.",
    calling("look"),
    calling("look"),
    `I turn left, see note:${noteId}.`,
    calling("look"),
    "Done.",
  ];
  let turn = 0;
  await using scene = await hostScene(({ method }) => (method === "POST" ? replies()[turn++]! : ""));
  const { manager, store } = scene;
  const { id } = await manager.initializeSession(scene.config({ tools: [tool("look")] }));
  await manager.sendMessage(id, "Hi.");
  noteId = (await store.addNote(id, { text: "Turn left", author: "Ann" })).id;
  await manager.sendMessage(id, "Which way?");
  const asked = () => scene.asked().map(({ body }) => JSON.stringify(body.messages?.at(-1)));
  expect(asked()[2]).toContain("Note from Ann. A person wrote it");
  expect(asked()[3]).toContain("Note from Ann, repeated (2 of 3)");
  expect(await store.notes(id, {})).toMatchObject([{ state: "answered", deliveries: 2 }]);
  await manager.sendMessage(id, "And now?");
  expect(asked().at(-1)).not.toContain("Note from");
});

test("[ST27] a failed call carries no notes, and a store that fails costs no result", async () => {
  const store = await openStore({ memory: true });
  const broken: Store = { ...store, deliverNotes: () => Promise.reject(new Error("away")) };
  await using scene = await hostScene([calling("look", 1), "Done."], { store: broken });
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config({ tools: [tool("look", "a cat")] }));
  await manager.sendMessage(id, "Look.");
  expect(JSON.stringify(scene.asked()[1]!.body.messages?.at(-1))).toContain("a cat");
  await using other = await hostScene([calling("fail", 1), "Done."]);
  const failing = { ...tool("fail"), run: () => Promise.reject(new Error("no")) };
  const session = await other.manager.initializeSession(other.config({ tools: [failing] }));
  await other.store.openSession({ id: session.id, title: "x", mode: "chain" });
  await other.store.addNote(session.id, { text: "Stop", author: "Ann" });
  await other.manager.sendMessage(session.id, "Fail.");
  expect(await other.store.notes(session.id, {})).toMatchObject([{ state: "waiting" }]);
});
