import { realpath, stat } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rootProblem } from "../files/bindable-folder.ts";
import { isInside } from "../files/resolve-inside.ts";
import { DEFAULT_PROJECT, Failure, type NewSession, oneLine, sessionIdFor } from "../ledger/index.ts";
import type { HandleState, SessionRecord, Store } from "../store/port.ts";
import { projectOf } from "./annotations.ts";
import type { FolderProject } from "./folder-project.ts";
import { clientKey, handleKey } from "./handle-key.ts";
import { type Author, sessionNotFound } from "./record.ts";

/** The session and location of a caller of the gateway. */
export interface Location {
  /** The key of its state; absent for a caller without a handle that names no session. */
  readonly key?: string;
  /** The client, if it has no handle. */
  readonly client?: string;
  readonly state: HandleState;
  readonly session?: SessionRecord;
  /** The session's stage; 0 without a session. */
  readonly stage: number;
}

/** Finds the location of a caller: in the session that it names, which must exist, or in its open session. */
export async function findLocation(store: Store, author: Author, sessionId?: string): Promise<Location> {
  const key = handleKey(author.handle);
  if (key === undefined) return { client: clientKey(author.handle)!, state: {}, stage: 0 };
  const state = await store.handle(key);
  const named = sessionId?.trim();
  const id = named ? sessionIdFor(named) : (state.sessionId ?? key);
  const session = await store.session(id);
  if (named && !session) throw sessionNotFound(named);
  return { key, state, session, stage: session?.stage ?? 0 };
}

/** Opens a session at the caller's location and makes it the caller's open session. */
export async function startNew(
  store: Store,
  location: Location,
  options: NewSession,
  author: Author,
  folderProject: FolderProject,
): Promise<SessionRecord> {
  const { project, task, aspect } = location.state;
  const described = {
    ...options,
    title: oneLine(options.title),
    project:
      projectOf(options.project, options.tags) ?? project ?? (await folderProject(author, async () => true)),
    task: options.task ?? task,
    aspect: options.aspect ?? aspect,
    client: location.client,
  };
  const session = await store.openSession(described, author.idempotency);
  await enter(store, location, session);
  return store.changeSession(session.id, { stage: 1 });
}

/** Makes an existing session the caller's open session. */
export async function resume(store: Store, location: Location): Promise<SessionRecord> {
  const session = location.session!;
  await enter(store, location, session);
  return session.stage >= 1 ? session : store.changeSession(session.id, { stage: 1 });
}

/** The caller has the session open and is at its location. */
async function enter(
  store: Store,
  { key }: Location,
  { id, project, task = "", aspect = "" }: SessionRecord,
): Promise<void> {
  // A caller without a handle sends the session's id from now on, which is its handle.
  await store.moveHandle(key ?? id, { sessionId: id, project, task, aspect });
}

/** The levels of the hierarchy, outermost first. */
export const LEVELS = ["project", "task", "aspect"] as const;
export type Level = (typeof LEVELS)[number];

/** Moves the caller within the hierarchy; levels below the one that changes are reset. */
export async function navigate(
  store: Store,
  location: Location,
  to: Level,
  value: string,
): Promise<HierarchyPath> {
  const below = LEVELS.slice(LEVELS.indexOf(to) + 1).map((level) => [level, ""]);
  const state = await store.moveHandle(location.key!, { ...Object.fromEntries(below), [to]: oneLine(value) });
  return hierarchyPath(state);
}

/** The location of a handle in the hierarchy. */
export interface HierarchyPath {
  readonly project: string;
  readonly task?: string;
  readonly aspect?: string;
}

/** The location of a handle, with the default project. */
export function hierarchyPath({ project = DEFAULT_PROJECT, task, aspect }: HandleState): HierarchyPath {
  return { project, task, aspect };
}

/** The folders that decide which roots can be bound. */
export interface RootRules {
  /** The data home. */
  readonly home: string;
  /** Folders that the operator configured: roots inside them can be bound. */
  readonly roots: readonly string[];
}

/** Binds the folder that exports and notebooks of this caller must stay in. */
export async function bindRoot(
  store: Store,
  location: Location,
  rootUri: string,
  clientRoots: readonly string[] | undefined,
  { home, roots }: RootRules,
): Promise<string> {
  const path = pathOf(rootUri);
  const client = (clientRoots ?? []).flatMap((uri) => {
    try {
      return [pathOf(uri)];
    } catch {
      return [];
    }
  });
  const root = await realFolder(path);
  const allowed = await Promise.all([...client, ...roots].map(realFolder));
  const isAllowed = root !== undefined && allowed.some((one) => one !== undefined && isInside(one, root));
  // The same answer for a missing folder and a forbidden one, so that it does not reveal which folders exist.
  if (!isAllowed)
    throw new Failure("ROOT_NOT_ALLOWED", { problem: allowed.length === 0 ? NOTHING_TO_BIND : NOT_INSIDE });
  const problem = await rootProblem(root, home);
  if (problem !== undefined)
    throw new Failure("ROOT_NOT_ALLOWED", { problem: `rootUri ${problem}. ${INSTEAD}` });
  await store.moveHandle(location.key!, { root });
  return pathToFileURL(root).href;
}

const INSTEAD = "Send the file:// URI of a project's folder.";

const NOTHING_TO_BIND =
  "No folder can be bound: the client has not opened any, and the operator has configured none with CLEW_ROOTS. Leave it out: exports and notebooks stay in the data home.";
const NOT_INSIDE =
  "rootUri must be an existing folder inside one that list_roots answers. Ask list_roots, then send the file:// URI of one.";

/** The refusal of any root for a caller whose folders are on another machine. */
export function rootsNotBound(): Failure {
  return new Failure("ROOT_NOT_ALLOWED", {
    problem:
      "You are not on the server's machine and can bind none of its folders. Leave it out: exports and notebooks stay in a folder of your own in the data home.",
  });
}

function pathOf(uri: string): string {
  try {
    const path = fileURLToPath(uri);
    if (!path.includes("\0")) return path;
  } catch {
    // Reported below.
  }
  const problem = "`rootUri` must be a file:// URI. Send the file:// URI of an existing folder.";
  throw new Failure("INVALID_ARGUMENT", { problem });
}

async function realFolder(path: string): Promise<string | undefined> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.isDirectory() ? realpath(path) : undefined;
}
