import { isDeepStrictEqual } from "node:util";
import { applyEdits, type JSONPath, modify } from "jsonc-parser";
import type { Terminal } from "../command.ts";
import { changeFile } from "./change-file.ts";
import type { ConnectRequest } from "./connect-request.ts";
import { Refusal } from "./format.ts";
import { indentStep, newlineOf } from "./json-edit.ts";
import { parseJsonc } from "./jsonc.ts";
import { claudeSettingsFolder, codexFolder, geminiFolder, joinPath } from "./locations.ts";
import type { Plan } from "./plan.ts";

/** Where a client keeps its hooks, and which of its events `clew hook` answers. */
export interface ClientHooks {
  readonly userFile: (terminal: Terminal) => string;
  readonly projectFile: readonly string[];
  readonly events: readonly ClientEvent[];
  /** The next step for the user. */
  readonly next: string;
}

interface ClientEvent {
  /** The client's name of the event. */
  readonly name: string;
  /** The event of `clew hook`. */
  readonly answers: "session-start" | "pre-compact" | "stop";
  readonly matcher?: string;
  readonly timeout: number;
}

const MATCHER = "startup|resume|compact";

/** Hooks of Claude Code, for users who do not install the plugin. */
export const claudeHooks: ClientHooks = {
  userFile: (terminal) => joinPath(terminal, claudeSettingsFolder(terminal), "settings.json"),
  projectFile: [".claude", "settings.json"],
  events: [
    { name: "SessionStart", answers: "session-start", matcher: MATCHER, timeout: 10 },
    { name: "PreCompact", answers: "pre-compact", timeout: 10 },
    { name: "Stop", answers: "stop", timeout: 20 },
  ],
  next: "They run from the next session on.",
};

/** Hooks of Codex, which has the events of Claude Code. */
export const codexHooks: ClientHooks = {
  ...claudeHooks,
  userFile: (terminal) => joinPath(terminal, codexFolder(terminal), "hooks.json"),
  projectFile: [".codex", "hooks.json"],
  next: "Codex asks for approval before it runs them.",
};

/** Hooks of Gemini CLI, which measures in milliseconds and has an event of its own before a compression. */
export const geminiHooks: ClientHooks = {
  userFile: (terminal) => joinPath(terminal, geminiFolder(terminal), "settings.json"),
  projectFile: [".gemini", "settings.json"],
  events: [
    { name: "SessionStart", answers: "session-start", timeout: 10_000 },
    { name: "PreCompress", answers: "pre-compact", timeout: 10_000 },
  ],
  next: "They run from the next session on.",
};

/** A group of hooks of one event, as all three clients write it. */
interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly { readonly type: "command"; readonly command: string; readonly timeout: number }[];
}

/** Adds our hooks to the client's file, or removes them. Throws a `CommandFailure`. */
export async function changeHooks(
  title: string,
  hooks: ClientHooks,
  request: ConnectRequest,
  terminal: Terminal,
  now: Date,
): Promise<void> {
  const { isRemoval, isProject } = request;
  const path = isProject
    ? joinPath(terminal, terminal.workingFolder, ...hooks.projectFile)
    : hooks.userFile(terminal);
  const command = (event: string) => request.hookCommand(event, title);
  const change = {
    title,
    path,
    plan: (text: string) => (isRemoval ? planWithoutHooks(text) : planHooks(text, hooks, command)),
    unchanged: isRemoval ? "has no hooks of Clew" : "has these hooks already",
    done: isRemoval ? "the hooks are removed." : `the hooks are added. ${hooks.next}`,
    foreign: "",
  };
  await changeFile(change, request, terminal, now);
}

/** Plans to add our hooks to a file; `command` is the shell command of an event. Hooks of others stay. */
function planHooks(text: string, { events }: ClientHooks, command: (event: string) => string): Plan {
  const wanted = events.map(({ name, answers, matcher, timeout }) => {
    const hooks: HookGroup["hooks"] = [{ type: "command", command: command(answers), timeout }];
    return { name, group: { ...(matcher !== undefined && { matcher }), hooks } };
  });
  const isThere = wanted.every(({ name, group }) =>
    groupsIn(text, name).some((one) => isDeepStrictEqual(one, group)),
  );
  if (isThere) return { kind: "none" };
  let changed = withoutOurs(text);
  for (const { name, group } of wanted)
    changed = edit(changed, ["hooks", name, groupsIn(changed, name).length], group);
  return { kind: "change", text: checked(text, changed) };
}

/** Plans to remove our hooks. */
function planWithoutHooks(text: string): Plan {
  const changed = withoutOurs(text);
  return changed === text ? { kind: "none" } : { kind: "change", text: checked(text, changed) };
}

function withoutOurs(text: string): string {
  let changed = text;
  for (const name of Object.keys(hooksIn(text))) {
    const groups = groupsIn(changed, name);
    const ours = groups.flatMap((group, at) => (isOurs(group) ? [at] : []));
    if (ours.length === 0) continue;
    if (ours.length === groups.length) changed = edit(changed, ["hooks", name], undefined);
    else for (const at of ours.reverse()) changed = edit(changed, ["hooks", name, at], undefined);
  }
  const isEmptied = changed !== text && Object.keys(hooksIn(changed)).length === 0;
  return isEmptied ? edit(changed, ["hooks"], undefined) : changed;
}

/** Whether every hook of a group calls `clew hook`. */
function isOurs(group: unknown): boolean {
  const hooks = (group as Partial<HookGroup> | null)?.hooks;
  if (!Array.isArray(hooks) || hooks.length === 0) return false;
  return hooks.every((hook) => {
    const command = String(hook?.command);
    const isHook = / hook (session-start|pre-compact|stop)\b/.test(command);
    return isHook && /\bclew\b|--client /.test(command);
  });
}

/** Refuses an edit that would change anything but our hooks. */
function checked(before: string, after: string): string {
  const rest = (text: string) => documentOf(withoutOurs(text));
  if (isDeepStrictEqual(rest(after), rest(before))) return after;
  throw new Refusal(
    "cannot be edited without other changes; see `clew hook --help` to add the hooks by hand",
  );
}

function documentOf(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  const { value } = parseJsonc(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal("the document is not an object");
  return value as Record<string, unknown>;
}

function hooksIn(text: string): Readonly<Record<string, unknown>> {
  const { hooks } = documentOf(text);
  if (hooks === undefined) return {};
  if (typeof hooks !== "object" || hooks === null || Array.isArray(hooks))
    throw new Refusal('"hooks" is not an object');
  return hooks as Record<string, unknown>;
}

function groupsIn(text: string, event: string): readonly unknown[] {
  const groups = hooksIn(text)[event];
  if (groups === undefined) return [];
  if (!Array.isArray(groups)) throw new Refusal(`"hooks.${event}" is not a list`);
  return groups;
}

function edit(text: string, path: JSONPath, value: unknown): string {
  const root = text.trim() === "" ? undefined : parseJsonc(text);
  const step = root ? indentStep(text, root, root) : "  ";
  const formattingOptions = {
    insertSpaces: !step.startsWith("\t"),
    tabSize: step.startsWith("\t") ? 1 : step.length,
    eol: newlineOf(text),
    insertFinalNewline: root === undefined,
  };
  return applyEdits(
    text,
    modify(text, path, value, { formattingOptions, isArrayInsertion: value !== undefined }),
  );
}
