-- Notes of people to the agents that work on sessions, numbered 1, 2, 3… in each session.
CREATE TABLE note (
  session_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  -- The number of the thought that it is about.
  on_number INTEGER,
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deliveries INTEGER NOT NULL DEFAULT 0,
  delivered_at INTEGER,
  -- The number of the session's last thought when it was first delivered.
  delivered_number INTEGER,
  answered_number INTEGER,
  answered_at INTEGER,
  PRIMARY KEY (session_id, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX note_id ON note (session_id, id);
CREATE INDEX note_recent ON note (created_at);

-- `steered`: notes may wait for delivery, or somebody asked the agent to wait until `hold_until`. Appending reads the
-- row anyway, so a session without notes pays no further query.
ALTER TABLE session ADD COLUMN steered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN hold_until INTEGER;
-- The open question of the agent, and the number of the thought that asked it.
ALTER TABLE session ADD COLUMN needs_input TEXT;
ALTER TABLE session ADD COLUMN needs_input_on INTEGER;

-- The note that a change of a session is about.
ALTER TABLE change ADD COLUMN note_id TEXT;
