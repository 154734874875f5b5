-- Calls of tools and models, which are not part of the feed. Rows are small, so that lists and statistics read little;
-- inputs and outputs are in a separate table.
CREATE SEQUENCE clew.invocation_number;
CREATE TABLE clew.invocation (
  id text COLLATE "C" PRIMARY KEY,
  -- Orders rows with the same time by arrival.
  number bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  session_id text COLLATE "C",
  tool_name text COLLATE "C" NOT NULL,
  pipe_name text COLLATE "C",
  latency_ms bigint,
  success boolean NOT NULL,
  input_tokens bigint,
  output_tokens bigint,
  cost double precision,
  created_at bigint NOT NULL,
  error text,
  owner text COLLATE "C"
);
CREATE INDEX invocation_recent ON clew.invocation (created_at, number);
CREATE INDEX invocation_tool ON clew.invocation (tool_name, created_at, number);
CREATE INDEX invocation_session ON clew.invocation (session_id, created_at, number) WHERE session_id IS NOT NULL;
CREATE INDEX invocation_failed ON clew.invocation (created_at, number) WHERE NOT success;
CREATE INDEX invocation_model ON clew.invocation (created_at, number) WHERE kind = 'model';
CREATE INDEX invocation_owner ON clew.invocation (owner, created_at, number) WHERE owner IS NOT NULL;

CREATE TABLE clew.invocation_body (
  id text COLLATE "C" PRIMARY KEY,
  input text NOT NULL,
  output text
);
