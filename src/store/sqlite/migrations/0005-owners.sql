-- The principal that owns a row, by name; null for what was created on the machine itself. A thought belongs to the owner
-- of its session. The indexes contain only rows with an owner, so a ledger of one person has no cost from them.
ALTER TABLE session ADD COLUMN owner TEXT;
CREATE INDEX session_owner ON session (owner, updated_at) WHERE owner IS NOT NULL;

ALTER TABLE notebook ADD COLUMN owner TEXT;
CREATE INDEX notebook_owner ON notebook (owner, position) WHERE owner IS NOT NULL;

ALTER TABLE invocation ADD COLUMN owner TEXT;
CREATE INDEX invocation_owner ON invocation (owner, created_at) WHERE owner IS NOT NULL;
