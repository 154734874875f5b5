-- Keys that the servers of one deployment share. The first server that needs one creates it.
CREATE TABLE clew.server_secret (
  name text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL
);
