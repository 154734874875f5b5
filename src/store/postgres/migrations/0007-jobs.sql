-- Jobs that any worker can take. Times are milliseconds of the database's clock.

-- Live workers. One without a heartbeat for some seconds is dead and is removed, and its jobs are handed over.
CREATE TABLE clew.worker (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  -- The queue address of the worker: the smallest free number, because the queue never forgets an address.
  slot integer NOT NULL UNIQUE,
  -- Its id in the queue; null until it takes jobs.
  pool text COLLATE "C",
  kinds text[] NOT NULL,
  seen_at bigint NOT NULL,
  started_at bigint NOT NULL
);

CREATE SEQUENCE clew.home_number;

-- The worker that has the variables of a notebook.
CREATE TABLE clew.kernel_home (
  notebook_id text COLLATE "C" PRIMARY KEY,
  worker_id text COLLATE "C" NOT NULL,
  -- New for each ownership, so that a worker does not mistake an earlier one for the current one.
  number bigint NOT NULL DEFAULT nextval('clew.home_number'),
  since bigint NOT NULL
);
CREATE INDEX kernel_home_worker ON clew.kernel_home (worker_id);

CREATE TABLE clew.job (
  id text COLLATE "C" PRIMARY KEY,
  -- The order of the jobs of one owner key.
  number bigint GENERATED ALWAYS AS IDENTITY,
  task text COLLATE "C" NOT NULL,
  payload text NOT NULL,
  home text COLLATE "C",
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled', 'lost')),
  -- Its queue entry and the slot of the worker it is addressed to; null while earlier jobs of its key run.
  entry bigint,
  slot integer,
  entered_at bigint,
  worker text COLLATE "C",
  -- Incremented when a worker takes it. Writes of earlier attempts are rejected.
  attempt integer NOT NULL DEFAULT 0,
  taken_over boolean NOT NULL DEFAULT false,
  cancel_asked boolean NOT NULL DEFAULT false,
  answer text,
  created_at bigint NOT NULL,
  started_at bigint,
  ended_at bigint
);
CREATE INDEX job_unfinished ON clew.job (number) WHERE ended_at IS NULL;
CREATE INDEX job_home ON clew.job (home, number) WHERE ended_at IS NULL;
CREATE INDEX job_worker ON clew.job (worker) WHERE state = 'running';
CREATE INDEX job_ended ON clew.job (ended_at) WHERE ended_at IS NOT NULL;

-- Events for the caller, and named journal entries for a worker that takes the job over.
CREATE TABLE clew.job_event (
  job_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  name text,
  body text NOT NULL,
  PRIMARY KEY (job_id, number)
);
