import { CommandFailure, type Terminal } from "../command.ts";
import { changeFile } from "./change-file.ts";
import type { Client } from "./clients.ts";
import type { ConnectRequest } from "./connect-request.ts";
import { Refusal } from "./format.ts";
import { newlineOf } from "./json-edit.ts";
import { joinPath } from "./locations.ts";
import type { Plan } from "./plan.ts";

const BEGIN = "<!-- clew: begin -->";
const END = "<!-- clew: end -->";

/** The lines for a client's instructions file. They say when to think in Clew, since agents rarely do so unasked. */
const LINES = [
  BEGIN,
  "## Reasoning in Clew",
  "",
  "Record your reasoning with the MCP tool `thoughtbox` of Clew before an irreversible step, when choosing between options, after a surprise and when resuming work. Use the name of the working folder as `project`.",
  "At the start of a task, look with `recall` for earlier reasoning of this project, and continue an unfinished session with its `sessionId`.",
  END,
];

/** Adds the lines to a client's instructions file, or removes them. Throws a `CommandFailure`. */
export async function changeInstructions(
  client: Client,
  request: ConnectRequest,
  terminal: Terminal,
  now: Date,
): Promise<void> {
  const { isRemoval } = request;
  const path = instructionsPath(client, request.isProject, terminal);
  if (path === undefined)
    throw new CommandFailure(
      `${client.title} has no instructions file ${client.instructions ? "for the user; add --project" : "that Clew knows"}.`,
    );
  const change = {
    title: client.title,
    path,
    plan: (text: string) => (isRemoval ? planWithout(text) : planWith(text)),
    unchanged: isRemoval ? "has no instructions of Clew" : "has these instructions already",
    done: isRemoval
      ? "the instructions are removed."
      : "the instructions are added; `clew connect --instructions --remove` removes them.",
    foreign: "",
  };
  await changeFile(change, request, terminal, now);
}

/** The instructions file of a client, if it has one here. */
export function instructionsPath(
  { instructions }: Client,
  isProject: boolean,
  terminal: Terminal,
): string | undefined {
  if (!instructions) return undefined;
  return isProject
    ? joinPath(terminal, terminal.workingFolder, instructions.projectFile)
    : instructions.userFile?.(terminal);
}

function planWith(text: string): Plan {
  const newline = newlineOf(text);
  const block = LINES.join(newline) + newline;
  const found = findBlock(text);
  // One line break before the lines, whether or not the file ends with one: removing both restores the file exactly.
  const changed = found
    ? text.slice(0, found.start) + block + text.slice(found.end)
    : text + (text === "" ? "" : newline) + block;
  return changed === text ? { kind: "none" } : { kind: "change", text: changed };
}

function planWithout(text: string): Plan {
  const found = findBlock(text);
  if (!found) return { kind: "none" };
  const before = text.slice(0, found.start).replace(/\r?\n$/, "");
  return { kind: "change", text: before + text.slice(found.end) };
}

/** The range of the lines in a file, including the line break after them. */
function findBlock(text: string): { readonly start: number; readonly end: number } | undefined {
  const start = text.indexOf(BEGIN);
  if (start < 0) return undefined;
  const end = text.indexOf(END, start);
  if (end < 0) throw new Refusal(`has "${BEGIN}" without "${END}"; remove that line by hand`);
  const after = end + END.length;
  const newline = /^\r?\n/.exec(text.slice(after, after + 2))?.[0] ?? "";
  return { start, end: after + newline.length };
}
