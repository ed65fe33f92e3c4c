-- How many requests there were, kept for each hour and day with the lines of the log: by operation and by family of status. Lines
-- are written many at a time, and so are the counts, in the order of their key; nobody waits for longer than that statement.
create table request_counts (
  workspace_id  bigint not null references workspaces (id),
  unit          text not null check (unit in ('hour', 'day')),
  -- Hours or days since 1970.
  bucket        bigint not null,
  operation_id  text not null,
  -- 2 of 2xx.
  family        integer not null,
  n             bigint not null,
  primary key (workspace_id, unit, bucket, operation_id, family)
) with (fillfactor = 80);

create function count_requests() returns trigger language plpgsql as $$
begin
  insert into request_counts as c
  select r.workspace_id, u.unit, floor(extract(epoch from r.created_at) / u.seconds)::bigint, r.operation_id, r.status / 100, count(*)
  from come r cross join (values ('hour', 3600), ('day', 86400)) u (unit, seconds)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (workspace_id, unit, bucket, operation_id, family) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger request_log_counted after insert on request_log referencing new table as come
  for each statement execute function count_requests();

insert into request_counts
select r.workspace_id, u.unit, floor(extract(epoch from r.created_at) / u.seconds)::bigint, r.operation_id, r.status / 100, count(*)
from request_log r cross join (values ('hour', 3600), ('day', 86400)) u (unit, seconds)
group by 1, 2, 3, 4, 5;

-- Requests of one operation and family, the newest first: a page is merged from a few of these.
create index request_log_alike on request_log (workspace_id, operation_id, (status / 100), created_at desc, id desc);

-- The counts against the lines: what differs, and nothing when all is well.
create function request_count_differences(workspace bigint) returns table (
  unit text, bucket bigint, operation_id text, family integer, kept bigint, found bigint) language sql stable as $$
  with found as (
    select u.unit, floor(extract(epoch from r.created_at) / u.seconds)::bigint as bucket, r.operation_id, r.status / 100 as family,
           count(*) as n
    from request_log r cross join (values ('hour', 3600), ('day', 86400)) u (unit, seconds)
    where r.workspace_id = workspace group by 1, 2, 3, 4
  )
  select unit, bucket, operation_id, family, coalesce(k.n, 0), coalesce(f.n, 0)
  from (select * from request_counts c where c.workspace_id = workspace) k
  full join found f using (unit, bucket, operation_id, family)
  where coalesce(k.n, 0) <> coalesce(f.n, 0)
$$;
