import { realpathSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { estimateTokens, type Finding, oneLine, sessionIdFor } from "../ledger/index.ts";
import type { ListedSession, SessionFilter, Store } from "../store/port.ts";
import { briefSession } from "./brief.ts";
import { type LintOptions, lintStored } from "./lint.ts";

/** A client's input to a hook. Codex and Gemini CLI use the same field names as Claude Code. */
export interface HookInput {
  readonly cwd: string;
  /** The folder in which the client was started; the agent may have gone to one below it since. */
  readonly projectFolder?: string | undefined;
  /** The client's own id of its session. */
  readonly sessionId?: string | undefined;
  /** Why the session starts, or what caused the compaction. */
  readonly cause?: string | undefined;
  /** A stop hook has blocked already. */
  readonly hasBlocked: boolean;
  /** The client's name for people. */
  readonly client: string;
}

/** The most tokens that a session's start adds to the context. */
const MOST_TOKENS = 600;
const MOST_NOTES = 5;
/** A session's start must not wait: of a longer session, the brief reads this many thoughts. */
const MOST_THOUGHTS = 100;
/** The most findings that a block lists. */
const MOST_FINDINGS = 10;

/** Variables in which clients name the folder in which they were started. */
const PROJECT_FOLDERS = ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"];

/** Parses a hook's JSON; undefined if it is not one, or names no folder. */
export function readHookInput(
  json: string,
  client = "Claude Code",
  env: Readonly<Record<string, string | undefined>> = {},
): HookInput | undefined {
  const given: unknown = JSON.parse(json);
  if (typeof given !== "object" || given === null) return undefined;
  const {
    cwd,
    session_id: sessionId,
    source,
    trigger,
    stop_hook_active: blocked,
  } = given as Record<string, unknown>;
  if (typeof cwd !== "string" || cwd === "") return undefined;
  const cause = typeof source === "string" ? source : trigger;
  const folder = resolve(cwd);
  // A client inside of another one inherits the variable of that one.
  const started = PROJECT_FOLDERS.flatMap((name) => env[name] || []).find((one) => isUnder(folder, one));
  return {
    cwd: folder,
    ...(started !== undefined && { projectFolder: resolve(started) }),
    ...(typeof sessionId === "string" && { sessionId }),
    ...(typeof cause === "string" && { cause: oneLine(cause, 40) }),
    hasBlocked: blocked === true,
    client: oneLine(client, 40),
  };
}

function isUnder(folder: string, top: string): boolean {
  return !/^\.\.(?:[\\/]|$)|^(?:[\\/]|[A-Za-z]:)/.test(relative(top, folder));
}

/** The brief of the newest unfinished session of the folder's project, with unanswered notes first. */
export async function sessionStart(store: Store, input: HookInput): Promise<object | undefined> {
  if (input.cause === "clear") return undefined;
  const session = await unfinishedSession(store, input);
  if (!session) return undefined;
  const head = `An unfinished session of this project is in Clew: "${oneLine(session.title, 80)}" (sessionId: ${session.id}).`;
  const notes = (await store.notes(session.id, { open: true })).slice(0, MOST_NOTES);
  const noted = notes.map(
    ({ id, author, text }) => `- ${oneLine(author, 40)}: ${oneLine(text, 240)} (note ${id})`,
  );
  const before = [
    head,
    ...(noted.length > 0 ? ["", "Notes from people, not answered yet:", ...noted] : []),
    "",
  ].join("\n");
  const room = MOST_TOKENS - estimateTokens(before) - 10;
  const options = { mostThoughts: MOST_THOUGHTS, withoutNotes: true };
  const { brief } = room < 60 ? { brief: "" } : await briefSession(store, session.id, room, options);
  return {
    hookSpecificOutput: {
      hookEventName: "SessionStart",
      additionalContext: cutToTokens(`${before}\n${brief}`.trim()),
    },
  };
}

/** Records that the client compacted its context, in the session that it works on. */
export async function preCompact(store: Store, input: HookInput): Promise<undefined> {
  const session = await unfinishedSession(store, input);
  if (!session) return;
  await store.append({
    target: { sessionId: session.id },
    content: `Checkpoint: the client compacts its context here (${input.cause ?? "unknown cause"}).`,
    nextThoughtNeeded: true,
    mode: session.mode,
    source: "library",
    author: input.client,
    metadata: { checkpoint: { cause: input.cause ?? "unknown", thoughts: session.thoughtCount } },
  });
}

/** How `stop` checks a session. */
export interface StopOptions extends LintOptions {
  /** The data home. */
  readonly home: string;
  /** Findings below this level do not block. */
  readonly failOn: "error" | "warning";
}

/**
 * Blocks if the linter finds problems in the session that the client works on, finished or not. Does not block again
 * while the client continues because of a block.
 */
export async function stop(
  store: Store,
  input: HookInput,
  { home, failOn, ...options }: StopOptions,
): Promise<object | undefined> {
  if (input.hasBlocked) return undefined;
  const session = await newestSession(store, input, {});
  if (!session) return undefined;
  const { findings } = await lintStored(store, home, session, options);
  const problems = findings.filter(({ level }) => level === "error" || failOn === "warning");
  return problems.length === 0 ? undefined : { decision: "block", reason: blockReason(session, problems) };
}

function blockReason({ id, title }: ListedSession, problems: readonly Finding[]): string {
  const shown = problems
    .slice(0, MOST_FINDINGS)
    .map(
      ({ rule, thoughtNumber, branchId, message }) =>
        `- ${rule}, thought ${thoughtNumber}${branchId === undefined ? "" : ` of branch ${oneLine(branchId, 40)}`}: ${oneLine(message, 240)}`,
    );
  const more = problems.length - shown.length;
  return [
    `Clew found ${problems.length} ${problems.length === 1 ? "problem" : "problems"} in the reasoning of "${oneLine(title, 80)}" (sessionId: ${id}):`,
    ...shown,
    ...(more > 0 ? [`- and ${more} more: clew lint ${id}`] : []),
    "Correct them in this session, or say why they do not matter, and then stop.",
  ].join("\n");
}

const unfinishedSession = (store: Store, input: HookInput) =>
  newestSession(store, input, { status: "active" });

/** The session that was imported from this run of the client, else the project's newest session with thoughts. */
async function newestSession(
  store: Store,
  { cwd, projectFolder = cwd, sessionId }: HookInput,
  filter: Pick<SessionFilter, "status">,
): Promise<ListedSession | undefined> {
  const own = ["claude-code", "codex", "gemini-cli"].map((program) =>
    sessionIdFor(`${program}-${sessionId}`),
  );
  // The ledger may know the folder by the path that a symbolic link leads to.
  for (const folder of new Set([projectFolder, realPathOf(projectFolder)])) {
    const project = await store.folderProject(folder, oneLine(basename(folder), 100) || "root");
    const newest = project === undefined ? [] : await store.sessions({ ...filter, project, limit: 20 });
    const found =
      newest.find(({ id }) => own.includes(id)) ?? newest.find(({ thoughtCount }) => thoughtCount > 0);
    if (found) return found;
  }
  return undefined;
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // It may be on another machine.
    return folder;
  }
}

/** Cuts a text after a line so that it stays within the token limit. */
function cutToTokens(text: string): string {
  const lines = text.split("\n");
  while (lines.length > 1 && estimateTokens(lines.join("\n")) > MOST_TOKENS) lines.pop();
  return lines.join("\n");
}
