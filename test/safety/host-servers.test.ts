import { expect, test } from "vitest";
import { hostScene, only } from "../support/host-scene.ts";
import { connect, isRunning, odd, say } from "../support/server-sets.ts";
import { shiftingServer } from "../support/shifting-servers.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("[HS9] endless progress does not extend a call beyond its total time", async () => {
  await using set = await connect({ odd: { ...odd(), timeout: 200 } });
  expect(await say(set, "endless")).toBe(
    "'endless' of the server 'odd': no answer within 2000 ms in all. The call was cancelled.",
  );
});

test("[HS9] a server entry can raise or lower the total time of a call", async () => {
  await using set = await connect({ odd: { ...odd(), timeout: 5_000, totalTimeout: 300 } });
  expect(await say(set, "endless")).toMatch("no answer within 300 ms in all");
});

test("[HS9] a tool's progress is in the stream, before its result", async () => {
  await using scene = await hostScene([{ thinking: "Hm.", toolCalls: [{ name: "progress" }] }, "Done."]);
  const session = await scene.manager.initializeSession(scene.config({ servers: { odd: odd() } }));
  const chunks = await Array.fromAsync(scene.manager.sendMessageStream(session.id, "Go."));
  const [start] = only(chunks, "tool_start");
  expect(only(chunks, "tool_progress")).toEqual(
    [1, 2, 3].map((progress) => ({
      ...{ type: "tool_progress", content: `step ${progress}`, id: start?.id, name: "progress" },
      ...{ progress, total: 3 },
    })),
  );
  const types = chunks.map(({ type }) => type);
  expect(types.lastIndexOf("tool_progress")).toBeLessThan(types.indexOf("tool_result"));
  expect(chunks.at(-1)).toMatchObject({ type: "done" });
});

test.each([
  ["endlessline", /it was killed: it wrote a line of \d+ bytes without ending it/],
  ["endlessnoise", /it was killed: it wrote more than 400000 bytes that are not messages within a minute/],
])("[HC14] a server that writes without end (%s) is ended, and the call says why", async (name, why) => {
  await using set = await connect({ odd: odd() }, { maxMessageBytes: 100_000 });
  expect(await say(set, name)).toMatch(why);
  expect(await say(set, "echo", { a: 1 })).toBe('{"a":1}');
});

test.each([
  ["a process that left the group", {}],
  ["one that put off its environment too", { bare: true }],
])("[HC15] %s ends with its server", async (_, given) => {
  const set = await connect({ odd: odd() });
  const pid = Number(await say(set, "daemon", given));
  expect(isRunning(pid)).toBe(true);
  await set.close();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("[HC15] a process that left the process group ends when its server dies", async () => {
  await using set = await connect({ odd: odd() });
  const pid = Number(await say(set, "daemon"));
  await set.call("die", {});
  await expect.poll(() => isRunning(pid)).toBe(false);
});

const calling = (...steps: readonly (readonly [name: string, step: number])[]) => ({
  thinking: "Several at once.",
  toolCalls: steps.map(([name, step]) => ({ name, input: { step } })),
});

test("[HC13] calls of one turn to one server keep their order; those to another do not wait for them", async () => {
  using folder = temporaryFolder();
  const readOnly = { annotations: { readOnlyHint: true } };
  const files = shiftingServer(
    folder.path,
    "files",
    { name: "write", holds: true },
    { name: "read", ...readOnly },
  );
  const other = shiftingServer(folder.path, "other", { name: "note" });
  const script = [calling(["write", 1], ["read", 2], ["write", 3], ["note", 4]), "Done."];
  await using scene = await hostScene(script, { loop: { parallel: 2 } });
  const servers = { files: files.entry, other: other.entry };
  const session = await scene.manager.initializeSession(scene.config({ servers }));
  const answer = scene.manager.sendMessage(session.id, "Go.");
  // The two servers are processes of their own: either may be the first to write its line.
  await expect
    .poll(() => [other.events(), files.events()])
    .toEqual([["start note 4", "end note 4"], ["start write 1"]]);
  await files.release("write");
  await expect.poll(() => files.events().at(-1)).toBe("start write 3");
  expect(files.events()).toEqual([
    "start write 1",
    "end write 1",
    "start read 2",
    "end read 2",
    "start write 3",
  ]);
  await files.release("write");
  expect((await answer).toolCalls.map(({ isError }) => isError)).toEqual([false, false, false, false]);
});

test("[HC13] read-only calls of one turn run in parallel", async () => {
  using folder = temporaryFolder();
  const read = { name: "read", holds: true, annotations: { readOnlyHint: true } };
  const files = shiftingServer(folder.path, "files", read);
  await using scene = await hostScene([calling(["read", 1], ["read", 2]), "Done."]);
  const session = await scene.manager.initializeSession(scene.config({ servers: { files: files.entry } }));
  const answer = scene.manager.sendMessage(session.id, "Go.");
  await expect.poll(() => files.events()).toEqual(["start read 1", "start read 2"]);
  await files.release("read");
  await answer;
});

test("[HC13] an abort answers waiting calls without running them", async () => {
  using folder = temporaryFolder();
  const files = shiftingServer(folder.path, "files", { name: "write", holds: true });
  await using scene = await hostScene([calling(["write", 1], ["write", 2]), "Done."]);
  const session = await scene.manager.initializeSession(scene.config({ servers: { files: files.entry } }));
  const stop = new AbortController();
  const answer = scene.manager.sendMessage(session.id, "Go.", { signal: stop.signal });
  await expect.poll(() => files.events()).toEqual(["start write 1"]);
  stop.abort();
  await expect(answer).rejects.toMatchObject({ code: "ABORTED" });
  expect(files.calls()).toHaveLength(1);
  expect(session.messages.at(-1)?.content).toHaveLength(2);
});
