-- How many answers of an operation and day took how long: counts by step of time, each a quarter of a doubling above the
-- one before (features/usage/latencies.ts). Days that were counted before have none.
alter table usage_operations add column latencies integer[] not null default '{}';
