import { Failure } from "../../../ledger/index.ts";
import type { Clock } from "../../clock.ts";
import { conversationConflict, toConversation } from "../../conversation-rows.ts";
import { pageSize } from "../../page-size.ts";
import type { ConversationStore, KeptConversation, Opaque } from "../../port.ts";
import type { Database, Queryable } from "../database.ts";

/** Stores conversations. */
export function createConversations(db: Database, clock: Clock): ConversationStore {
  return {
    async saveConversation({ id, record, messages = [], owner }) {
      const text = JSON.stringify(record);
      const bodies = messages.map(textOf);
      return db.transaction(
        async (tx) => {
          const [row] = await tx.query(SAVE, [id, clock.now(), text, bodies, owner ?? null]);
          if (!row) throw conversationConflict((await find(tx, id))!, 0);
          return toConversation(row);
        },
        async (rows) => (await rows.query(ONE, [id]))[0]?.record === text,
      );
    },
    conversation: (id) => find(db, id),
    async conversations({ idPrefix = "", limit = 100, owner }) {
      const found = await db.query(LIST, [idPrefix, `${idPrefix}\u{10ffff}`, pageSize(limit), owner ?? null]);
      return found.map(toConversation);
    },
    async appendMessages(id, from, messages, record) {
      const bodies = messages.map(textOf);
      const values = [id, from, bodies, record ? JSON.stringify(record) : null];
      return db.transaction(
        async (tx) => {
          for (;;) {
            const [row] = await tx.query(APPEND, [...values, clock.now()]);
            if (row) return toConversation(row);
            const stored = await find(tx, id);
            if (!stored) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
            // If another server added the missing messages in the meantime, the next try succeeds.
            if (stored.messageCount !== from) throw conversationConflict(stored, from);
          }
        },
        areStored(id, from, bodies),
      );
    },
    async messages(id, { from = 0, limit = 1000 }) {
      const found = await db.query(MESSAGES, [id, from, pageSize(limit)]);
      return found.map((row) => JSON.parse(row.body as string));
    },
  };
}

/** Whether these messages were committed, after a broken connection. */
function areStored(id: string, from: number, bodies: readonly string[]) {
  return async (rows: Queryable): Promise<boolean> => {
    // Without messages, the record is simply written again.
    if (bodies.length === 0) return false;
    const found = await rows.query(MESSAGES, [id, from, bodies.length]);
    return bodies.every((body, index) => body === found[index]?.body);
  };
}

async function find(rows: Queryable, id: string): Promise<KeptConversation | undefined> {
  const [row] = await rows.query(ONE, [id]);
  return row && toConversation(row);
}

const COLUMNS = "id, message_count, created_at, updated_at, record, owner";
const ONE = `SELECT ${COLUMNS} FROM clew.conversation WHERE id = $1`;
const LIST = `SELECT ${COLUMNS} FROM clew.conversation
  WHERE ($1::text = '' OR (id >= $1 AND id < $2)) AND ($4::text IS NULL OR owner = $4) ORDER BY recency DESC LIMIT $3`;
const MESSAGES = `SELECT body FROM clew.conversation_message
  WHERE conversation_id = $1 AND place >= $2 ORDER BY place LIMIT $3`;
const SAVE = `WITH saved AS (
    INSERT INTO clew.conversation (id, message_count, created_at, updated_at, recency, record, owner)
    VALUES ($1, cardinality($4::text[]), $2, $2, nextval('clew.conversation_recency'), $3, $5)
    ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}
  ), added AS (
    INSERT INTO clew.conversation_message (conversation_id, place, body)
    SELECT saved.id, input.place - 1, input.body
    FROM saved, unnest($4::text[]) WITH ORDINALITY AS input (body, place)
  )
  SELECT * FROM saved`;
const APPEND = `WITH changed AS (
    UPDATE clew.conversation SET message_count = message_count + cardinality($3::text[]), updated_at = $5,
      recency = nextval('clew.conversation_recency'), record = coalesce($4, record)
    WHERE id = $1 AND message_count = $2 RETURNING ${COLUMNS}
  ), added AS (
    INSERT INTO clew.conversation_message (conversation_id, place, body)
    SELECT changed.id, $2::integer + input.place - 1, input.body
    FROM changed, unnest($3::text[]) WITH ORDINALITY AS input (body, place)
  )
  SELECT * FROM changed`;

const textOf = (message: Opaque): string => JSON.stringify(message);
