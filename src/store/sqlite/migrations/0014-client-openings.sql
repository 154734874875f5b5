-- What a client opened, by the name that the code uses. SQLite cannot rename an index.
ALTER TABLE client_place RENAME TO client_opening;
DROP INDEX client_place_number;
DROP INDEX client_place_recent;
CREATE INDEX client_opening_number ON client_opening (client, open_number) WHERE open_number IS NOT NULL;
CREATE INDEX client_opening_recent ON client_opening (client, kind, opened_at);
