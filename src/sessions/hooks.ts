import { basename, resolve } from "node:path";
import { estimateTokens, oneLine, sessionIdFor } from "../ledger/index.ts";
import type { ListedSession, Store } from "../store/port.ts";
import { briefSession } from "./brief.ts";

/** What Claude Code tells a hook. */
export interface HookInput {
  readonly cwd: string;
  /** Claude Code's own id of its session. */
  readonly sessionId?: string | undefined;
  /** Why the session starts, or what caused the compaction. */
  readonly cause?: string | undefined;
  /** A stop hook has blocked already. */
  readonly hasBlocked: boolean;
}

/** The most that a session's start adds to the context. */
const MOST_TOKENS = 600;
const MOST_NOTES = 5;

/** Parses a hook's JSON; undefined if it is not one, or names no folder. */
export function readHookInput(json: string): HookInput | undefined {
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
  return {
    cwd: resolve(cwd),
    ...(typeof sessionId === "string" && { sessionId }),
    ...(typeof cause === "string" && { cause: oneLine(cause, 40) }),
    hasBlocked: blocked === true,
  };
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
  const { brief } = room < 60 ? { brief: "" } : await briefSession(store, session.id, room);
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
    author: "Claude Code",
    metadata: { checkpoint: { cause: input.cause ?? "unknown", thoughts: session.thoughtCount } },
  });
}

/** Blocks once if the session's reasoning has problems. */
export async function stop(_store: Store, _input: HookInput): Promise<object | undefined> {
  return undefined;
}

/** The session that was imported from this very run of the client, else the newest unfinished one of the project. */
async function unfinishedSession(
  store: Store,
  { cwd, sessionId }: HookInput,
): Promise<ListedSession | undefined> {
  const project = await store.folderProject(cwd, oneLine(basename(cwd), 100) || "root");
  if (project === undefined) return undefined;
  const active = await store.sessions({ project, status: "active", limit: 20 });
  const own = sessionId === undefined ? undefined : sessionIdFor(`claude-code-${sessionId}`);
  return active.find(({ id }) => id === own) ?? active.find(({ thoughtCount }) => thoughtCount > 0);
}

/** Cuts a text at a line so that it has at most the tokens that are allowed. */
function cutToTokens(text: string): string {
  const lines = text.split("\n");
  while (lines.length > 1 && estimateTokens(lines.join("\n")) > MOST_TOKENS) lines.pop();
  return lines.join("\n");
}
