import { realpath, stat } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isInside } from "../files/inside.ts";
import { DEFAULT_PROJECT, Failure, type NewSession, oneLine, sessionIdFor } from "../ledger/index.ts";
import type { HandleState, SessionState, Store } from "../store/port.ts";
import { type Author, handleKey, sessionNotFound } from "./record.ts";

/** Where a caller of the gateway stands. */
export interface Standing {
  readonly key: string;
  readonly state: HandleState;
  readonly session?: SessionState;
  /** The session's stage; 0 without a session. */
  readonly stage: number;
}

/** Finds where a caller stands: in the session that it names, which must exist, or in the one that it has open. */
export async function findStanding(store: Store, author: Author, sessionId?: string): Promise<Standing> {
  const key = handleKey(author.handle);
  const state = await store.handle(key);
  const named = sessionId?.trim();
  const id = named ? sessionIdFor(named) : (state.sessionId ?? key);
  const session = await store.session(id);
  if (named && !session) throw sessionNotFound(named);
  return { key, state, ...(session && { session }), stage: session?.stage ?? 0 };
}

/** Opens a session where the caller stands, and has it open from then on. */
export async function startNew(
  store: Store,
  standing: Standing,
  wanted: NewSession,
  idempotency?: Author["idempotency"],
): Promise<SessionState> {
  const { project, task, aspect } = standing.state;
  const described = {
    ...(project !== undefined && { project }),
    ...(task !== undefined && { task }),
    ...(aspect !== undefined && { aspect }),
    ...wanted,
    title: oneLine(wanted.title),
  };
  const session = await store.openSession(described, idempotency);
  await enter(store, standing, session);
  return store.changeSession(session.id, { stage: 1 });
}

/** Has an existing session open from now on. */
export async function resume(store: Store, standing: Standing): Promise<SessionState> {
  const session = standing.session!;
  await enter(store, standing, session);
  return session.stage >= 1 ? session : store.changeSession(session.id, { stage: 1 });
}

/** The caller has the session open, and stands where it is. */
async function enter(
  store: Store,
  { key }: Standing,
  { id, project, task = "", aspect = "" }: SessionState,
): Promise<void> {
  await store.moveHandle(key, { sessionId: id, project, task, aspect });
}

/** The levels of the hierarchy, outermost first. */
export const LEVELS = ["project", "task", "aspect"] as const;
export type Level = (typeof LEVELS)[number];

/** Moves the caller within the hierarchy; what lies below the level it moves is left behind. */
export async function navigate(
  store: Store,
  standing: Standing,
  to: Level,
  value: string,
): Promise<Location> {
  const below = LEVELS.slice(LEVELS.indexOf(to) + 1).map((level) => [level, ""]);
  const state = await store.moveHandle(standing.key, { ...Object.fromEntries(below), [to]: oneLine(value) });
  return locationOf(state);
}

/** Where a handle stands in the hierarchy. */
export interface Location {
  readonly project: string;
  readonly task?: string;
  readonly aspect?: string;
}

/** The place of a handle, with the default project. */
export function locationOf({ project = DEFAULT_PROJECT, task, aspect }: HandleState): Location {
  return { project, ...(task !== undefined && { task }), ...(aspect !== undefined && { aspect }) };
}

/** Binds the folder that exports and notebooks of this caller must stay in. */
export async function bindRoot(
  store: Store,
  standing: Standing,
  rootUri: string,
  clientRoots: readonly string[] | undefined,
): Promise<string> {
  const root = await folderOf(rootUri);
  const roots = await Promise.all((clientRoots ?? []).map((uri) => folderOf(uri).catch(() => undefined)));
  if (clientRoots?.length && !roots.some((one) => one !== undefined && isInside(one, root)))
    throw new Failure("ROOT_NOT_ALLOWED", {
      problem: `rootUri must lie inside a folder that the client has opened: ${clientRoots.join(", ")}. Ask list_roots for them.`,
    });
  await store.moveHandle(standing.key, { root });
  return pathToFileURL(root).href;
}

/** The refusal of any root to a caller whose folders are on another machine. */
export function rootsNotBound(): Failure {
  return new Failure("ROOT_NOT_ALLOWED", {
    problem:
      "You are not on the server's machine and can bind none of its folders. Leave it out: exports and notebooks stay in a folder of your own in the data home.",
  });
}

async function folderOf(uri: string): Promise<string> {
  const problem = (text: string) =>
    new Failure("ROOT_NOT_ALLOWED", {
      problem: `rootUri ${text}. Send the file:// URI of an existing folder.`,
    });
  let path: string;
  try {
    path = fileURLToPath(uri);
  } catch {
    throw problem("is no file:// URI");
  }
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isDirectory()) throw problem("names no existing folder");
  return realpath(path);
}
