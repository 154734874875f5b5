import { text } from "node:stream/consumers";
import { fillForm } from "./chat/fill-form.ts";
import { converse } from "./chat/interactive.ts";
import { type Keyboard, openKeyboard } from "./chat/keyboard.ts";
import { type ChatOpening, prepareChat } from "./chat/open-chat.ts";
import { print } from "./chat/print.ts";
import { styleOf } from "./chat/style.ts";
import { createTerminalLock } from "./chat/terminal-lock.ts";
import { createTurnView, type TurnView } from "./chat/turn-view.ts";
import { CommandFailure, type DefineCommand } from "./command.ts";
import { stopSignal } from "./notebook/stop-signal.ts";
import { ledgerSettings, modelSettings, withSettings } from "./settings.ts";
import { line } from "./table.ts";

type Flags = ChatOpening["flags"] & { readonly print?: boolean; readonly json?: boolean };

/** `clew chat`: an agent at the terminal or in a script; its reasoning is recorded in the ledger. */
export const chat: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("chat [message...]")
    .description("chat with a model that has tools, at the terminal or in a script");
  withSettings(command, [...ledgerSettings, ...modelSettings])
    .option("--system <text>", "instructions for the model; @file reads them from a file")
    .option(
      "--servers <file>",
      "JSON with mcpServers, max_tool_calls, limits, thinking (default: chat.json in the data home)",
    )
    .option("--no-clew", "do not offer Clew's own tools")
    .option("--limit <number>", "tool calls per message; 0 means none")
    .option("--no-thinking", "turn thinking off, if the model allows it")
    .option("--resume <session>", "continue a session")
    .option("--yes", "run every tool without asking")
    .option("--print", "answer one message, from the arguments or stdin, on stdout")
    .option("--json", "with --print: one object")
    .action(async (words: string[], flags: Flags) => {
      if (flags.json && !flags.print) throw new CommandFailure("--json requires --print", 2);
      const message = words.join(" ").trim() || undefined;
      const opening = { terminal, services, flags };
      if (flags.print) await answerOnce(opening, message, flags.json === true);
      else await holdConversation(opening, message);
    });
};

async function answerOnce(opening: ChatOpening, first: string | undefined, json: boolean): Promise<void> {
  await using prepared = await prepareChat(opening);
  const message = first ?? (await text(process.stdin));
  if (message.trim() === "") throw new CommandFailure("the message is missing", 2);
  const opened = await prepared.open();
  // Before this, a signal ends the program as usual.
  using stop = stopSignal();
  await print(opened, message, json, stop.signal);
}

async function holdConversation(opening: ChatOpening, first: string | undefined): Promise<void> {
  const { terminal } = opening;
  const { stdin: input, stdout: output } = process;
  const style = styleOf(terminal, () => output.columns);
  const isPerson = input.isTTY === true;
  let view: TurnView | undefined;
  let keyboard: Keyboard | undefined;
  const terminalLock = createTerminalLock(() => view?.rest());
  const ask = async (question: string, signal: AbortSignal) => keyboard?.answer(question, signal);
  const asked: Pick<ChatOpening, "ask" | "elicit" | "signIn" | "width"> = {
    width: style.width,
    ask: (question, signal) => terminalLock.hold(() => ask(question, signal)),
    elicit: (question, signal) =>
      terminalLock.hold(() => fillForm(question, signal, { ask, out: terminal.out, width: style.width })),
    signIn: (server, page) =>
      terminalLock.hold(async () =>
        terminal.out(`${line(server, 64)} asks you to sign in. Open this page:\n  ${line(page.href)}\n`),
      ),
  };
  await using prepared = await prepareChat({ ...opening, ...(isPerson && asked) });
  if (isPerson && prepared.servers.length > 0)
    terminal.out(`${style.dim(`starting ${line(prepared.servers.join(", "))}`)}\n`);
  const opened = await prepared.open();
  // Before this, Ctrl-C ends the program as usual.
  using keys = openKeyboard({ input, output, plain: style.plain });
  keyboard = keys;
  const openView = () => {
    view = createTurnView(terminal.out, style);
    return view;
  };
  const failed = await converse(opened, first, { keyboard: keys, style, terminalLock, openView });
  // With piped input, the exit code reports the failure.
  if (failed && !isPerson) process.exitCode = 1;
}
