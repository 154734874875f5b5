-- Keys that the servers of one deployment share. Each is made by the server that first needs it.
CREATE TABLE clew.server_secret (
  name text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL
);
