-- What servers of one deployment share besides the ledger. Times are milliseconds of the database's clock.

-- MCP sessions, which any server can continue.
CREATE TABLE clew.peer_session (
  id text COLLATE "C" PRIMARY KEY,
  hello text NOT NULL,
  owner text,
  query text NOT NULL,
  version integer NOT NULL DEFAULT 0,
  level text,
  subscriptions text[] NOT NULL DEFAULT '{}',
  listener text,
  last_use bigint NOT NULL
);
CREATE INDEX peer_session_last_use ON clew.peer_session (last_use);

-- Messages between servers. They exist for milliseconds and may be lost in a crash.
CREATE UNLOGGED TABLE clew.peer_letter (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null for all servers except the sender.
  recipient text COLLATE "C",
  sender text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  body text NOT NULL,
  sent_at bigint NOT NULL
);

-- Rate limit tokens that servers lease. A bucket that was not used for a minute is full, as is one without a row.
CREATE UNLOGGED TABLE clew.rate_bucket (
  key text COLLATE "C" PRIMARY KEY,
  tokens double precision NOT NULL,
  granted double precision NOT NULL,
  filled_at bigint NOT NULL
);
