-- The principal that a thing belongs to, by name; null for what was made on the machine itself. A thought belongs to whom
-- its session does. The indexes leave out what has no owner: a ledger of one person pays nothing for them.
ALTER TABLE session ADD COLUMN owner TEXT;
CREATE INDEX session_owner ON session (owner, updated_at) WHERE owner IS NOT NULL;

ALTER TABLE notebook ADD COLUMN owner TEXT;
CREATE INDEX notebook_owner ON notebook (owner, position) WHERE owner IS NOT NULL;

ALTER TABLE invocation ADD COLUMN owner TEXT;
CREATE INDEX invocation_owner ON invocation (owner, created_at) WHERE owner IS NOT NULL;
