/** JSON that the store does not interpret. */
export type Opaque = Readonly<Record<string, unknown>>;

/** A conversation of the host as it is stored, without its messages. */
export interface KeptConversation {
  readonly id: string;
  /** What the host stores besides the messages. */
  readonly record: Opaque;
  readonly messageCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The principal that owns it; absent if it was created on the machine itself. */
  readonly owner?: string;
}

/** A conversation to create. */
export interface NewConversation {
  readonly id: string;
  readonly record: Opaque;
  readonly messages?: readonly Opaque[];
  readonly owner?: string;
}

/** Which conversations to list, newest activity first. */
export interface ConversationFilter {
  readonly idPrefix?: string;
  readonly owner?: string;
  /** Default 100, at most 1,000. */
  readonly limit?: number;
}

/** Which messages to read, in order. */
export interface MessageRange {
  /** Index of the first message, from 0. */
  readonly from?: number;
  /** Default and maximum 1,000. */
  readonly limit?: number;
}

/** Conversations of the host. They are not in the feed, and must contain no secrets. */
export interface ConversationStore {
  /** Creates a conversation. An id that exists already is a `CONVERSATION_CONFLICT`. */
  saveConversation(conversation: NewConversation): Promise<KeptConversation>;
  conversation(id: string): Promise<KeptConversation | undefined>;
  conversations(filter: ConversationFilter): Promise<readonly KeptConversation[]>;
  /**
   * Adds messages to a conversation that has `from` messages, and replaces its record if one is given, in one
   * transaction. If it has more or fewer, another process changed it: `CONVERSATION_CONFLICT`, and nothing is written.
   */
  appendMessages(
    id: string,
    from: number,
    messages: readonly Opaque[],
    record?: Opaque,
  ): Promise<KeptConversation>;
  messages(id: string, range: MessageRange): Promise<readonly Opaque[]>;
}

/** Reads all messages of a conversation, in pages. */
export async function allMessages(
  store: Pick<ConversationStore, "messages">,
  id: string,
): Promise<readonly Opaque[]> {
  const all: Opaque[] = [];
  for (;;) {
    const page = await store.messages(id, { from: all.length, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

const PAGE = 500;
