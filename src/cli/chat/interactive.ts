import { addUsage, NO_USAGE } from "../../host/message-answer.ts";
import type { MessageStream } from "../../host/message-stream.ts";
import { Failure } from "../../ledger/index.ts";
import { CommandFailure } from "../command.ts";
import { line } from "../table.ts";
import { readCommand } from "./commands.ts";
import type { Keyboard } from "./keyboard.ts";
import { type Chat, oneLine } from "./open-chat.ts";
import type { Style } from "./style.ts";
import type { TerminalLock } from "./terminal-lock.ts";
import type { TurnView } from "./turn-view.ts";
import { usageLine } from "./usage-line.ts";

/** The terminal side of a conversation. */
export interface ChatScreen {
  readonly keyboard: Keyboard;
  readonly style: Style;
  readonly terminalLock: TerminalLock;
  /** A new view for each message. */
  readonly openView: () => TurnView;
}

/** Reads messages and commands until the input ends. Returns whether the last message failed. */
export async function converse(chat: Chat, first: string | undefined, screen: ChatScreen): Promise<boolean> {
  const { terminal } = chat;
  const { keyboard, style } = screen;
  const say = (text: string) => terminal.out(`${style.dim(text)}\n`);
  let failed = false;
  say(greeting(chat));
  if (first !== undefined) failed = await message(chat, first, screen);
  for (;;) {
    const text = await keyboard.next("> ");
    if (text === undefined) break;
    if (text.trim() === "") continue;
    try {
      const found = readCommand(text);
      const result = await found?.command.run(chat, found.argument);
      if (result === undefined) failed = await message(chat, text, screen);
      else if ("quit" in result) break;
      else if ("say" in result) say(result.say);
      else failed = await work(chat, result.work, screen);
    } catch (error) {
      if (error instanceof CommandFailure) say(`! ${error.message}`);
      else if (error instanceof Failure) say(`! ${oneLine(error)}`);
      else throw error;
    }
  }
  if (chat.session.messages.length > 0) say(`clew chat --resume ${line(chat.session.id)}`);
  return failed;
}

function message(chat: Chat, text: string, screen: ChatScreen): Promise<boolean> {
  const { parts, session } = chat;
  return work(chat, (signal) => parts.manager.sendMessageStream(session.id, text, { signal }), screen);
}

/** Shows a message stream; Ctrl-C aborts it. */
async function work(
  { terminal, session }: Chat,
  begin: (signal: AbortSignal) => MessageStream,
  { keyboard, style, terminalLock, openView }: ChatScreen,
): Promise<boolean> {
  const stop = new AbortController();
  const view = openView();
  let [usage, cost, turns, failed] = [NO_USAGE, undefined as number | undefined, 0, false];
  keyboard.onInterrupt(() => stop.abort());
  try {
    for await (const chunk of begin(stop.signal)) {
      // Nothing is printed while the user is being asked.
      await terminalLock.idle();
      view.show(chunk);
      if (chunk.type === "error") failed ||= chunk.fatal;
      if (chunk.type !== "usage") continue;
      turns += 1;
      usage = addUsage(usage, chunk.usage);
      if (chunk.cost !== undefined) cost = (cost ?? 0) + chunk.cost;
    }
  } finally {
    view.rest();
    keyboard.onInterrupt(undefined);
  }
  const used = usageLine({ usage, ...(cost !== undefined && { cost }) }, session.remaining());
  if (turns > 0) terminal.out(`${style.dim(used)}\n`);
  return failed;
}

function greeting({ session }: Chat): string {
  const { length } = session.messages;
  const tools = session.tools();
  const servers = session.servers().map(({ name, state }) => {
    const count = tools.filter(({ server }) => server === name).length;
    return state === "ready"
      ? `${line(name, 40)} (${count} tools)`
      : `${line(name, 40)} (${state}, see /servers)`;
  });
  const resumed = length === 0 ? [] : [`resumed after ${length} ${length === 1 ? "message" : "messages"}`];
  const open = session.messages.at(-1)?.role === "user" ? ["/continue resumes the last message"] : [];
  const parts = [line(String(session.llmConfig.model)), ...servers, ...resumed, ...open, "/help"];
  return parts.join(" · ");
}
