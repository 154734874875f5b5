-- Conversations of the host. What a record and a message say is the host's own; they are no part of the feed. Messages
-- are in places 0, 1, 2… without gaps: whoever adds some counts them in the conversation's row first.
CREATE TABLE clew.conversation (
  id text COLLATE "C" PRIMARY KEY,
  message_count integer NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- Of its last change, counted over all conversations: a finer order than the time's. Numbers may be left out.
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
