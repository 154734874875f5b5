-- Every write to a notebook, its cells or their runs locks the notebook's row first, and nothing else.
CREATE TABLE clew.notebook (
  id text COLLATE "C" PRIMARY KEY,
  title text NOT NULL,
  language text NOT NULL,
  allow_net text NOT NULL,
  -- The number of cells ever created, so that cell ids are never reused.
  cells_made integer NOT NULL,
  cell_count integer NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- The feed position of its last change: a finer order than the time.
  position bigint NOT NULL,
  package_json text,
  tsconfig text,
  owner text COLLATE "C"
);
CREATE INDEX notebook_recent ON clew.notebook (position);
CREATE INDEX notebook_owner ON clew.notebook (owner, position) WHERE owner IS NOT NULL;

-- The places of a notebook's cells are 1, 2, 3… without gaps, and the names of its code cells are unique. The lock on the
-- notebook ensures this without an index, so places can be shifted and names can have any length.
CREATE TABLE clew.cell (
  notebook_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  place integer NOT NULL,
  kind text NOT NULL,
  filename text,
  version integer NOT NULL DEFAULT 1,
  content text NOT NULL,
  PRIMARY KEY (notebook_id, id)
) WITH (fillfactor = 90);

-- The last run of each cell. PostgreSQL stores outputs of more than two kilobytes separately, so marking many cells stale
-- is cheap.
CREATE TABLE clew.cell_run (
  notebook_id text COLLATE "C" NOT NULL,
  cell_id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  exit_code integer,
  duration_ms double precision NOT NULL,
  started_at text NOT NULL,
  truncated boolean NOT NULL,
  stale boolean NOT NULL,
  outputs text NOT NULL,
  PRIMARY KEY (notebook_id, cell_id)
) WITH (fillfactor = 90);
