import { expect, test } from "vitest";
import { calling, hostScene, only, thoughtsOf, tool } from "../../test/support/host-scene.ts";
import { Failure } from "../ledger/index.ts";
import { textOf } from "../llm/index.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/port.ts";
import type { HostTool } from "./loop.ts";

test("[HS3] leaving the loop keeps the text so far, and the session can continue", async () => {
  const gate = Promise.withResolvers<void>();
  await using scene = await hostScene([{ text: ["One", gate.promise, " two."] }, "Three."]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config());
  for await (const chunk of manager.sendMessageStream(session.id, "Count."))
    if (chunk.type === "content") break;
  expect(await scene.asked()[0]!.ended).toBe("client hung up");
  expect(session.messages.map(textOf)).toEqual(["Count.", "One"]);
  expect(await manager.sendMessage(session.id, "On.")).toMatchObject({ content: "Three." });
});

test("[HS3] leaving while waiting for a chunk stops the work at once", async () => {
  const gate = Promise.withResolvers<void>();
  await using scene = await hostScene([{ hold: gate.promise, text: "Never." }, "Yes."]);
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config());
  const stream = manager.sendMessageStream(id, "Now?");
  const waiting = stream.next();
  await scene.server.waitForRequest(2);
  await stream.return();
  await waiting;
  expect(await manager.sendMessage(id, "Again?")).toMatchObject({ content: "Yes." });
  gate.resolve();
});

test("[HS3] a stream does nothing until it is read", async () => {
  await using scene = await hostScene(["Yes."]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config());
  await manager.sendMessageStream(session.id, "Now?").return();
  expect(session.messages).toEqual([]);
  expect(await manager.sendMessage(session.id, "Now?")).toMatchObject({ content: "Yes." });
});

test("[HS3] a signal aborts at any point: before the start, during the model's answer, while a tool runs", async () => {
  const running = Promise.withResolvers<void>();
  let started = 0;
  const slow: HostTool = {
    ...tool("slow"),
    run: (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        started += 1;
        if (started === 2) running.resolve();
      }),
  };
  await using scene = await hostScene([calling("slow", 2), "Fine."]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config({ tools: [slow] }));
  const before = manager.sendMessage(session.id, "Zero?", { signal: AbortSignal.abort() });
  await expect(before).rejects.toMatchObject({ code: "ABORTED" });
  const stop = new AbortController();
  void running.promise.then(() => stop.abort());
  const chunks = await Array.fromAsync(
    manager.sendMessageStream(session.id, "One?", { signal: stop.signal }),
  );
  expect(chunks.at(-1)).toMatchObject({ type: "error", code: "ABORTED", fatal: true });
  expect(session.toolCallCount).toBe(2);
  expect(session.messages.at(-1)!.content.map(({ type }) => type)).toEqual(["tool_result", "tool_result"]);
  const again = await Array.fromAsync(session.continue());
  expect(only(again, "content")).toMatchObject([{ content: "Fine." }]);
});

test("[HS5] takes approval and hooks before and after a tool from the manager's options", async () => {
  const seen: string[] = [];
  await using scene = await hostScene(
    [{ thinking: "Both.", toolCalls: [{ name: "look" }, { name: "save", input: { to: "a" } }] }, "Done."],
    {
      approve: ({ name }) =>
        name === "look" ? { action: "deny", reason: "not today" } : { action: "edit", input: { to: "b" } },
      beforeTool: ({ name }) => void seen.push(`before ${name}`),
      afterTool: ({ name }, { content }) => {
        seen.push(`after ${name}`);
        return { content: [...content, { type: "text", text: "checked" }], isError: false };
      },
    },
  );
  const { manager } = scene;
  const tools = [tool("look"), tool("save", ({ to }) => `saved to ${to}`)];
  const { id } = await manager.initializeSession(scene.config({ tools }));
  const { toolCalls } = await manager.sendMessage(id, "Both.");
  expect(toolCalls.map(({ result }) => result)).toEqual([
    expect.stringContaining("not today"),
    expect.stringContaining("saved to b\nchecked"),
  ]);
  expect(seen).toEqual(["before save", "after save"]);
});

/** A store whose writes of these kinds fail while `isDown` is true. */
function failing(store: Store, ...kinds: ("append" | "appendMessages")[]) {
  const state = { isDown: false };
  const down = kinds.map((kind) => [
    kind,
    (...args: never[]) =>
      state.isDown
        ? Promise.reject(new Failure("STORE_FULL", {}))
        : (store[kind] as (...args: never[]) => unknown)(...args),
  ]);
  return { store: { ...store, ...Object.fromEntries(down) } as Store, state };
}

test("[HS7] a failing ledger gives one warning, and the answer arrives", async () => {
  const { store, state } = failing(await openStore({ memory: true }), "append");
  await using scene = await hostScene(["Yes.", "Again."], { store });
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config());
  state.isDown = true;
  const chunks = await Array.fromAsync(manager.sendMessageStream(id, "Now?"));
  expect(only(chunks, "warning")).toEqual([
    {
      type: "warning",
      content: expect.stringMatching(/^2 thoughts were not written to the ledger: .*disk is full/),
    },
  ]);
  expect(chunks.at(-1)).toMatchObject({ type: "done" });
  state.isDown = false;
  await manager.sendMessage(id, "And now?");
  expect((await thoughtsOf(scene.store, id)).map(({ content }) => content)).toEqual(["And now?", "Again."]);
});

test("[HS6] messages that a failing store refuses are written with the next one", async () => {
  const { store, state } = failing(await openStore({ memory: true }), "appendMessages");
  await using scene = await hostScene(["Yes.", "Again."], { store });
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config());
  state.isDown = true;
  const { warnings } = await manager.sendMessage(id, "Now?");
  expect(warnings).toEqual([expect.stringMatching(/^The session could not be saved: .*disk is full/)]);
  expect(await store.messages(id, {})).toEqual([]);
  state.isDown = false;
  await manager.sendMessage(id, "And now?");
  expect(await store.messages(id, {})).toHaveLength(4);
});

test("[HS3] ending a session stops its message and closes its reasoning", async () => {
  const gate = Promise.withResolvers<void>();
  await using scene = await hostScene([{ text: ["One", gate.promise] }]);
  const { manager, store } = scene;
  const { id } = await manager.initializeSession(scene.config());
  const stream = manager.sendMessageStream(id, "Count.");
  await stream.next();
  await manager.endSession(id);
  const rest = await Array.fromAsync(stream);
  expect(rest).toMatchObject([{ type: "error", code: "ABORTED" }]);
  expect(await store.session(id)).toMatchObject({ status: "completed", thoughtCount: 2 });
  expect(await store.messages(id, {})).toHaveLength(2);
});
