-- Finds the revisions of a thought. Other thoughts have no entry.
CREATE INDEX thought_revision ON thought (revises_id) WHERE revises_id IS NOT NULL;

-- `extra` is what a thought is found by besides its content: parts of identifiers, its branch and, for the first thought
-- of a session, the session's title, project and tags. A full-text table cannot add a column. The new one starts empty and
-- is filled from the thoughts like any index that is behind.
DROP TABLE thought_text;
CREATE VIRTUAL TABLE thought_text USING fts5 (
  content,
  source,
  extra,
  content = '',
  contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
