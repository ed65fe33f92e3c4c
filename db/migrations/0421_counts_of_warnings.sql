-- Warnings can be as many as records: they have counts and an index of their own, like failures.
create or replace function traits_of(r sync_failures) returns text[] language sql immutable as $$
  select array[r.entity, r.severity]
$$;
-- The triggers set what each row is listed as, and count it.
update sync_failures set entity = entity;
drop index sync_failures_of_kind;
create index sync_failures_alike on sync_failures (workspace_id, connection_id, listed_as, last_at desc, id desc);
