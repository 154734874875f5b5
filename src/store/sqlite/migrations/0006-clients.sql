-- What callers without a handle have opened, by principal and client name. While a chain is open, the row has the number
-- of its last thought, so that the next thought without a handle finds the session with one index lookup.
CREATE TABLE client_place (
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  client TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  open_number INTEGER,
  counts_down INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (id, kind)
) WITHOUT ROWID;
CREATE INDEX client_place_number ON client_place (client, open_number) WHERE open_number IS NOT NULL;
CREATE INDEX client_place_recent ON client_place (client, kind, opened_at);

-- The principal that a conversation belongs to, as for sessions and notebooks.
ALTER TABLE conversation ADD COLUMN owner TEXT;
