import { type ExportFormat, exportJson, exportMarkdown, Failure } from "../ledger/index.ts";
import { allThoughts, type Store } from "../store/port.ts";
import { sessionNotFound } from "./record.ts";

/** A message is serialized at once and contains its text twice, so a larger one would block the process. */
const MAX_TEXT_CHARACTERS = 2 * 1024 * 1024;

/** A session as one text, for an answer. */
export async function exportText(store: Store, sessionId: string, format: ExportFormat): Promise<string> {
  const session = await store.session(sessionId);
  if (!session) throw sessionNotFound(sessionId);
  const { windowStart: _, thoughtCount: __, branchCount: ___, ...plain } = session;
  const read = () => allThoughts(store, sessionId);
  const exported = { ...plain, notes: await store.notes(sessionId, {}) };
  const pieces =
    format === "json" ? exportJson(exported, read, new Date().toISOString()) : exportMarkdown(exported, read);
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length > MAX_TEXT_CHARACTERS)
      throw new Failure("EXPORT_FAILED", {
        reason:
          "the session is too large for one answer; call export_reasoning_chain, which writes it to a file",
      });
  }
  return text;
}
