-- Thoughts that were imported, by the key that identifies each in its source, so that none is imported twice.
CREATE TABLE clew.imported_thought (
  session_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  PRIMARY KEY (session_id, key)
);

-- The project of each folder that sessions were imported from: two folders of the same name are two projects. The owner
-- is '' for what was imported on the machine itself. Long paths are stored as their hash.
CREATE TABLE clew.project_folder (
  owner text COLLATE "C" NOT NULL,
  folder text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  PRIMARY KEY (owner, folder)
);
CREATE UNIQUE INDEX project_folder_project ON clew.project_folder (owner, project);
