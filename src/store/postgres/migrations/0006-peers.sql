-- What servers of one deployment share besides the ledger. Times are milliseconds by the database's clock.

-- Sessions of clients that begin with a handshake: any server can go on with them.
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

-- Letters from server to server, on their way for milliseconds; none is worth keeping after a crash.
CREATE UNLOGGED TABLE clew.peer_letter (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Every server but the sender when it is null.
  recipient text COLLATE "C",
  sender text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  body text NOT NULL,
  sent_at bigint NOT NULL
);

-- Tokens that servers lease. A bucket that nobody has touched for a minute is full, as is one that is not there.
CREATE UNLOGGED TABLE clew.rate_bucket (
  key text COLLATE "C" PRIMARY KEY,
  tokens double precision NOT NULL,
  granted double precision NOT NULL,
  filled_at bigint NOT NULL
);
