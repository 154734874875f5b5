-- Finds the revisions of a thought. Other thoughts have no entry.
CREATE INDEX thought_revision ON clew.thought (revises_id) WHERE revises_id IS NOT NULL;
