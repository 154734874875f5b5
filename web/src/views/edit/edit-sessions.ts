import { api } from "../../data/api.ts";
import type { SessionRow } from "../../data/api-types.ts";
import { asApiError } from "../../data/resource.ts";
import { countText } from "../../text/count-text.ts";
import { say } from "../../ui/toast.ts";

/** The fields of a session that edits use. */
export type EditedSession = Pick<SessionRow, "id" | "title" | "tags" | "archived">;

/** Called with the ids of the sessions that were changed, also after an undo. */
export type OnEdited = (ids: ReadonlySet<string>) => void;

/** Archives or restores sessions. The message offers to undo it. */
export async function archiveSessions(
  sessions: readonly EditedSession[],
  archived: boolean,
  onEdited: OnEdited,
): Promise<void> {
  const done = await editEach(sessions, () => ({ archived }), onEdited);
  if (done.length === 0) return;
  say(`${archived ? "Archived" : "Restored"} ${nameOf(done)}.`, "done", () => {
    void editEach(done, (session) => ({ archived: session.archived }), onEdited);
  });
}

/** Adds tags to sessions and removes others. The message offers to undo it. */
export async function tagSessions(
  sessions: readonly EditedSession[],
  { add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  onEdited: OnEdited,
): Promise<void> {
  const tagsOf = ({ tags }: EditedSession) => [
    ...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add]),
  ];
  const changed = sessions.filter((session) => tagsOf(session).join("\n") !== session.tags.join("\n"));
  const done = await editEach(changed, (session) => ({ tags: tagsOf(session) }), onEdited);
  if (done.length === 0) return;
  say(`Changed the tags of ${nameOf(done)}.`, "done", () => {
    void editEach(done, ({ tags }) => ({ tags }), onEdited);
  });
}

/** Changes the title of a session. The message offers to undo it. */
export async function renameSession(
  session: EditedSession,
  title: string,
  onEdited: OnEdited,
): Promise<void> {
  const done = await editEach([session], () => ({ title }), onEdited);
  if (done.length === 0) return;
  say(`Renamed to “${title.slice(0, 60)}”.`, "done", () => {
    void editEach(done, (before) => ({ title: before.title }), onEdited);
  });
}

/** Deletes sessions for good. */
export async function deleteSessions(sessions: readonly EditedSession[], onDeleted: OnEdited): Promise<void> {
  const done = await changeEach(sessions, ({ id }) => api.deleteSession(id), onDeleted);
  if (done.length > 0) say(`Deleted ${nameOf(done)}.`);
}

/** Edits sessions one by one and returns those that were changed, as they were before. */
function editEach(
  sessions: readonly EditedSession[],
  editOf: (session: EditedSession) => Parameters<typeof api.editSession>[1],
  onEdited: OnEdited,
): Promise<readonly EditedSession[]> {
  return changeEach(sessions, (session) => api.editSession(session.id, editOf(session)), onEdited);
}

/** Changes sessions one by one and returns those that were changed, as they were before. */
async function changeEach(
  sessions: readonly EditedSession[],
  change: (session: EditedSession) => Promise<unknown>,
  onChanged: OnEdited,
): Promise<readonly EditedSession[]> {
  const done: EditedSession[] = [];
  try {
    for (const session of sessions) {
      await change(session);
      done.push(session);
    }
  } catch (error) {
    const { message } = asApiError(error);
    say(done.length === 0 ? message : `Stopped after ${done.length}: ${message}`, "failed");
  }
  if (done.length > 0) onChanged(new Set(done.map(({ id }) => id)));
  return done;
}

const nameOf = (sessions: readonly EditedSession[]): string =>
  sessions.length === 1 ? `“${sessions[0]!.title.slice(0, 60)}”` : countText(sessions.length, "session");
