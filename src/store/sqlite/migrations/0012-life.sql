-- When a session was archived; null if it is not. Archived sessions are left out of lists and searches.
ALTER TABLE session ADD COLUMN archived_at INTEGER;
CREATE INDEX session_archived ON session (archived_at) WHERE archived_at IS NOT NULL;

-- What a person or agent did to a session, separated by spaces, who did it and when. Null for other changes.
ALTER TABLE change ADD COLUMN actions TEXT;
ALTER TABLE change ADD COLUMN actor TEXT;
ALTER TABLE change ADD COLUMN at INTEGER;

-- Who redacted a thought, when and why, as JSON; null for most thoughts.
ALTER TABLE thought ADD COLUMN redaction TEXT;

-- Deleted sessions, by a hash of their id, so that they are not created again. No row has any text of the session.
CREATE TABLE tombstone (
  name TEXT PRIMARY KEY,
  actor TEXT NOT NULL,
  deleted_at INTEGER NOT NULL,
  owner TEXT
) WITHOUT ROWID;
