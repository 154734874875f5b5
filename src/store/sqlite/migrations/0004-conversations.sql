-- Conversations of the host, which defines the content of records and messages. They are not part of the feed. Messages
-- can be megabytes and have their own table; their places are 0, 1, 2… without gaps.
CREATE TABLE conversation (
  id TEXT PRIMARY KEY,
  message_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- A counter over all changes of conversations: a finer order than the time.
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
