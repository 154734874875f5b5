-- `source` is the tool or program that a thought came through; it was called `door`.
ALTER TABLE thought RENAME COLUMN door TO source;

-- A full-text table cannot rename a column. The new one starts empty and is filled from the thoughts like any index that
-- is behind.
DROP TABLE thought_text;
CREATE VIRTUAL TABLE thought_text USING fts5 (
  content,
  source,
  content = 'thought',
  content_rowid = 'position',
  tokenize = 'porter unicode61 remove_diacritics 2'
);

-- The branches of a session; '' is the main one. The table was called `lane`.
ALTER TABLE lane RENAME TO branch;
DROP INDEX lane_order;
CREATE INDEX branch_order ON branch (session_id, ordinal);

-- First answers to calls with an idempotency key.
ALTER TABLE receipt RENAME TO idempotency_answer;
