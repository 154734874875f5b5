import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { textOf } from "../../src/llm/index.ts";
import { openStore } from "../../src/store/open.ts";
import type { Reply } from "../../src/testing/index.ts";
import { calling, hostScene, thoughtsOf, tool } from "../support/host-scene.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Runs a session in another process, kills it after a chunk of this type, and returns the session's id. */
async function killedAt(type: string, file: string, url: string): Promise<string> {
  const child = spawn(
    process.execPath,
    ["--import", "./scripts/text-loader.js", "test/support/host-child.ts", JSON.stringify({ file, url })],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout });
  let id = "";
  for await (const line of lines) {
    const said = JSON.parse(line);
    id ||= said.id;
    if (said.type === type) child.kill("SIGKILL");
  }
  const [, signal] = await ended;
  expect(signal).toBe("SIGKILL");
  return id;
}

const look = calling("look", 2);

it("[HS6] a process that is killed in the middle of a stream loses no finished turn", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "clew.db");
  const never = new Promise<void>(() => {});
  const script: Reply[] = [
    look,
    { text: "Two boxes." },
    calling("look", 1, 7),
    { thinking: "So…", text: ["Three", never] },
    { text: "Three boxes, and I was not done." },
    calling("look", 3, 20),
    { text: "Five." },
  ];
  await using scene = await hostScene(script, { store: await openStore({ file }) });
  const id = await killedAt("content", file, scene.server.url);

  const { manager, store } = scene;
  const session = await manager.resumeSession(id, { tools: [tool("look")] });
  expect(session.toolCallCount).toBe(3);
  expect(session.remaining().session.calls).toBe(2);
  expect(session.messages.map(({ role }) => role)).toEqual([
    ...["user", "assistant", "user", "assistant"],
    ...["user", "assistant", "user"],
  ]);
  expect(session.messages.map(textOf).filter(Boolean)).toEqual(["Look first.", "Two boxes.", "Look again."]);
  const chunks = await Array.fromAsync(session.continue());
  expect(chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  const answer = await manager.sendMessage(id, "Go on.");
  expect(answer.limited).toMatchObject({ scope: "session", limit: 5, used: 5 });
  expect(scene.asked().map(({ refusal }) => refusal)).toEqual(Array(7).fill(undefined));
  const recorded = (await thoughtsOf(store, id)).map(({ content }) => content);
  expect(recorded).toEqual(
    expect.arrayContaining(["Look first.", "Two boxes.", "Look again.", "Three boxes, and I was not done."]),
  );
});

it("[HS6] a call in flight when the process was killed gets an answer, and counts", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "clew.db");
  const script: Reply[] = [
    look,
    { text: "Two." },
    calling("slow"),
    { text: "I do not know what came of it." },
  ];
  await using scene = await hostScene(script, { store: await openStore({ file }) });
  const id = await killedAt("tool_start", file, scene.server.url);
  const { manager } = scene;
  const session = await manager.resumeSession(id, { tools: [tool("look"), tool("slow")] });
  expect(session.toolCallCount).toBe(3);
  expect(session.messages.at(-1)).toMatchObject({ role: "user", content: [{ isError: true }] });
  expect(await manager.sendMessage(id, "And?")).toMatchObject({ content: "I do not know what came of it." });
  expect(await scene.store.messages(id, {})).toHaveLength(session.messages.length);
});
