-- The feed besides thoughts: changes of sessions and notebooks. One table for both, so that the next position is still
-- the highest of two tables, plus one.
CREATE TABLE change (
  position INTEGER PRIMARY KEY,
  session_id TEXT,
  notebook_id TEXT
);
INSERT INTO change (position, session_id) SELECT position, session_id FROM session_change;
DROP TABLE session_change;

CREATE TABLE notebook (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  language TEXT NOT NULL,
  allow_net TEXT NOT NULL,
  -- The number of cells ever created, so that cell ids are never reused.
  cells_made INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- The feed position of its last change: a finer order than the time.
  position INTEGER NOT NULL,
  package_json TEXT,
  tsconfig TEXT
);
CREATE INDEX notebook_recent ON notebook (position);

-- The places of a notebook's cells are 1, 2, 3… without gaps.
CREATE TABLE cell (
  notebook_id TEXT NOT NULL,
  id TEXT NOT NULL,
  place INTEGER NOT NULL,
  kind TEXT NOT NULL,
  filename TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  content TEXT NOT NULL,
  PRIMARY KEY (notebook_id, id)
);
CREATE INDEX cell_place ON cell (notebook_id, place);
CREATE UNIQUE INDEX cell_filename ON cell (notebook_id, filename) WHERE filename IS NOT NULL;

-- The last run of each cell. Outputs can be megabytes and have their own table, so that marking many cells stale is cheap.
CREATE TABLE cell_run (
  notebook_id TEXT NOT NULL,
  cell_id TEXT NOT NULL,
  status TEXT NOT NULL,
  exit_code INTEGER,
  duration_ms REAL NOT NULL,
  started_at TEXT NOT NULL,
  truncated INTEGER NOT NULL,
  stale INTEGER NOT NULL,
  PRIMARY KEY (notebook_id, cell_id)
) WITHOUT ROWID;
CREATE TABLE cell_output (
  notebook_id TEXT NOT NULL,
  cell_id TEXT NOT NULL,
  outputs TEXT NOT NULL,
  PRIMARY KEY (notebook_id, cell_id)
);

ALTER TABLE handle ADD COLUMN notebook_id TEXT;
