-- `source` is the tool or program that a thought came through; it was called `door`.
ALTER TABLE clew.thought RENAME COLUMN door TO source;
ALTER TABLE clew.session RENAME COLUMN door TO source;

ALTER TABLE clew.lane RENAME TO branch;
ALTER INDEX clew.lane_pkey RENAME TO branch_pkey;
ALTER INDEX clew.lane_order RENAME TO branch_order;

ALTER TABLE clew.receipt RENAME TO idempotency_answer;
ALTER INDEX clew.receipt_pkey RENAME TO idempotency_answer_pkey;

ALTER FUNCTION clew.ages(bigint) RENAME TO recency_buckets;

ALTER TABLE clew.peer_letter RENAME TO peer_message;
ALTER INDEX clew.peer_letter_pkey RENAME TO peer_message_pkey;

-- Jobs with one owner key, a notebook's id, run on one worker: its owner. `term` changes with each new ownership.
ALTER TABLE clew.kernel_home RENAME TO kernel_owner;
ALTER TABLE clew.kernel_owner RENAME COLUMN number TO term;
ALTER INDEX clew.kernel_home_pkey RENAME TO kernel_owner_pkey;
ALTER INDEX clew.kernel_home_worker RENAME TO kernel_owner_worker;
ALTER SEQUENCE clew.home_number RENAME TO kernel_owner_term;
ALTER TABLE clew.job RENAME COLUMN home TO owner_key;
ALTER TABLE clew.job RENAME COLUMN entry TO queue_entry;
ALTER TABLE clew.job RENAME COLUMN entered_at TO queued_at;
ALTER TABLE clew.job RENAME COLUMN cancel_asked TO cancel_requested;
ALTER INDEX clew.job_home RENAME TO job_owner_key;
