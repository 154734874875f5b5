import type { SessionAction } from "../ledger/index.ts";
import type { SessionEdit, SessionRecord } from "./port.ts";

/** The result of applying an edit to a session. */
export interface EditedSession {
  readonly title: string;
  readonly tags: readonly string[];
  readonly archived: boolean;
  /** Empty if nothing changes. */
  readonly actions: readonly SessionAction[];
}

/** Applies an edit to the stored session. */
export function applyEdit(
  session: Pick<SessionRecord, "title" | "tags" | "archived">,
  { title = session.title, tags = session.tags, addTags = [], removeTags = [], ...edit }: SessionEdit,
): EditedSession {
  const was = session.archived ?? false;
  const archived = edit.archived ?? was;
  const kept = [...new Set([...tags, ...addTags])].filter((tag) => !removeTags.includes(tag));
  const actions: SessionAction[] = [];
  if (title !== session.title) actions.push("rename");
  if (kept.some((tag) => !session.tags.includes(tag))) actions.push("tag");
  if (session.tags.some((tag) => !kept.includes(tag))) actions.push("untag");
  if (archived !== was) actions.push(archived ? "archive" : "unarchive");
  if (edit.merged) actions.push("merge");
  return { title, tags: kept, archived, actions };
}
