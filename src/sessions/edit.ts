import { Failure, oneLine, type SessionSummary, sessionIdFor } from "../ledger/index.ts";
import type { SessionEdit, Store } from "../store/port.ts";
import { sessionNotFound } from "./record.ts";

/** Limits of what a person or agent can enter. */
const LONGEST_TITLE = 500;
const LONGEST_TAG = 100;
const MOST_TAGS = 50;

/** Renames, tags or archives sessions: all of them, or none if one is unknown, repeated or the edit is invalid. */
export async function editSessions(
  store: Store,
  ids: readonly string[],
  edit: SessionEdit,
): Promise<readonly SessionSummary[]> {
  const checked = checkEdit(edit);
  const sessions = await needAll(store, ids);
  const after = (tags: readonly string[]) =>
    new Set([...(checked.tags ?? tags), ...(checked.addTags ?? [])]).size - (checked.removeTags?.length ?? 0);
  if (sessions.some(({ tags }) => after(tags) > MOST_TAGS)) throw invalid(TOO_MANY_TAGS);
  const edited: SessionSummary[] = [];
  for (const { id } of sessions) {
    const { windowStart: _, ...session } = await store.editSession(id, checked);
    edited.push(session);
  }
  return edited;
}

/** The sessions with these ids. Throws if one is unknown, deleted or named twice. */
export async function needAll(store: Store, ids: readonly string[]) {
  const names = ids.map(sessionIdFor);
  const repeated = names.find((id, at) => names.indexOf(id) !== at);
  if (repeated !== undefined)
    throw invalid(`session '${oneLine(repeated, 80)}' is named twice. Name each session once.`);
  const found = await Promise.all(names.map((id) => store.session(id)));
  const missing = found.indexOf(undefined);
  if (missing >= 0)
    throw (await store.isDeleted(names[missing]!))
      ? new Failure("SESSION_DELETED", { sessionId: ids[missing]! })
      : sessionNotFound(ids[missing]!);
  return found.map((session) => session!);
}

function checkEdit({ title, tags, addTags, removeTags, ...edit }: SessionEdit): SessionEdit {
  return {
    ...edit,
    ...(title !== undefined && { title: checkTitle(title) }),
    ...(tags && { tags: checkTags(tags) }),
    ...(addTags && { addTags: checkTags(addTags) }),
    ...(removeTags && { removeTags: checkTags(removeTags) }),
  };
}

/** A title on one line. Throws if it is empty or too long. */
export function checkTitle(title: string): string {
  const line = oneLine(title, LONGEST_TITLE + 1);
  if (line === "") throw invalid("`title` must not be empty.");
  if ([...line].length > LONGEST_TITLE)
    throw invalid(`\`title\` must have at most ${LONGEST_TITLE} characters.`);
  return line;
}

function checkTags(tags: readonly string[]): readonly string[] {
  const checked = tags.map((tag) => oneLine(tag, LONGEST_TAG + 1));
  if (checked.some((tag) => tag === "" || [...tag].length > LONGEST_TAG))
    throw invalid(`each tag must have 1 to ${LONGEST_TAG} characters.`);
  if (checked.length > MOST_TAGS) throw invalid(TOO_MANY_TAGS);
  return [...new Set(checked)];
}

const TOO_MANY_TAGS = `a session can have at most ${MOST_TAGS} tags.`;

const invalid = (problem: string) => new Failure("INVALID_ARGUMENT", { problem });
