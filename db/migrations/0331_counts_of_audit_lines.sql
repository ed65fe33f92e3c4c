-- How many lines the audit log has, kept by action, actor and outcome, of all and of each month, day and hour. Whoever writes a line
-- waits for nobody: a statement leaves what it changed (audit_changes), and what was left is added up soon after (platform/audit-trail.ts).
-- Lines that are begun and not ended are few, and are counted as they stand.
create table audit_counts (
  workspace_id bigint not null references workspaces (id),
  unit         text not null check (unit in ('all', 'month', 'day', 'hour')),
  -- Hours or days since 1970, months since the year 0; 0 of all.
  bucket       bigint not null,
  action       text not null,
  outcome      text not null,
  actor        text not null,
  n            bigint not null,
  primary key (workspace_id, unit, bucket, action, outcome, actor)
) with (fillfactor = 80);
create table audit_changes (
  workspace_id bigint not null references workspaces (id),
  id           uuid not null default gen_random_uuid(),
  -- Since 1970.
  hour         bigint not null,
  action       text not null,
  outcome      text not null,
  actor        text not null,
  n            bigint not null,
  primary key (workspace_id, id)
);

create function audit_hour(at timestamptz) returns bigint language sql immutable parallel safe as $$
  select floor(extract(epoch from at) / 3600)::bigint
$$;

create function leave_made_lines() returns trigger language plpgsql as $$
begin
  insert into audit_changes (workspace_id, hour, action, outcome, actor, n)
  select l.workspace_id, audit_hour(l.at), l.action, l.outcome, l.actor, count(*) from come l
  where l.outcome <> 'begun' group by 1, 2, 3, 4, 5;
  return null;
end $$;
create function leave_gone_lines() returns trigger language plpgsql as $$
begin
  insert into audit_changes (workspace_id, hour, action, outcome, actor, n)
  select l.workspace_id, audit_hour(l.at), l.action, l.outcome, l.actor, -count(*) from gone l
  where l.outcome <> 'begun' group by 1, 2, 3, 4, 5;
  return null;
end $$;
create function leave_ended_lines() returns trigger language plpgsql as $$
begin
  insert into audit_changes (workspace_id, hour, action, outcome, actor, n)
  select l.workspace_id, audit_hour(l.at), l.action, l.outcome, l.actor, sum(l.n)
  from (select workspace_id, at, action, outcome, actor, 1 as n from come
        union all select workspace_id, at, action, outcome, actor, -1 from gone) l
  where l.outcome <> 'begun' group by 1, 2, 3, 4, 5 having sum(l.n) <> 0;
  return null;
end $$;
create trigger audit_lines_made after insert on audit_lines referencing new table as come
  for each statement execute function leave_made_lines();
create trigger audit_lines_gone after delete on audit_lines referencing old table as gone
  for each statement execute function leave_gone_lines();
create trigger audit_lines_ended after update on audit_lines referencing old table as gone new table as come
  for each statement execute function leave_ended_lines();

create function audit_places(hour bigint) returns table (unit text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('hour', hour), ('day', floor(hour / 24.0)::bigint),
    ('month', month_number((to_timestamp(hour * 3600) at time zone 'UTC')::date))
$$;

-- Adds up what was left, of any workspaces; in the order of the key, so that two that do so at once wait instead of stopping each other.
-- Answers how much there was.
create function add_up_audit_changes(at_most integer) returns integer language plpgsql as $$
declare
  left_there audit_changes[];
begin
  with taken as (
    delete from audit_changes c using (
      select workspace_id, id from audit_changes order by workspace_id, id limit at_most for update skip locked) t
    where c.workspace_id = t.workspace_id and c.id = t.id returning c.*)
  select coalesce(array_agg(t::audit_changes), '{}') from taken t into left_there;
  insert into audit_counts as c
  select l.workspace_id, p.unit, p.bucket, l.action, l.outcome, l.actor, sum(l.n)
  from unnest(left_there) l cross join lateral audit_places(l.hour) p
  group by 1, 2, 3, 4, 5, 6 having sum(l.n) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict (workspace_id, unit, bucket, action, outcome, actor) do update set n = c.n + excluded.n;
  delete from audit_counts c using unnest(left_there) l cross join lateral audit_places(l.hour) p
  where l.n < 0 and c.n = 0 and c.workspace_id = l.workspace_id and c.unit = p.unit and c.bucket = p.bucket
    and c.action = l.action and c.outcome = l.outcome and c.actor = l.actor;
  return cardinality(left_there);
end $$;

insert into audit_counts
select l.workspace_id, p.unit, p.bucket, l.action, l.outcome, l.actor, count(*)
from audit_lines l cross join lateral audit_places(audit_hour(l.at)) p where l.outcome <> 'begun'
group by 1, 2, 3, 4, 5, 6;

drop index audit_lines_action;
create index audit_lines_alike on audit_lines (workspace_id, action, outcome, at, id);
create index audit_lines_begun on audit_lines (workspace_id, at) where outcome = 'begun';

-- The counts, and what is left, against the lines: what differs, and nothing when all is well.
create function audit_count_differences(workspace bigint) returns table (
  unit text, bucket bigint, action text, outcome text, actor text, kept bigint, found bigint) language sql stable as $$
  with kept as (
    select k.unit, k.bucket, k.action, k.outcome, k.actor, sum(k.n)::bigint as n from (
      select c.unit, c.bucket, c.action, c.outcome, c.actor, c.n from audit_counts c where c.workspace_id = workspace
      union all
      select p.unit, p.bucket, c.action, c.outcome, c.actor, c.n from audit_changes c
      cross join lateral audit_places(c.hour) p where c.workspace_id = workspace) k group by 1, 2, 3, 4, 5
  ), found as (
    select p.unit, p.bucket, l.action, l.outcome, l.actor, count(*) as n
    from audit_lines l cross join lateral audit_places(audit_hour(l.at)) p
    where l.workspace_id = workspace and l.outcome <> 'begun' group by 1, 2, 3, 4, 5
  )
  select unit, bucket, action, outcome, actor, coalesce(k.n, 0), coalesce(f.n, 0)
  from kept k full join found f using (unit, bucket, action, outcome, actor)
  where coalesce(k.n, 0) <> coalesce(f.n, 0)
$$;
