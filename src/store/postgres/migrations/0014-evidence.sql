-- What a thought rests on, as JSON; null for most thoughts. The index has only thoughts with evidence.
ALTER TABLE clew.thought ADD COLUMN evidence text;
CREATE INDEX thought_evidence ON clew.thought (position) WHERE evidence IS NOT NULL;
