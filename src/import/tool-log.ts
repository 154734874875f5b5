import { oneLine, redactText } from "../ledger/index.ts";
import { listOf, objectOf, textOf } from "./value.ts";

/** How many different references a thought keeps. */
const MOST_EVIDENCE = 12;
/** How many calls are kept for the thought that follows them. */
const MOST_WAITING = 500;

interface Call {
  readonly tool: string;
  readonly about?: string | undefined;
  readonly isCommand: boolean;
  /** Whether its result can be found by an id. */
  readonly hasResult: boolean;
  /** The exit code, or 0 and 1 for success and failure; absent until there is a result. */
  code?: number;
}

/** The tool calls of one transcript: counted in all, and kept per line until the next thought of that line. */
export function createToolLog() {
  const counts = new Map<string, number>();
  const waiting = new Map<string, Call[]>();
  const open = new Map<string, Call>();
  return {
    counts,
    /** A call on a line of the transcript (`""` is the main one). */
    called(line: string, id: string | undefined, tool: string, input: unknown): void {
      const name = oneLine(tool, 80) || "unknown";
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const call: Call = { tool: name, ...aboutOf(input), hasResult: id !== undefined };
      const calls = waiting.get(line);
      if (!calls) waiting.set(line, [call]);
      else if (calls.length < MOST_WAITING) calls.push(call);
      if (id !== undefined && open.size < MOST_WAITING) open.set(id, call);
    },
    /** The result of a call; `code` is the exit code of a command, if the program keeps it. */
    returned(id: string | undefined, failed: boolean, code?: number): void {
      const call = id === undefined ? undefined : open.get(id);
      if (!call) return;
      call.code = code ?? (failed ? 1 : 0);
      open.delete(id!);
    },
    /** Returns the calls since the last thought of the line; they are the evidence of the next thought. */
    take(line: string): {
      readonly tools?: ReadonlyMap<string, number>;
      readonly evidence?: readonly string[];
    } {
      const all = waiting.get(line);
      // Only calls with a result are evidence; others stay for a later thought, unless the format has no results.
      const calls = all?.filter(({ hasResult, code }) => !hasResult || code !== undefined) ?? [];
      if (calls.length === 0) return {};
      waiting.set(
        line,
        all!.filter((call) => !calls.includes(call)),
      );
      const tools = new Map<string, number>();
      for (const { tool } of calls) tools.set(tool, (tools.get(tool) ?? 0) + 1);
      const references = new Set(calls.flatMap((call) => referenceOf(call) ?? []));
      return { tools, evidence: [...references].slice(0, MOST_EVIDENCE) };
    },
  };
}

function referenceOf({ about, isCommand, code }: Call): string | undefined {
  if (about === undefined) return undefined;
  if (!isCommand) return about;
  return code === undefined ? `cmd: ${about}` : `cmd: ${about} => ${code}`;
}

/** Parses the exit code that a program writes into the text of a command's result. */
export function exitCodeIn(text: string | undefined): number | undefined {
  const found =
    text === undefined
      ? undefined
      : /^(?:Process exited with code |Exit code:? )(\d{1,3})\b/im.exec(text.slice(0, 2000))?.[1];
  return found === undefined ? undefined : Number(found);
}

const PLACES = [
  "file_path",
  "filePath",
  "absolute_path",
  "notebook_path",
  "path",
  "url",
  "uri",
  "target_file",
];
const COMMANDS = ["command", "cmd"];

function aboutOf(input: unknown): { readonly about?: string | undefined; readonly isCommand: boolean } {
  const given = objectOf(input);
  for (const name of COMMANDS) {
    const value = given[name];
    const command =
      textOf(value) ??
      textOf(
        listOf(value)
          .filter((part) => typeof part === "string")
          .join(" "),
      );
    if (command !== undefined) return { about: shortened(command), isCommand: true };
  }
  for (const name of PLACES) {
    const place = textOf(given[name]);
    if (place !== undefined) return { about: shortened(place), isCommand: false };
  }
  return { isCommand: false };
}

function shortened(text: string): string {
  return oneLine(redactText(text.slice(0, 2000).split("\n", 1)[0]!), 200);
}
