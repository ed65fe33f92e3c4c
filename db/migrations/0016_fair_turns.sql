-- How what waits in an account stands to each other: how far each kind of work is ahead, and since when
-- the vendor's limit holds it back.
alter table sync_schedule add column fairness jsonb not null default '{"ahead": {}, "heldSince": {}}';

-- true: nobody asked for the record, it is only read again because time has passed.
alter table sync_fetches add column by_itself boolean not null default false;
update sync_fetches set by_itself = true where entity = 'calendar' and run_id is null and due_at > now();
