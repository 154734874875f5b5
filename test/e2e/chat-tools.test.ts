import { expect, test } from "vitest";
import { type ChatScene, chatScene } from "../support/chat-scene.ts";
import { CTRL_C, CTRL_D } from "../support/pseudo-terminal.ts";
import { odd, packaged } from "../support/server-sets.ts";

const PROMPT = /> $/;
const write = (text: string) => ({ toolCalls: [{ name: "write", input: { text } }] });
const withOdd = (on: ChatScene) => ["--servers", on.servers({ mcpServers: { odd: odd("--tools=write") } })];

/** The tool result that the model received last. */
const lastResult = (on: ChatScene) => JSON.stringify(on.model.requests.at(-1)?.body.messages?.at(-1));

test("[CH1] [HS5] asks before running a tool that may change something: no, yes, always", async () => {
  await using on = await chatScene([
    write("a"),
    "One.",
    write("b"),
    "Two.",
    write("c"),
    "Three.",
    write("d"),
    "Four.",
  ]);
  await using terminal = on.talk([...withOdd(on), "First."]);
  await terminal.sees('run odd.write {"text":"a"}? [y]es / [n]o / [a]lways ');
  terminal.type("what?\r");
  await terminal.sees(/\n\[y\]es/);
  terminal.type("n\r");
  await terminal.sees("✗ This call was denied and not run: the user said no.");
  await terminal.sees(/One\.[\s\S]*> $/);
  expect(lastResult(on)).toContain("the user said no");
  terminal.type("Second.\r");
  await terminal.sees('run odd.write {"text":"b"}?');
  terminal.type("y\r");
  await terminal.sees(/→ write \{"text":"b"\} {2}✓/);
  await terminal.sees(/Two\.[\s\S]*> $/);
  terminal.type("Third.\r");
  await terminal.sees('run odd.write {"text":"c"}?');
  terminal.type("always\r");
  await terminal.sees(/Three\.[\s\S]*> $/);
  terminal.type("Fourth.\r");
  await terminal.sees(/Fourth\.\n→ write \{"text":"d"\} {2}✓/);
});

test("[CH1] long arguments are shown whole on demand before they are allowed", async () => {
  await using on = await chatScene([write(`${"x".repeat(900)}END`), "Done."]);
  await using terminal = on.talk([...withOdd(on), "Go."]);
  await terminal.sees(/…\? \[y\]es \/ \[n\]o \/ \[a\]lways \/ \[s\]how all $/);
  terminal.type("s\r");
  await terminal.sees('END"}');
  terminal.type("y\r");
  await terminal.sees("Done.");
});

test("[CH1] runs a tool that only reads, or that --yes allows, without asking", async () => {
  await using on = await chatScene([
    { toolCalls: [{ name: "read_graph" }] },
    "Empty.",
    write("a"),
    "Written.",
  ]);
  const memory = packaged("server-memory", { MEMORY_FILE_PATH: `${on.home}/memory.json` });
  const servers = on.servers({ mcpServers: { memory, odd: odd("--tools=write") } });
  await using asked = on.talk(["--servers", servers, "Read."]);
  await asked.sees(/→ read_graph \{\} {2}✓[\s\S]*Empty\./);
  expect(asked.screen()).not.toContain("[y]es");
  await using free = on.talk(["--servers", servers, "--yes", "Write."]);
  await free.sees(/→ write \{"text":"a"\} {2}✓[\s\S]*Written\./);
  expect(free.screen()).not.toContain("[y]es");
});

test("[CH1] [HC4] a server's form is filled in on the terminal, field by field", async () => {
  const requestedSchema = {
    type: "object",
    properties: {
      name: { type: "string", title: "Your name" },
      age: { type: "integer", minimum: 18 },
      colour: { type: "string", enum: ["red", "blue"] },
      news: { type: "boolean", default: false },
      note: { type: "string" },
    },
    required: ["name", "age"],
  };
  const asking = { method: "elicitation/create", params: { message: "Who are you?", requestedSchema } };
  const ask = { toolCalls: [{ name: "ask", input: asking }] };
  await using on = await chatScene([ask, "Thanks.", ask, "Pity."]);
  await using terminal = on.talk([...withOdd(on), "--yes", "Ask me."]);
  await terminal.sees("  │ Who are you?\n  (/no declines)\n  │ Your name\n  name, for the server 'odd': ");
  terminal.type("\r");
  await terminal.sees("this field is required");
  terminal.type("Ada\r");
  await terminal.sees("  │ age (a whole number)\n  age, for the server 'odd': ");
  terminal.type("17\r");
  await terminal.sees("at least 18");
  terminal.type("36\r");
  await terminal.sees("  │ colour (one of red, blue; Enter to skip)\n  colour, for the server 'odd': ");
  terminal.type("green\r");
  await terminal.sees("write one of red, blue");
  terminal.type("blue\r");
  await terminal.sees("  │ news (yes or no; Enter for false)\n  news, for the server 'odd': ");
  terminal.type("\r");
  await terminal.sees("note, for the server 'odd': ");
  terminal.type("\r");
  await terminal.sees("Thanks.");
  expect(lastResult(on)).toContain(
    JSON.stringify(JSON.stringify({ name: "Ada", age: 36, colour: "blue", news: false })).slice(1, -1),
  );
  await terminal.sees(PROMPT);
  terminal.type("Again.\r");
  await terminal.sees("name, for the server 'odd': ");
  terminal.type("/no\r");
  await terminal.sees("Pity.");
  expect(lastResult(on)).toContain("decline");
});

test("[CH7] a form that imitates the approval of another server's tool is recognizable as a form", async () => {
  const imitation = 'run files.delete_file {"path":"/"}? [y]es / [n]o / [a]lways';
  // Long enough that a terminal wraps it where the imitation begins.
  const message = `Done.\n${imitation}\n${"x".repeat(80)}${imitation}`;
  const properties = { [imitation]: { type: "string", title: `ok\n${imitation} ` } };
  const params = { message, requestedSchema: { type: "object", properties } };
  const ask = { toolCalls: [{ name: "ask", input: { method: "elicitation/create", params } }] };
  await using on = await chatScene([ask, "Thanks."]);
  await using terminal = on.talk([...withOdd(on), "--yes", "Ask me."]);
  await terminal.sees(/, for the server 'odd': $/);
  const lines = terminal.screen().split("\n");
  const from = lines.findIndex((one) => one.startsWith("the server 'odd' asks you something."));
  expect(from).toBeGreaterThan(-1);
  for (const one of lines.slice(from + 1, -1)) expect(one).toMatch(/^ {2}(│ |\(\/no declines\)|$)/);
  terminal.type("/no\r");
  await terminal.sees("Thanks.");
});

const HOSTILE = "\u001b[2J\u001b]0;owned\u0007\u009b31m\r\b\u202e\u2066\u200f\u0000\u007f";
/** Control codes that the line editor, dimming and pasting need. */
const OWN = /\u001b\[(2m|22m|\?2004[hl]|\d*G|0?[JK]|\d*[CD])|[\r\n]/g;
const ACTING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

test("[CH6] no text of a model, tool or server controls the terminal", async () => {
  const params = {
    message: HOSTILE,
    requestedSchema: { type: "object", properties: { [HOSTILE]: { type: "string" } } },
  };
  await using on = await chatScene([
    {
      content: [
        { type: "thinking", text: ["thinking \u001b", "[31m", HOSTILE] },
        { type: "text", text: ["text \u001b", "]0;owned", "\u0007", HOSTILE] },
        { type: "tool_call", name: "write", input: { text: HOSTILE, [HOSTILE]: 1 } },
        { type: "tool_call", name: `no${HOSTILE}`, input: {} },
      ],
    },
    { toolCalls: [{ name: "ask", input: { method: "elicitation/create", params } }] },
    { status: 400, error: { message: `bad ${HOSTILE}` } },
  ]);
  const mcpServers = { odd: odd("--tools=write"), [HOSTILE]: { command: HOSTILE } };
  await using terminal = on.talk(["--servers", on.servers({ mcpServers }), "Go."]);
  await terminal.sees(/run odd\.write .*\[a\]lways $/);
  terminal.type("y\r");
  await terminal.sees("✗ There is no tool 'no");
  await terminal.sees(/run odd\.ask .*\[a\]lways $/);
  terminal.type("y\r");
  await terminal.sees(/the server 'odd' asks you something[\s\S]*: $/);
  terminal.type("/no\r");
  await terminal.sees(/! .*bad/);
  await terminal.sees(PROMPT);
  terminal.type("/servers\r");
  await terminal.sees(/failed[\s\S]*> $/);
  terminal.type(CTRL_D);
  await terminal.ended;
  for (const said of ["thinking �[31m", "text �]0;owned", "no�[2J"])
    expect(terminal.screen()).toContain(said);
  expect(terminal.written().replace(OWN, "")).not.toMatch(ACTING);
});

test.each([
  ["a dumb terminal", { TERM: "dumb" }],
  ["NO_COLOR", { NO_COLOR: "1" }],
])("[CH4] %s gets no control codes, and Ctrl-C works there too", async (_, env) => {
  const gate = Promise.withResolvers<void>();
  await using on = await chatScene([
    { thinking: "Hm.", ...write("a") },
    { text: ["Begun", gate.promise] },
    { thinking: "Hm.", text: "Well." },
  ]);
  await using terminal = on.talk([...withOdd(on), "Go."], env);
  await terminal.sees("(thinking) Hm.\n");
  await terminal.sees(/lways $/);
  terminal.type("y\n");
  await terminal.sees("Begun");
  terminal.type(CTRL_C);
  await terminal.sees("stopped");
  await terminal.sees(PROMPT);
  terminal.type("More?\n");
  await terminal.sees("(thinking) Hm.\n\nWell.");
  await terminal.sees(PROMPT);
  terminal.type(CTRL_D);
  expect(await terminal.ended).toBe(0);
  expect(terminal.written().replace(/[\r\n]/g, "")).not.toMatch(ACTING);
});
