-- What happened inside of a request (features/requests/story): the pattern of its route, the events it made, and how it
-- stood with its limits, what it waited for and whom it called. The same partitions, written in the same batches.
alter table request_log
  add column route text,
  add column events text[],
  -- Limits, time by stage, statements without values, calls of vendors without query and body.
  add column trace jsonb;
