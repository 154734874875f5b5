-- What callers without a handle have opened, by principal and client name. While a chain is open, the row has the number
-- of its last thought, so that the next thought without a handle finds the session with one index lookup.
CREATE TABLE clew.client_place (
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  client text COLLATE "C" NOT NULL,
  opened_at bigint NOT NULL,
  open_number bigint,
  counts_down boolean NOT NULL DEFAULT false,
  PRIMARY KEY (id, kind)
);
CREATE INDEX client_place_number ON clew.client_place (client, open_number) WHERE open_number IS NOT NULL;
CREATE INDEX client_place_recent ON clew.client_place (client, kind, opened_at);

-- The principal that a conversation belongs to, as for sessions and notebooks.
ALTER TABLE clew.conversation ADD COLUMN owner text COLLATE "C";
