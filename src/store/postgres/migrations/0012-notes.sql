-- Notes of people to the agents that work on sessions, numbered 1, 2, 3… in each session. They are written and delivered
-- with the session locked.
CREATE TABLE clew.note (
  session_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The number of the thought that it is about.
  on_number bigint,
  author text NOT NULL,
  text text NOT NULL,
  created_at bigint NOT NULL,
  deliveries integer NOT NULL DEFAULT 0,
  delivered_at bigint,
  -- The number of the session's last thought when it was first delivered.
  delivered_number bigint,
  answered_number bigint,
  answered_at bigint,
  PRIMARY KEY (session_id, number)
);
CREATE UNIQUE INDEX note_id ON clew.note (session_id, id);
CREATE INDEX note_recent ON clew.note (created_at);

-- `steered`: notes may wait for delivery, or somebody asked the agent to wait until `hold_until`. The append statement
-- checks it together with the rest of the session's head, so a session without notes pays no further query.
ALTER TABLE clew.session ADD COLUMN steered boolean NOT NULL DEFAULT false;
ALTER TABLE clew.session ADD COLUMN hold_until bigint;
-- The open question of the agent, and the number of the thought that asked it.
ALTER TABLE clew.session ADD COLUMN needs_input text;
ALTER TABLE clew.session ADD COLUMN needs_input_on bigint;

-- The note that a change of a session is about.
ALTER TABLE clew.change ADD COLUMN note_id text COLLATE "C";
