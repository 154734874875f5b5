import { dataHome, findDestination, shownPath } from "../files/destination.ts";
import { writeInside } from "../files/write-inside.ts";
import { exportChain, Failure, numbered, sessionIdFor } from "../ledger/index.ts";
import { allThoughts, type SessionRecord, type Store } from "../store/port.ts";
import { actingIn, handleKey, handleRequired } from "./handle-key.ts";
import { type Author, sessionNotFound } from "./record.ts";

/** Which session to export, and where to. */
export interface ChainExport {
  readonly sessionId?: string | undefined;
  /** A folder; by default `exports` in the data home. */
  readonly destination?: string | undefined;
}

/** The result of an export. */
export interface ExportedChain {
  readonly sessionId: string;
  /** Relative to the data home if it is inside. */
  readonly path: string;
  readonly format: "SessionExport";
  readonly thoughts: number;
  readonly bytes: number;
}

/** What an export needs. */
interface ExportContext extends ExportObserver {
  readonly store: Store;
  readonly home: string;
  readonly now: () => number;
}

/** How a caller follows and cancels a long export. */
export interface ExportObserver {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => Promise<void>;
}

/** How many thoughts there are between progress reports. */
const PROGRESS_EVERY = 5_000;

/** Writes a session as a `SessionExport` to a new file, under the data home or the root that its author has bound. */
export async function exportChainFile(
  context: ExportContext,
  caller: Author,
  order: ChainExport,
): Promise<ExportedChain> {
  const { store, signal } = context;
  const author = actingIn(caller, order.sessionId);
  const session = await findSession(context, author, order.sessionId?.trim());
  const home = await dataHome(context.home);
  const { root } = await store.handle(handleKey(author.handle)!);
  const destination = order.destination?.trim();
  const place = destination
    ? await findDestination(home, root, destination)
    : { root: home, path: "exports" };
  const exportedAt = new Date(context.now()).toISOString();
  // The pieces are the head, each thought, and the end.
  let written = -1;
  const pieces = exportChain(session, () => allThoughts(store, session.id), exportedAt);
  async function* counted() {
    for await (const piece of pieces) {
      if (++written % PROGRESS_EVERY === 0 && written > 0)
        await context.progress?.(written, Math.max(written, session.thoughtCount));
      yield piece;
    }
  }
  const names = fileNames(session.id, exportedAt);
  const { path, bytes } = await writeInside(
    { home, root: place.root, folder: place.path, names },
    counted(),
    signal,
  );
  return {
    sessionId: session.id,
    path: shownPath(home, path),
    format: "SessionExport",
    thoughts: written - 1,
    bytes,
  };
}

async function findSession(
  { store }: ExportContext,
  author: Author,
  named: string | undefined,
): Promise<SessionRecord> {
  const key = handleKey(author.handle);
  if (key === undefined) throw await handleRequired(store, author.handle, "export_reasoning_chain");
  // `think` has its own session for each handle, named after the handle.
  const ids = named
    ? [sessionIdFor(named)]
    : [(await store.handle(key)).lastSessionId, sessionIdFor(author.handle.text)];
  for (const id of ids) {
    const session = id === undefined ? undefined : await store.session(id);
    if (session) return session;
  }
  if (named) throw sessionNotFound(named);
  throw new Failure("SESSION_NOT_FOUND", {});
}

function* fileNames(sessionId: string, exportedAt: string): Generator<string> {
  const base = `${sessionId}-${exportedAt.replace(/[:.]/g, "-")}`;
  for (let attempt = 1; ; attempt++) yield `${numbered(base, attempt)}.json`;
}
