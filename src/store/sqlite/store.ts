import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { Failure } from "../../ledger/index.ts";
import { appendUnlessDeleted } from "../append-unless-deleted.ts";
import { MOST_PLACES } from "../client-candidates.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Store, StoreFacts } from "../port.ts";
import { createAppend } from "./append.ts";
import { createCitingThoughts } from "./citing-thoughts.ts";
import { createClientOpenings } from "./client-openings.ts";
import { connect } from "./connect.ts";
import { createConversations } from "./conversation-table.ts";
import { createErase } from "./erase.ts";
import { createExtent } from "./extent.ts";
import { createFactTable } from "./fact-table.ts";
import { translate } from "./failures.ts";
import { createFeed } from "./feed.ts";
import { createFileGuard, type FileGuard } from "./file-guard.ts";
import { createHandleTable } from "./handle-table.ts";
import { createAppendResults } from "./idempotency.ts";
import { createImportThoughts, createProjectFolders } from "./import-thoughts.ts";
import { createInvocations } from "./invocations.ts";
import { lazily } from "./lazily.ts";
import { SCHEMA_VERSION } from "./migrate.ts";
import { createNotes } from "./note-table.ts";
import { createNotebookStore } from "./notebook-store.ts";
import { createOutline } from "./outline.ts";
import { read } from "./read.ts";
import { createReadThoughts } from "./read-thoughts.ts";
import { createSaveCritique } from "./save-critique.ts";
import { createSearch } from "./search.ts";
import { createSessionEnds } from "./session-ends.ts";
import { createSessionTable } from "./session-table.ts";
import { createIndexUpdates } from "./update-indexes.ts";
import { createWatch } from "./watch-writes.ts";
import { createWriter } from "./writer.ts";

/** Opens the ledger in a SQLite file; `:memory:` exists in this process only. */
export async function openSqliteStore(file: string, clock: Clock = systemClock): Promise<Store> {
  const db = await connect(file);
  try {
    return storeOn(db, file, clock);
  } catch (error) {
    db.close();
    throw translate(error);
  }
}

function storeOn(db: DatabaseSync, file: string, clock: Clock): Store {
  const watch = createWatch(db);
  const guard = createFileGuard(db, file);
  const write = createWriter(db, guard, watch.notify);
  const feed = createFeed(db);
  const clients = createClientOpenings(db, clock);
  const sessions = createSessionTable(db, feed, clients, clock);
  const results = createAppendResults(db);
  const facts = lazily(() => createFactTable(db));
  const append = createAppend(db, sessions, results, clients, facts, clock);
  const saveCritique = lazily(() => createSaveCritique(db, feed, facts()));
  const importThoughts = lazily(() => createImportThoughts(db, feed, facts, clock));
  const folders = lazily(() => createProjectFolders(db));
  const handles = createHandleTable(db);
  const indexUpdates = createIndexUpdates(db, write, write.derived);
  const erase = createErase({ db, file, write, feed, clock, indexUpdates });
  const search = lazily(() => createSearch(db));
  const outline = lazily(() => createOutline(db));
  const extent = lazily(() => createExtent(db));
  const sessionEnds = lazily(() => createSessionEnds(db));
  const thoughts = createReadThoughts(db);
  const citingThoughts = lazily(() => createCitingThoughts(db));
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    indexUpdates.close();
    watch.close();
    try {
      // Write and index everything accepted before closing the file.
      await write(() => undefined);
      await indexUpdates.catchUp();
    } catch {
      // Callers that waited for a write got the error already.
    } finally {
      await write.idle();
      db.close();
    }
  }

  const store: Store = {
    append: (draft) => {
      indexUpdates.soon();
      return appendUnlessDeleted(
        { append: (one) => write(() => append(one)), isDeleted: erase.isDeleted },
        draft,
      );
    },
    importThoughts: (session, thoughts) => {
      indexUpdates.soon();
      return write(() => importThoughts()(session, thoughts));
    },
    assignProject: (folder, name, owner) => write(() => folders().assign(folder, name, owner)),
    folderProject: (folder, name, owner) => read(() => folders().find(folder, name, owner)),
    takeOnce: (name) => write(() => results.take(name)),
    appendResult: (idempotency) => read(() => results.find(idempotency)),
    saveCritique: (sessionId, seq, critique, found) =>
      write(() => saveCritique()(sessionId, seq, critique, found)),
    openSession: (session, idempotency) => write(() => sessions.createRunOnce(session, idempotency)),
    changeSession: (id, wanted) => write(() => sessions.change(id, wanted)),
    editSession: (id, edit) =>
      write(() => {
        const edited = sessions.edit(id, edit);
        if (edit.title !== undefined || edit.tags || edit.addTags || edit.removeTags)
          indexUpdates.reindexFirst(id);
        return edited;
      }),
    session: (id) => read(() => sessions.find(id)),
    handle: (handle) => read(() => handles.find(handle)),
    moveHandle: (handle, changes) => write(() => handles.move(handle, changes)),
    clientOpenings: (client, kind, limit) =>
      read(() => clients.newest(client, kind, Math.max(0, Math.min(limit, MOST_PLACES)))),
    sessions: async (filter) => {
      const isBehind = await indexUpdates.catchUp().then(() => false, unlessUnwritable);
      return read(() => sessions.list(filter, isBehind));
    },
    sessionEnds: (ids) => sessionEnds()(ids),
    thoughts,
    facts: (sessionId, range) => read(() => facts().list(sessionId, range)),
    factReading: (sessionId) => read(() => facts().readTo(sessionId)),
    saveExtracted: (sessionId, range, found) =>
      write(() => {
        const isNew = facts().extract(sessionId, range, found);
        if (isNew && found.length > 0) feed.noteSession(sessionId);
        return isNew;
      }),
    outline: (sessionId, range) => outline()(sessionId, range),
    extent: (sessionId, until) => extent()(sessionId, until),
    search: async (query) => {
      await indexUpdates.catchUp().catch(unlessUnwritable);
      return search()(query);
    },
    citingThoughts: (filter) => citingThoughts()(filter),
    ...createNotes(db, feed, clock, write),
    ...erase,
    ...createNotebookStore(db, feed, clients, clock, write),
    ...createInvocations(db, write),
    ...createConversations(db, clock, write),
    changes: (after, limit) => read(() => feed.after(after, limit)),
    position: () => read(feed.position),
    feedState: async () => ({ position: await read(feed.position), more: false }),
    onWrite: watch.listen,
    inspect: () => read(() => inspect(db, file)),
    close: () => (closing ??= close()),
  };
  return guarded(store, guard);
}

/** The same store, failing if its files were moved or deleted. */
function guarded(store: Store, guard: FileGuard): Store {
  const methods = Object.entries(store).map(([name, method]) => {
    if (name === "onWrite" || name === "close") return [name, method];
    const checked = async (...given: never[]) => {
      guard.checkForRead();
      return (method as (...given: never[]) => unknown)(...given);
    };
    return [name, checked];
  });
  return Object.fromEntries(methods) as Store;
}

/** A read-only ledger can still be searched and listed, up to the state of its indexes. */
function unlessUnwritable(error: unknown): true {
  if (error instanceof Failure && ["STORE_READ_ONLY", "STORE_FULL", "STORE_BUSY"].includes(error.code))
    return true;
  throw error;
}

function inspect(db: DatabaseSync, file: string): StoreFacts {
  const count = (table: string) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!.n as number;
  return {
    kind: "sqlite",
    location: file,
    schemaVersion: SCHEMA_VERSION,
    sessions: count("session"),
    thoughts: count("thought"),
    invocations: count("invocation"),
    bytes: file === ":memory:" ? 0 : statSync(file).size,
    problems: problems(db),
  };
}

function problems(db: DatabaseSync): string[] {
  try {
    const lines = db
      .prepare("PRAGMA quick_check(5)")
      .all()
      .map((row) => String(row.quick_check));
    return lines.filter((line) => line !== "ok");
  } catch (error) {
    return [(error as Error).message];
  }
}
