-- Texts that are keys or are put in order have the collation "C": the same order on every server, and as in SQLite.
-- Every table of the append path is keyed by session first, so that it can be distributed by session.

-- The one global order of writes. A position is made of the number of the transaction and the place in it. Transactions
-- get their numbers in order but end in any, so a reader sees what is below the horizon: the lowest number of those that
-- still run. The shift is raised when a dump is restored in a cluster whose own numbers are lower.
-- These functions are simple enough to be put into the statements that call them; so the shift is a function as well.
CREATE FUNCTION clew.shift() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT 0::bigint $$;

CREATE FUNCTION clew.next_position(ordinal integer) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT (pg_current_xact_id()::text::bigint + clew.shift()) * 4096 + ordinal
$$;

-- It must be stable: then it sees the very snapshot of the statement that calls it.
CREATE FUNCTION clew.horizon() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + clew.shift()) * 4096
$$;

-- The lock of a session: whoever appends shares it, if that can be had at once; whoever changes what appending rests on,
-- or came too late too often, has it alone. Of an id that is no session's yet, it is taken by whoever creates it.
CREATE FUNCTION clew.lock_of(id text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT hashtextextended(id, 0) $$;

-- Everything in the feed that is no thought: a change of a session or of a notebook.
CREATE TABLE clew.change (
  position bigint PRIMARY KEY,
  session_id text COLLATE "C",
  notebook_id text COLLATE "C",
  -- Which write it is of, for whoever lost the connection while committing it.
  mark text
);

CREATE TABLE clew.session (
  id text COLLATE "C" PRIMARY KEY,
  title text NOT NULL,
  -- The title in small letters, whatever the server's locale knows of them.
  title_small text COLLATE "C" NOT NULL,
  description text,
  project text COLLATE "C" NOT NULL,
  task text,
  aspect text,
  tags text[] NOT NULL,
  mode text NOT NULL,
  status text NOT NULL DEFAULT 'active',
  stage integer NOT NULL DEFAULT 0,
  window_start integer NOT NULL DEFAULT 0,
  metadata text NOT NULL,
  created_at bigint NOT NULL,
  owner text COLLATE "C",
  -- The door of its first thought.
  door text,
  -- The last activity, up to a minute behind the last thought's time, so that most thoughts leave this row alone.
  touched_at bigint NOT NULL
);
CREATE INDEX session_recent ON clew.session (touched_at);
CREATE INDEX session_owner ON clew.session (owner, touched_at) WHERE owner IS NOT NULL;
CREATE INDEX session_project ON clew.session (project, touched_at);
CREATE INDEX session_tags ON clew.session USING gin (tags) WHERE tags <> '{}';

-- The thoughts of a session are 1, 2, 3…: whoever writes the next one knows the last. Of two who know the same one the
-- primary key lets one succeed, and nothing else need be written to say so.
CREATE TABLE clew.thought (
  position bigint NOT NULL,
  created_at bigint NOT NULL,
  number bigint NOT NULL,
  total bigint NOT NULL,
  branch_from bigint,
  revises bigint,
  confidence double precision,
  seq integer NOT NULL,
  next_needed boolean NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  id text NOT NULL,
  branch_id text NOT NULL,
  revises_id text,
  parent_id text,
  mode text NOT NULL,
  door text NOT NULL,
  author text,
  critique text,
  metadata text,
  content text NOT NULL,
  -- What it is found by: the words of its content as SQLite's text index makes them, marks of its door and owner, and of
  -- its age.
  words text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (session_id, seq)
);
CREATE INDEX thought_position ON clew.thought (position);
-- New words wait in a list, because putting each in its place at once costs more than all the rest of an append. The
-- list is emptied in the background; an append does it only when the list has become longer than this (in kB).
CREATE INDEX thought_words ON clew.thought USING gin (words) WITH (gin_pending_list_limit = 16384);

-- The marks of the age of a thought: which 8,192, 524,288 and 33,554,432 transactions it was written among. With them a
-- search reads the newest matches of a word without reading all of them.
CREATE FUNCTION clew.ages(place bigint) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY['~0.' || (place >> 25)::text, '~1.' || (place >> 31)::text, '~2.' || (place >> 37)::text]
$$;
CREATE INDEX thought_number ON clew.thought (session_id, number);

-- The lanes of a session ('' is the main one) and the last thought of each. A branch is written when it begins, and the
-- tail of a lane when it is left: that of the lane at hand is the session's last thought. The key stands for a name of any length.
CREATE TABLE clew.lane (
  session_id text COLLATE "C" NOT NULL,
  branch_key text COLLATE "C" NOT NULL,
  branch_id text NOT NULL,
  ordinal integer NOT NULL,
  parent_branch text,
  tail_id text NOT NULL,
  tail_number bigint NOT NULL,
  tail_total bigint NOT NULL,
  PRIMARY KEY (session_id, branch_key)
);
CREATE INDEX lane_order ON clew.lane (session_id, ordinal);

-- What a connection or workflow has open, what it had open last, and where it stands.
CREATE TABLE clew.handle (
  handle text COLLATE "C" PRIMARY KEY,
  session_id text COLLATE "C",
  last_session_id text COLLATE "C",
  project text,
  task text,
  aspect text,
  notebook_id text COLLATE "C",
  root text
);

-- First answers, for callers that repeat a call with the same idempotency key.
CREATE TABLE clew.receipt (
  scope text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (scope, key)
);
