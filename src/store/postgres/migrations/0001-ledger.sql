-- Keys and sorted texts have the collation "C": the same order on every server, and as in SQLite.
-- The keys of all tables in the append path start with the session, so that they can be distributed by session.

-- The global order of writes. A position consists of the transaction id and an ordinal within the transaction.
-- Transactions get their ids in order but end in any order, so readers see only positions below the horizon: the lowest
-- id of the running transactions. The shift is raised when a dump is restored in a cluster with lower transaction ids.
-- PostgreSQL inlines these functions; that is why the shift is a function, too.
CREATE FUNCTION clew.shift() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT 0::bigint $$;

CREATE FUNCTION clew.next_position(ordinal integer) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT (pg_current_xact_id()::text::bigint + clew.shift()) * 4096 + ordinal
$$;

-- STABLE, so that it uses the snapshot of the calling statement.
CREATE FUNCTION clew.horizon() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + clew.shift()) * 4096
$$;

-- The advisory lock of a session. Appends take it shared, without waiting. Changes of the session's state, and appends
-- after repeated conflicts, take it exclusively. Creating a session takes the lock of its id.
CREATE FUNCTION clew.lock_of(id text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT hashtextextended(id, 0) $$;

-- The feed besides thoughts: changes of sessions and notebooks.
CREATE TABLE clew.change (
  position bigint PRIMARY KEY,
  session_id text COLLATE "C",
  notebook_id text COLLATE "C",
  -- Identifies the write, to find out after a broken connection whether it was committed.
  mark text
);

CREATE TABLE clew.session (
  id text COLLATE "C" PRIMARY KEY,
  title text NOT NULL,
  -- The title in lower case, independent of the server's locale.
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
  -- The source of its first thought.
  door text,
  -- The last activity, up to a minute behind the last thought, so that most thoughts do not update this row.
  touched_at bigint NOT NULL
);
CREATE INDEX session_recent ON clew.session (touched_at);
CREATE INDEX session_owner ON clew.session (owner, touched_at) WHERE owner IS NOT NULL;
CREATE INDEX session_project ON clew.session (project, touched_at);
CREATE INDEX session_tags ON clew.session USING gin (tags) WHERE tags <> '{}';

-- The seq of a session's thoughts is 1, 2, 3…: a writer needs to know the last one. Of two writers that know the same
-- one, the primary key lets one succeed, without any other lock or write.
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
  -- The search index entries: the words of its content, tokenized as in SQLite, its source, its owner and its recency
  -- buckets.
  words text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (session_id, seq)
);
CREATE INDEX thought_position ON clew.thought (position);
-- New words go to a pending list, because inserting each at once costs more than the rest of the append. The list is
-- flushed in the background; an append flushes it only when it is longer than this limit (in kB).
CREATE INDEX thought_words ON clew.thought USING gin (words) WITH (gin_pending_list_limit = 16384);

-- Recency buckets of a thought, of 8,192, 524,288 and 33,554,432 transactions. With them a search reads the newest
-- matches of a word without reading all of them.
CREATE FUNCTION clew.ages(place bigint) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY['~0.' || (place >> 25)::text, '~1.' || (place >> 31)::text, '~2.' || (place >> 37)::text]
$$;
CREATE INDEX thought_number ON clew.thought (session_id, number);

-- The branches of a session ('' is the main one) and the last thought of each. A row is inserted when a branch starts, and
-- its tail is updated when a thought goes to another branch: the tail of the current one is the session's last thought.
-- The key is the name, or a hash of a long name.
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

-- What a connection or workflow has open, what it had open last, and its location.
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

-- First answers of calls with an idempotency key, for repeats.
CREATE TABLE clew.receipt (
  scope text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (scope, key)
);
