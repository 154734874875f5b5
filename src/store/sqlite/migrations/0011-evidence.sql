-- What a thought rests on, as JSON; null for most thoughts. The index has only thoughts with evidence.
ALTER TABLE thought ADD COLUMN evidence TEXT;
CREATE INDEX thought_evidence ON thought (position) WHERE evidence IS NOT NULL;
