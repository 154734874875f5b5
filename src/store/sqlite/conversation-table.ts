import type { DatabaseSync } from "node:sqlite";
import { Failure } from "../../ledger/index.ts";
import type { Clock } from "../clock.ts";
import { conversationConflict, toConversation } from "../conversation-rows.ts";
import { pageSize } from "../page-size.ts";
import type { ConversationStore, Opaque } from "../port.ts";
import { lazily } from "./lazily.ts";
import { read } from "./read.ts";
import type { Write } from "./writer.ts";

/** Stores conversations in the ledger's database. Statements are prepared at first use. */
export function createConversations(db: DatabaseSync, clock: Clock, write: Write): ConversationStore {
  const statements = lazily(() => prepare(db));
  const find = (id: string) => {
    const row = statements().one.get(id);
    return row && toConversation(row);
  };
  const add = (id: string, from: number, bodies: readonly string[]) => {
    for (const [index, body] of bodies.entries()) statements().addMessage.run(id, from + index, body);
  };
  return {
    saveConversation: ({ id, record, messages = [], owner }) => {
      // Invalid JSON fails here, not in a transaction that others share.
      const [kept, bodies] = [JSON.stringify(record), messages.map(textOf)];
      return write(() => {
        const now = clock.now();
        const { changes } = statements().insert.run(id, bodies.length, now, now, kept, owner ?? null);
        if (changes === 0) throw conversationConflict(find(id)!, 0);
        add(id, 0, bodies);
        return find(id)!;
      });
    },
    conversation: (id) => read(() => find(id)),
    conversations: ({ idPrefix = "", limit = 100, owner }) =>
      read(() =>
        statements()
          .list.all(idPrefix, `${idPrefix}\u{10ffff}`, owner ?? null, pageSize(limit))
          .map(toConversation),
      ),
    appendMessages: (id, from, messages, record) => {
      const [kept, bodies] = [record && JSON.stringify(record), messages.map(textOf)];
      return write(() => {
        const row = statements().one.get(id);
        if (!row) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
        if (row.message_count !== from) throw conversationConflict(toConversation(row), from);
        const [count, now] = [from + bodies.length, clock.now()];
        add(id, from, bodies);
        statements().change.run(count, now, kept ?? null, id);
        const changed = { ...row, message_count: count, updated_at: now };
        // Called once per message of an agent, so a record that was just written is not read back.
        return record ? { ...toConversation({ ...changed, record: "{}" }), record } : toConversation(changed);
      });
    },
    messages: (id, { from = 0, limit = 1000 }) =>
      read(() =>
        statements()
          .messages.all(id, from, pageSize(limit))
          .map((row) => JSON.parse(row.body as string)),
      ),
  };
}

const NEXT = "(SELECT coalesce(max(recency), 0) + 1 FROM conversation)";

function prepare(db: DatabaseSync) {
  return {
    insert: db.prepare(
      `INSERT INTO conversation (id, message_count, created_at, updated_at, recency, record, owner)
       VALUES (?, ?, ?, ?, ${NEXT}, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ),
    change: db.prepare(
      `UPDATE conversation
       SET message_count = ?, updated_at = ?, recency = ${NEXT}, record = coalesce(?, record) WHERE id = ?`,
    ),
    addMessage: db.prepare(
      "INSERT INTO conversation_message (conversation_id, place, body) VALUES (?, ?, ?)",
    ),
    one: db.prepare("SELECT * FROM conversation WHERE id = ?"),
    list: db.prepare(
      `SELECT * FROM conversation WHERE id >= ?1 AND id < ?2 AND (?3 IS NULL OR owner = ?3)
       ORDER BY recency DESC LIMIT ?4`,
    ),
    messages: db.prepare(
      "SELECT body FROM conversation_message WHERE conversation_id = ? AND place >= ? ORDER BY place LIMIT ?",
    ),
  };
}

const textOf = (message: Opaque): string => JSON.stringify(message);
