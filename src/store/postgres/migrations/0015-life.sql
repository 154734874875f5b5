-- When a session was archived; null if it is not. Archived sessions are left out of lists and searches.
ALTER TABLE clew.session ADD COLUMN archived_at bigint;
CREATE INDEX session_archived ON clew.session (archived_at) WHERE archived_at IS NOT NULL;

-- What a person or agent did to a session, separated by spaces, who did it and when. Null for other changes.
ALTER TABLE clew.change ADD COLUMN actions text;
ALTER TABLE clew.change ADD COLUMN actor text;
ALTER TABLE clew.change ADD COLUMN at bigint;

-- Who redacted a thought, when and why, as JSON; null for most thoughts.
ALTER TABLE clew.thought ADD COLUMN redaction text;

-- Deleted sessions, by a hash of their id, so that they are not created again. No row has any text of the session.
CREATE TABLE clew.tombstone (
  name text COLLATE "C" PRIMARY KEY,
  actor text NOT NULL,
  deleted_at bigint NOT NULL,
  owner text COLLATE "C"
);
