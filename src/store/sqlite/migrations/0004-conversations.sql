-- Conversations of the host. What a record and a message say is the host's own; they are no part of the feed. Messages
-- can be megabytes and lie apart, in places 0, 1, 2… without gaps.
CREATE TABLE conversation (
  id TEXT PRIMARY KEY,
  message_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Of its last change, counted over all conversations: a finer order than the time's.
  recency INTEGER NOT NULL,
  record TEXT NOT NULL
);
CREATE INDEX conversation_recent ON conversation (recency);

CREATE TABLE conversation_message (
  conversation_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (conversation_id, place)
);
