import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chatScene } from "../support/chat-scene.ts";
import { runClew } from "../support/clew.ts";
import { CTRL_C, CTRL_D } from "../support/pseudo-terminal.ts";
import { odd } from "../support/server-sets.ts";

const PROMPT = /> $/;
const DIM = "\u001b[2m";

test("[CH1] thinking is dimmed and the answer plain, both streamed; then the usage", async () => {
  const gate = Promise.withResolvers<void>();
  await using on = await chatScene([
    { thinking: ["Water", gate.promise, " wears the bank."], text: ["Rivers ", "bend."] },
  ]);
  await using terminal = on.talk([]);
  await terminal.sees(/claude-sonnet-5-5 · clew \(\d+ tools\) · \/help/);
  await terminal.sees(PROMPT);
  terminal.type("Why?\r");
  await terminal.sees("Water");
  gate.resolve();
  await terminal.sees(/ wears the bank\.\n\nRivers bend\.\n[\d,]+ tokens in, \d+ out · \$0\.\d{4}\n> $/);
  expect(terminal.written()).toContain(`${DIM}Water`);
  expect(terminal.written()).not.toContain(`${DIM}Rivers`);
  terminal.type(CTRL_D);
  expect(await terminal.ended).toBe(0);
});

test("[CH1] tool calls are a line each, run on the same ledger, and the session is resumed after an exit", async () => {
  const thought = "The outer bank wears away, because the water there is faster than at the inner bank.";
  await using on = await chatScene([
    { thinking: "Write it down.", toolCalls: [{ name: "think", input: { thought, session_id: "rivers" } }] },
    "It is written down.",
    "You asked about rivers.",
  ]);
  await using first = on.talk(["Note", "why", "rivers", "bend."]);
  await first.sees(/→ think \{"thought":"The outer bank wears away.*… {2}✓ \d+ ms\n\nIt is written down\./);
  await first.sees(PROMPT);
  first.type("/session\r");
  const [, session = ""] = await first.sees(/\n(agent-\S+)\n/);
  first.type(CTRL_D);
  await first.sees(`clew chat --resume ${session}`);
  expect(await first.ended).toBe(0);

  await using second = on.talk(["--resume", session]);
  await second.sees(/resumed after 4 messages/);
  second.type("What was it?\r");
  await second.sees("You asked about rivers.");
  second.type("/quit\r");
  expect(await second.ended).toBe(0);
  expect(JSON.stringify(on.model.requests.at(-1)?.body.messages)).toContain("Note why rivers bend.");
  const around = { home: on.home, env: on.env };
  expect((await runClew(["sessions", "show", "rivers"], around)).stdout).toContain(thought);
  const shown = (await runClew(["sessions", "show", session], around)).stdout;
  for (const said of ["Note why rivers bend.", "Write it down.", "Tool think", "You asked about rivers."])
    expect(shown).toContain(said);
});

test("[CH2] [HL4] a reached limit is shown, and /continue grants the same amount again", async () => {
  const call = (thought: string) => ({ name: "think", input: { thought } });
  await using on = await chatScene([
    { toolCalls: [call("one"), call("two")] },
    "Only one.",
    { toolCalls: [call("three")] },
    "Now both.",
  ]);
  await using terminal = on.talk(["--limit", "1", "Think twice."]);
  await terminal.sees('→ think {"thought":"one"}');
  await terminal.sees("✗ Tool call limit exceeded for this message. This call was not run.");
  await terminal.sees(
    "! Tool call limit exceeded for this message (1 of 1). /continue grants the same amount again.",
  );
  await terminal.sees(/Only one\.\n.*left: 0 calls for this message\n> $/);
  terminal.type("/continue\r");
  await terminal.sees(/→ think \{"thought":"three"\} {2}✓/);
  await terminal.sees(/Now both\.\n.*left: 0 calls for this message\n> $/);
  terminal.type("/continue\r");
  await terminal.sees("! There is no message to continue");
});

test("[CH2] /limit shows and sets; /servers, /help and an unknown command list what exists", async () => {
  await using on = await chatScene([{ toolCalls: [{ name: "think", input: { thought: "a" } }] }, "Done."]);
  await using terminal = on.talk(["Hello."]);
  await terminal.sees("Done.");
  await terminal.sees(PROMPT);
  terminal.type("/limit\r");
  await terminal.sees("no limits; /limit N limits");
  terminal.type("/limit 2\r");
  await terminal.sees('{"max_tool_calls":2}\nleft: 1 call for this message');
  terminal.type("/limit many\r");
  await terminal.sees("! /limit must be a whole number of 0 or more, not 'many'");
  terminal.type("/servers\r");
  await terminal.sees(/clew +ready +\d+ +2026-07-28/);
  terminal.type("/bogus now\r");
  await terminal.sees(
    /! \/bogus is unknown. Commands: \/limit, \/model, \/continue, \/export, \/note, \/servers, \/session, \/help, \/qui/,
  );
  terminal.type("/help\r");
  await terminal.sees(/\/limit \[N\] +show[\s\S]*\/quit +end/);
  terminal.type("/quit\r");
  expect(await terminal.ended).toBe(0);
});

test("[CH2] [HT5] /model switches the model, which gets the history without the other's thinking", async () => {
  await using on = await chatScene([{ thinking: "Greet.", text: "Hello." }, "Again."]);
  await using terminal = on.talk(["Hi."]);
  await terminal.sees("Hello.");
  terminal.type("/model\r");
  await terminal.sees("\nclaude-sonnet-5-5\n");
  terminal.type("/model claude-haiku-4-5\r");
  await terminal.sees("\nclaude-haiku-4-5\n");
  terminal.type("And now?\r");
  await terminal.sees("Again.");
  const { body } = on.model.requests.at(-1)!;
  expect(body.model).toBe("claude-haiku-4-5");
  expect(body.messages).toHaveLength(3);
  expect(JSON.stringify(body.messages)).not.toContain("Greet.");
});

test("[CH2] /export writes the session of the ledger as Markdown", async () => {
  await using on = await chatScene([{ thinking: "A thought.", text: "An answer." }]);
  await using terminal = on.talk([]);
  await terminal.sees(PROMPT);
  terminal.type("/export\r");
  await terminal.sees("! nothing to export yet");
  terminal.type("Hi.\r");
  await terminal.sees("An answer.");
  const file = join(on.home, "chat.md");
  terminal.type(`/export ${file}\r`);
  await terminal.sees("written to");
  expect(readFileSync(file, "utf8")).toMatch(/Hi\.[\s\S]*A thought\.[\s\S]*An answer\./);
  terminal.type("/export\r");
  const [, name = ""] = await terminal.sees(/exports\/(agent-\S+\.md)/);
  expect(readFileSync(join(on.home, "exports", name), "utf8")).toBe(readFileSync(file, "utf8"));
});

test("[CH3] Ctrl-C ends the turn and the program continues; at an empty prompt it exits", async () => {
  const gate = Promise.withResolvers<void>();
  await using on = await chatScene([{ text: ["Begun", gate.promise, " never"] }, "Another answer."]);
  await using terminal = on.talk(["Go."]);
  await terminal.sees("Begun");
  terminal.type("typed ahead");
  terminal.type(CTRL_C);
  await terminal.sees("stopped");
  expect(await on.model.requests.at(-1)!.ended).toBe("client hung up");
  // What was typed in the meantime is at the prompt; Ctrl-C clears it.
  await terminal.sees("> typed ahead");
  terminal.type(CTRL_C);
  await terminal.sees(PROMPT);
  terminal.type("And now?\r");
  await terminal.sees("Another answer.");
  await terminal.sees(PROMPT);
  expect(JSON.stringify(on.model.requests.at(-1)?.body.messages)).toMatch(/Go\..*Begun.*And now\?/);
  terminal.type(CTRL_C);
  expect(await terminal.ended).toBe(0);
});

test("[CH3] Ctrl-C ends a question too, and the turn that it belongs to", async () => {
  await using on = await chatScene([{ toolCalls: [{ name: "run", input: {} }] }, "Well."]);
  await using terminal = on.talk([
    "--servers",
    on.servers({ mcpServers: { odd: odd("--tools=run") } }),
    "Go.",
  ]);
  await terminal.sees("[a]lways");
  terminal.type(CTRL_C);
  await terminal.sees("stopped");
  await terminal.sees(PROMPT);
  terminal.type("Then?\r");
  await terminal.sees("Well.");
});

test("[CH1] lines that are pasted together are one message", async () => {
  await using on = await chatScene(["Two lines."]);
  await using terminal = on.talk([]);
  await terminal.sees(PROMPT);
  terminal.type("\u001b[200~first\rsecond\u001b[201~");
  await terminal.sees(/first\nsecond$/);
  terminal.type("\r");
  await terminal.sees("Two lines.");
  expect(JSON.stringify(on.model.requests.at(-1)?.body.messages)).toContain("first\\nsecond");
});

test("[CH5] a first run without a key says what to set, in one line, and makes no database", async () => {
  await using on = await chatScene([]);
  await using terminal = on.talk([], { ANTHROPIC_API_KEY: "" });
  expect(await terminal.ended).toBe(1);
  expect(terminal.screen()).toBe(
    "clew: there is no model to talk to: set ANTHROPIC_API_KEY, or OPENAI_API_KEY (OPENAI_BASE_URL for a service without a key)\n",
  );
  expect(existsSync(join(on.home, "clew.db"))).toBe(false);
});
