import { expect, test } from "vitest";
import { chatScene } from "../support/chat-scene.ts";
import { runClew } from "../support/clew.ts";

const PROMPT = /> $/;

test("[ST28] [ST27] a note from the chat in another terminal is in the agent's next model request", async () => {
  const think = (thought: string) => ({
    toolCalls: [{ name: "think", input: { thought, session_id: "plan" } }],
  });
  await using on = await chatScene([think("First"), "One.", think("Second"), "Two."]);
  await using agent = on.talk(["Begin."]);
  await agent.sees("One.");
  await agent.sees(PROMPT);
  agent.type("/session\r");
  const [, session = ""] = await agent.sees(/\n(agent-\S+)\n/);

  await using person = on.talk([]);
  await person.sees(PROMPT);
  person.type("/note plan#1 Take the left one.\r");
  await person.sees(/The agent's next answer carries the note\. \(note:[0-9a-f]{10}\)/);
  person.type(`/note ${session} And be quick.\r`);
  await person.sees("carries the note");
  person.type("/note nowhere Hello\r");
  await person.sees("! ");
  person.type("/note plan\r");
  await person.sees("! usage: /note SESSION[#N] TEXT");

  agent.type("Go on.\r");
  await agent.sees("Two.");
  const last = JSON.stringify(on.model.requests.at(-1)?.body.messages);
  expect(last).toMatch(/Note from [^.]+ on thought 1\. A person wrote it/);
  expect(last).toContain("> Take the left one.");
  expect(last).toContain("> And be quick.");
  const listed = await runClew(["notes", session], { home: on.home, env: on.env });
  expect(listed.stdout).toMatch(/\(delivered at #\d+\): And be quick\./);
});
