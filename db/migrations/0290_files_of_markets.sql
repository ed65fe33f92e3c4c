-- Which file told of an event: what it told of before and does not any more is gone.
alter table market_events add column source text not null default '';
-- Those that are gone are looked for among the events of a market that are not over.
create index market_events_by_end on market_events (market_id, end_date);

-- What the files of a snapshot were, so that the same ones are not read twice.
alter table market_snapshots add column files_hash bytea;
-- How much of the files was read so far, in bytes, while they are taken in by a request.
alter table market_snapshots add column bytes_read bigint;
alter table market_snapshots add column bytes bigint;
