-- Thoughts that were imported, by the key that identifies each in its source, so that none is imported twice.
CREATE TABLE imported_thought (
  session_id TEXT NOT NULL,
  key TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (session_id, key)
) WITHOUT ROWID;

-- The project of each folder that sessions were imported from: two folders of the same name are two projects. The owner
-- is '' for what was imported on the machine itself.
CREATE TABLE project_folder (
  owner TEXT NOT NULL,
  folder TEXT NOT NULL,
  project TEXT NOT NULL,
  PRIMARY KEY (owner, folder)
) WITHOUT ROWID;
CREATE UNIQUE INDEX project_folder_project ON project_folder (owner, project);
