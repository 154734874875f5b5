import { expect, test } from "vitest";
import { ask, failing, saying, scriptedEngine } from "./fixtures.ts";
import { collect } from "./provider.ts";

test("[EN1] collects a turn to its end and reports each event on the way", async () => {
  const heard: string[] = [];
  const done = await collect(scriptedEngine(saying("Because.")).turn(ask), ({ type }) => heard.push(type));
  expect(done).toMatchObject({ stop: "end", message: { content: [{ text: "Because." }] } });
  expect(heard).toEqual(["start", "text", "done"]);
});

test("[EN1] throws the failure of a failed turn", async () => {
  const turn = scriptedEngine([failing("key")]).turn(ask);
  await expect(collect(turn)).rejects.toMatchObject({ name: "EngineFailure", kind: "key" });
});
