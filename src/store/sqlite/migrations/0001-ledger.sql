-- Every write takes the next position in one global order: the highest of both tables, plus one. SQLite has one writer
-- at a time, so positions commit in order. Appending a thought writes a row and two index entries: every page
-- more would show in the time that an answer takes.

CREATE TABLE session (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT,
  project TEXT NOT NULL,
  task TEXT,
  aspect TEXT,
  tags TEXT NOT NULL,
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  stage INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  window_start INTEGER NOT NULL DEFAULT 0,
  -- These three follow the thoughts, as the text index does; a query that lists sessions updates them first.
  updated_at INTEGER NOT NULL,
  thought_count INTEGER NOT NULL DEFAULT 0,
  branch_count INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX session_recent ON session (updated_at);

CREATE TABLE session_change (
  position INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL
);

-- A thought's position in the feed is its row id, and its row id in the text index.
CREATE TABLE thought (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  number INTEGER NOT NULL,
  total INTEGER NOT NULL,
  branch_id TEXT NOT NULL,
  branch_from INTEGER,
  revises INTEGER,
  revises_id TEXT,
  parent_id TEXT,
  next_needed INTEGER NOT NULL,
  confidence REAL,
  mode TEXT NOT NULL,
  door TEXT NOT NULL,
  author TEXT,
  critique TEXT,
  metadata TEXT,
  created_at INTEGER NOT NULL,
  content TEXT NOT NULL
);
CREATE UNIQUE INDEX thought_seq ON thought (session_id, seq);
CREATE INDEX thought_number ON thought (session_id, number, branch_id, seq);

-- The lanes of a session ('' is the main one) and the last thought of each, so that appending never reads a session. The
-- tail is written when the session continues on another branch; the tail of the current branch is the last thought.
CREATE TABLE lane (
  session_id TEXT NOT NULL,
  branch_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  parent_branch TEXT,
  tail_id TEXT NOT NULL,
  tail_number INTEGER NOT NULL,
  tail_total INTEGER NOT NULL,
  PRIMARY KEY (session_id, branch_id)
) WITHOUT ROWID;
CREATE INDEX lane_order ON lane (session_id, ordinal);

-- Follows the thoughts: the rows it has are those up to its own highest row id. The door is a word among the others, so
-- that a search limited to a rare source reads only the thoughts of that source.
CREATE VIRTUAL TABLE thought_text USING fts5 (
  content,
  door,
  content = 'thought',
  content_rowid = 'position',
  tokenize = 'porter unicode61 remove_diacritics 2'
);

-- The session that a connection or workflow has open, the one it had open last, and where it stands.
CREATE TABLE handle (
  handle TEXT PRIMARY KEY,
  session_id TEXT,
  last_session_id TEXT,
  project TEXT,
  task TEXT,
  aspect TEXT,
  root TEXT
) WITHOUT ROWID;

-- First answers, for callers that repeat a call with the same idempotency key.
CREATE TABLE receipt (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (scope, key)
) WITHOUT ROWID;
