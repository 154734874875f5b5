-- What the author declared with a thought, one mark a line. Most thoughts have none.
ALTER TABLE clew.thought ADD COLUMN marks text;

-- Facts of thoughts. Declared ones are written in the statement of their thought; extracted ones follow, with the words
-- of the thought that they rest on. `replaced_by` is the seq of the thought whose fact replaces this one, and `was` the
-- text of the fact that this one replaces.
CREATE TABLE clew.fact (
  session_id text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  ordinal integer NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  reason text,
  origin text NOT NULL,
  quotation text,
  replaced_by integer,
  was text,
  PRIMARY KEY (session_id, seq, ordinal)
);

-- How far a model has read each session for facts.
CREATE TABLE clew.fact_reading (
  session_id text COLLATE "C" PRIMARY KEY,
  seq integer NOT NULL
);
