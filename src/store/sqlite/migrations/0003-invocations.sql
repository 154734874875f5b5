-- Calls of tools and models, in order of arrival. They are not part of the feed. Rows are small, so that lists and statistics
-- read little; inputs and outputs are in a table of their own.
CREATE TABLE invocation (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  session_id TEXT,
  tool_name TEXT NOT NULL,
  pipe_name TEXT,
  latency_ms INTEGER,
  success INTEGER NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cost REAL,
  created_at INTEGER NOT NULL,
  error TEXT
);
CREATE UNIQUE INDEX invocation_id ON invocation (id);
-- Rows of the same time are ordered by their number, which every index ends with.
CREATE INDEX invocation_recent ON invocation (created_at);
CREATE INDEX invocation_tool ON invocation (tool_name, created_at);
CREATE INDEX invocation_session ON invocation (session_id, created_at) WHERE session_id IS NOT NULL;
CREATE INDEX invocation_failed ON invocation (created_at) WHERE success = 0;
CREATE INDEX invocation_model ON invocation (created_at) WHERE kind = 'model';

CREATE TABLE invocation_body (
  number INTEGER PRIMARY KEY,
  input TEXT NOT NULL,
  output TEXT
);
