import { Failure } from "../ledger/index.ts";
import type { KeptConversation } from "./port.ts";

/** Converts a row to a conversation. */
export function toConversation(row: Readonly<Record<string, unknown>>): KeptConversation {
  return {
    id: row.id as string,
    record: JSON.parse(row.record as string),
    messageCount: row.message_count as number,
    createdAt: new Date(row.created_at as number).toISOString(),
    updatedAt: new Date(row.updated_at as number).toISOString(),
    ...(row.owner !== null && { owner: row.owner as string }),
  };
}

/** The failure for a writer that expected another number of messages. */
export function conversationConflict(
  { id, messageCount }: Pick<KeptConversation, "id" | "messageCount">,
  expected: number,
): Failure {
  return new Failure("CONVERSATION_CONFLICT", { id, expected, current: messageCount });
}
