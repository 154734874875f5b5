import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { MessageStream } from "../../host/message-stream.ts";
import { exportMarkdown } from "../../ledger/index.ts";
import { writeNote } from "../../sessions/notes.ts";
import { allThoughts } from "../../store/port.ts";
import { CommandFailure } from "../command.ts";
import { placeOf, userName, writtenLine } from "../note.ts";
import { writeWhole } from "../sessions/write-whole.ts";
import { line, table } from "../table.ts";
import { type Chat, setLimit } from "./open-chat.ts";
import { readLimit } from "./session-config.ts";
import { leftLine } from "./usage-line.ts";

/** The result of a command: text to show, a message stream, or the end. */
export type CommandResult =
  | { readonly say: string }
  | { readonly work: (signal: AbortSignal) => MessageStream }
  | { readonly quit: true };

/** A command of the chat. */
export interface ChatCommand {
  readonly usage: string;
  readonly help: string;
  run(chat: Chat, argument: string): Promise<CommandResult> | CommandResult;
}

/** The commands of the chat, in the order of the help. */
const commands: Readonly<Record<string, ChatCommand>> = {
  limit: {
    usage: "/limit [N]",
    help: "show the limits, or set the tool calls per message",
    run: async (chat, argument) => {
      if (argument !== "") await setLimit(chat, readLimit("/limit", argument));
      return { say: limits(chat) };
    },
  },
  model: {
    usage: "/model [NAME]",
    help: "show the model, or switch to another",
    async run({ parts, session }, argument) {
      if (argument !== "") await parts.manager.switchModel(session.id, argument);
      return { say: line(String(session.llmConfig.model)) };
    },
  },
  continue: {
    usage: "/continue",
    help: "continue the last message after a limit, with the same amount again",
    run: ({ session }) => ({ work: (signal) => session.continue(undefined, { signal }) }),
  },
  export: {
    usage: "/export [FILE]",
    help: "write the session as Markdown (default: exports/ in the data home)",
    run: async (chat, argument) => ({ say: `written to ${line(await exportSession(chat, argument))}` }),
  },
  note: {
    usage: "/note SESSION[#N] TEXT",
    help: "write a note to the agent of another session, or about one of its thoughts",
    run: async (chat, argument) => ({ say: await sendNote(chat, argument) }),
  },
  servers: {
    usage: "/servers",
    help: "show the state of the servers",
    run: (chat) => ({ say: servers(chat) }),
  },
  session: {
    usage: "/session",
    help: "show the session's id",
    run: ({ session }) => ({ say: line(session.id) }),
  },
  help: { usage: "/help", help: "show this list", run: () => ({ say: help() }) },
  quit: {
    usage: "/quit",
    help: "end the chat; also Ctrl-C or Ctrl-D at an empty prompt",
    run: () => ({ quit: true }),
  },
};

/** Parses a line as a command with its argument; undefined if the line is a message. */
export function readCommand(
  text: string,
): { readonly command: ChatCommand; readonly argument: string } | undefined {
  const [, name, argument = ""] = /^\/([A-Za-z]+)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  if (name === undefined) return;
  const command = Object.hasOwn(commands, name.toLowerCase()) ? commands[name.toLowerCase()] : undefined;
  if (command) return { command, argument: argument.trim() };
  const known = Object.keys(commands).map((one) => `/${one}`);
  throw new CommandFailure(`/${line(name, 40)} is unknown. Commands: ${known.join(", ")}`);
}

function limits({ session }: Chat): string {
  const { max_tool_calls: calls, limits: others } = session.llmConfig;
  if (calls === undefined && others === undefined)
    return "no limits; /limit N limits the tool calls per message";
  const given = { ...(calls !== undefined && { max_tool_calls: calls }), ...(others && { limits: others }) };
  const left = leftLine(session.remaining());
  return `${line(JSON.stringify(given))}${left === "" ? "" : `\nleft: ${left}`}`;
}

async function exportSession({ parts, terminal, session }: Chat, argument: string): Promise<string> {
  const found = await parts.store.session(session.id);
  if (!found) throw new CommandFailure("nothing to export yet: send a message first");
  const { windowStart: _, thoughtCount: __, branchCount: ___, ...plain } = found;
  const exports = join(parts.home, "exports");
  if (argument === "") mkdirSync(exports, { recursive: true, mode: 0o700 });
  const file =
    argument === "" ? join(exports, `${session.id}.md`) : resolve(terminal.workingFolder, argument);
  await writeWhole(
    parts.home,
    file,
    exportMarkdown({ ...plain, notes: await parts.store.notes(session.id, {}) }, () =>
      allThoughts(parts.store, session.id),
    ),
  );
  return file;
}

async function sendNote({ parts, terminal }: Chat, argument: string): Promise<string> {
  const end = argument.search(/\s/);
  const [place, text] = [argument.slice(0, end), argument.slice(end).trim()];
  if (end < 0 || text === "")
    throw new CommandFailure("usage: /note SESSION[#N] TEXT. `clew sessions list` shows the sessions");
  const { sessionId, thought } = placeOf(place);
  const author = userName(terminal.env);
  return writtenLine(await writeNote(parts.store, sessionId, { text, thought, author }));
}

function servers({ session }: Chat): string {
  const tools = session.tools();
  const rows = session.servers().map(({ name, state, revision = "", error = "" }) => {
    const count = tools.filter(({ server }) => server === name).length;
    return [line(name, 40), state, String(count), line(revision, 20), line(error, 200)];
  });
  return rows.length === 0
    ? "no servers"
    : table(["SERVER", "STATE", "TOOLS", "PROTOCOL", ""], rows).trimEnd();
}

function help(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length));
  const rows = Object.values(commands).map(({ usage, help: text }) => `${usage.padEnd(width)}  ${text}`);
  return `${rows.join("\n")}\nCtrl-C stops an answer. Pasted lines are one message.`;
}
