/** JSON that means nothing to the store. */
export type Opaque = Readonly<Record<string, unknown>>;

/** A conversation of the host as it is kept, without its messages. */
export interface KeptConversation {
  readonly id: string;
  /** What the host keeps of it besides the messages. */
  readonly record: Opaque;
  readonly messageCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The principal that it belongs to; absent for what was made on the machine itself. */
  readonly owner?: string;
}

/** A conversation that is about to be kept. */
export interface NewConversation {
  readonly id: string;
  readonly record: Opaque;
  /** What it begins with. */
  readonly messages?: readonly Opaque[];
  /** The principal that it is to belong to. */
  readonly owner?: string;
}

/** Which conversations to list, newest activity first. */
export interface ConversationFilter {
  /** Ids that begin with this text. */
  readonly idPrefix?: string;
  /** Those of this principal only. */
  readonly owner?: string;
  /** 100 unless it says otherwise, 1,000 at most. */
  readonly limit?: number;
}

/** Which messages to read, in order. */
export interface MessageRange {
  /** The place of the first, counted from 0. */
  readonly from?: number;
  /** 1,000 unless it says less. */
  readonly limit?: number;
}

/** Where the host keeps its conversations. They are not in the feed, and must hold no secret. */
export interface Conversations {
  /** Keeps a new conversation; an id that is taken is a `CONVERSATION_CONFLICT`. */
  saveConversation(conversation: NewConversation): Promise<KeptConversation>;
  conversation(id: string): Promise<KeptConversation | undefined>;
  conversations(filter: ConversationFilter): Promise<readonly KeptConversation[]>;
  /**
   * Adds messages to a conversation that has `from` of them, and replaces its record where one is given, in one
   * transaction. One that has more or fewer was changed by somebody else: a `CONVERSATION_CONFLICT`, and nothing is
   * written.
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
  store: Pick<Conversations, "messages">,
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
