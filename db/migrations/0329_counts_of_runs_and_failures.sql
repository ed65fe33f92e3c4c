-- What was read from an account, and what of it was kept aside, have counts that are kept (0311): of each account by itself, so that
-- readers of two accounts do not wait for each other.

create function traits_of(r sync_runs) returns text[] language sql immutable as $$
  select array[r.kind, r.state] where r.kind <> 'hint'
$$;
create function counted_in(r sync_runs) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('connection', r.connection_id)
$$;
call keep_counts('sync_runs');
create index sync_runs_shown on sync_runs (workspace_id, connection_id, id desc) where listed_as is not null;
create index sync_runs_alike on sync_runs (workspace_id, connection_id, listed_as, id desc);

create function traits_of(r sync_failures) returns text[] language sql immutable as $$
  select array[r.entity]
$$;
create function counted_in(r sync_failures) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('connection', r.connection_id)
$$;
call keep_counts('sync_failures');
create index sync_failures_of_kind on sync_failures (workspace_id, connection_id, entity, last_at desc, id desc);
