-- What the author declared with a thought, one mark a line. Most thoughts have none.
ALTER TABLE thought ADD COLUMN marks TEXT;

-- Facts of thoughts. Declared ones are written in the transaction of their thought; extracted ones follow, with the
-- words of the thought that they rest on. `replaced_by` is the seq of the thought whose fact replaces this one, and
-- `was` the text of the fact that this one replaces.
CREATE TABLE fact (
  session_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  reason TEXT,
  origin TEXT NOT NULL,
  quotation TEXT,
  replaced_by INTEGER,
  was TEXT,
  PRIMARY KEY (session_id, seq, ordinal)
) WITHOUT ROWID;

-- How far a model has read each session for facts.
CREATE TABLE fact_reading (
  session_id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL
) WITHOUT ROWID;
