-- Conversations of the host, which defines the content of records and messages. They are not part of the feed. The places
-- of messages are 0, 1, 2… without gaps: adding some updates the count in the conversation's row first.
CREATE TABLE clew.conversation (
  id text COLLATE "C" PRIMARY KEY,
  message_count integer NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- A counter over all changes of conversations: a finer order than the time. It may have gaps.
  recency bigint NOT NULL,
  record text NOT NULL
);
CREATE SEQUENCE clew.conversation_recency OWNED BY clew.conversation.recency;
CREATE INDEX conversation_recent ON clew.conversation (recency);

CREATE TABLE clew.conversation_message (
  conversation_id text COLLATE "C" NOT NULL,
  place integer NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (conversation_id, place)
);
