-- What a client opened, by the name that the code uses.
ALTER TABLE clew.client_place RENAME TO client_opening;
ALTER INDEX clew.client_place_number RENAME TO client_opening_number;
ALTER INDEX clew.client_place_recent RENAME TO client_opening_recent;
