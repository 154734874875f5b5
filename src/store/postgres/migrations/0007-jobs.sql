-- Work that any worker can take. Times are milliseconds by the database's clock.

-- Who takes jobs now. One that is silent for some seconds is dead and is taken out, with everything that it held.
CREATE TABLE clew.worker (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  -- Jobs are addressed to a worker by this number, the smallest that nobody has: the queue remembers every address.
  slot integer NOT NULL UNIQUE,
  -- What the queue calls it; null until it has begun to take.
  pool text COLLATE "C",
  kinds text[] NOT NULL,
  seen_at bigint NOT NULL,
  started_at bigint NOT NULL
);

CREATE SEQUENCE clew.home_number;

-- Where the variables of a notebook live.
CREATE TABLE clew.kernel_home (
  notebook_id text COLLATE "C" PRIMARY KEY,
  worker_id text COLLATE "C" NOT NULL,
  -- A home that was given up and taken again has another number: what was left there before is not taken for its own.
  number bigint NOT NULL DEFAULT nextval('clew.home_number'),
  since bigint NOT NULL
);
CREATE INDEX kernel_home_worker ON clew.kernel_home (worker_id);

CREATE TABLE clew.job (
  id text COLLATE "C" PRIMARY KEY,
  -- The order of those that wait for one home.
  number bigint GENERATED ALWAYS AS IDENTITY,
  task text COLLATE "C" NOT NULL,
  payload text NOT NULL,
  home text COLLATE "C",
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled', 'lost')),
  -- Its entry in the queue, and the worker that this one is addressed to; null while others of its home go first.
  entry bigint,
  slot integer,
  entered_at bigint,
  worker text COLLATE "C",
  -- Counts up when it is taken: whoever writes for an earlier attempt has lost it.
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

-- What a job tells its caller, and under a name what it must know when another worker goes on with it.
CREATE TABLE clew.job_event (
  job_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  name text,
  body text NOT NULL,
  PRIMARY KEY (job_id, number)
);
