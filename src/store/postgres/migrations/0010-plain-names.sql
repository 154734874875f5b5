-- `source` is the tool or program that a thought came through; it was called `door`.
ALTER TABLE clew.thought RENAME COLUMN door TO source;
ALTER TABLE clew.session RENAME COLUMN door TO source;
