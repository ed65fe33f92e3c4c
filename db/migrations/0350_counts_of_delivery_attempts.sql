-- How many attempts each webhook has, kept by the statements that write them, so that a list's total is a sum over a few weeks.
-- By the week that a partition holds: what is dropped with a partition goes here in one row.

-- Monday is the first day; week 0 began on 1970-01-05.
create function week_number(moment timestamptz) returns bigint language sql immutable parallel safe
  return floor((extract(epoch from moment) - 345600) / 604800)::bigint;

create table delivery_counts (
  workspace_id  bigint not null,
  webhook_id    uuid not null,
  week          bigint not null,
  accepted      bigint not null default 0,
  -- Failed or interrupted.
  others        bigint not null default 0,
  primary key (workspace_id, webhook_id, week),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id)
) with (fillfactor = 50);

-- Taken after everything else of a statement and in the order of the key: two that write the same counts wait and do not stop
-- each other.
create function add_to_delivery_counts(more delivery_counts[]) returns void language sql as $$
  insert into delivery_counts as c (workspace_id, webhook_id, week, accepted, others)
  select workspace_id, webhook_id, week, accepted, others from unnest(more) order by 1, 2, 3
  on conflict (workspace_id, webhook_id, week) do update
    set accepted = c.accepted + excluded.accepted, others = c.others + excluded.others
$$;

create function count_made_attempts() returns trigger language plpgsql as $$
begin
  perform add_to_delivery_counts(array_agg(d::delivery_counts)) from (
    select workspace_id, webhook_id, week_number(started_at), count(*) filter (where outcome = 'accepted'),
           count(*) filter (where outcome <> 'accepted')
    from come group by 1, 2, 3) d
  having count(*) > 0;
  return null;
end $$;
create function count_gone_attempts() returns trigger language plpgsql as $$
begin
  perform add_to_delivery_counts(array_agg(d::delivery_counts)) from (
    select workspace_id, webhook_id, week_number(started_at), -count(*) filter (where outcome = 'accepted'),
           -count(*) filter (where outcome <> 'accepted')
    from gone group by 1, 2, 3) d
  having count(*) > 0;
  return null;
end $$;
-- An attempt that was taken for interrupted gets the truth later; when it began stays.
create function count_changed_attempts() returns trigger language plpgsql as $$
begin
  perform add_to_delivery_counts(array_agg(d::delivery_counts)) from (
    select workspace_id, webhook_id, week_number(started_at), sum(more), -sum(more) from (
      select o.workspace_id, o.webhook_id, o.started_at,
             (n.outcome = 'accepted')::int - (o.outcome = 'accepted')::int as more
      from gone o join come n on n.workspace_id = o.workspace_id and n.id = o.id and n.started_at = o.started_at) changed
    group by 1, 2, 3 having sum(more) <> 0) d
  having count(*) > 0;
  return null;
end $$;

insert into delivery_counts
select workspace_id, webhook_id, week_number(started_at), count(*) filter (where outcome = 'accepted'),
       count(*) filter (where outcome <> 'accepted')
from delivery_attempts group by 1, 2, 3;

create trigger delivery_attempts_counted_made after insert on delivery_attempts referencing new table as come
  for each statement execute function count_made_attempts();
create trigger delivery_attempts_counted_gone after delete on delivery_attempts referencing old table as gone
  for each statement execute function count_gone_attempts();
create trigger delivery_attempts_counted_changed after update on delivery_attempts referencing old table as gone new table as come
  for each statement execute function count_changed_attempts();

-- A page is merged from the beginnings of the outcomes it shows.
create index delivery_attempts_outcome on delivery_attempts (workspace_id, webhook_id, outcome, started_at desc, id desc);
drop index delivery_attempts_webhook;
-- What was sent about a listing that is switched off is not shown, and not counted: found by the listings that are.
create index events_listing on events (workspace_id, coalesce(origin_workspace_id, workspace_id), listing_id)
  where listing_id is not null;
create index listings_inactive on listings (workspace_id, id) where not active;

-- The counts against the rows: what differs, and nothing when all is well.
create function delivery_count_differences(workspace bigint) returns table (
  webhook_id uuid, week bigint, kept_accepted bigint, found_accepted bigint, kept_others bigint, found_others bigint)
  language sql stable as $$
  with found as (
    select a.webhook_id, week_number(a.started_at) as week, count(*) filter (where a.outcome = 'accepted') as accepted,
           count(*) filter (where a.outcome <> 'accepted') as others
    from delivery_attempts a where a.workspace_id = workspace group by 1, 2
  )
  select coalesce(k.webhook_id, f.webhook_id), coalesce(k.week, f.week), coalesce(k.accepted, 0), coalesce(f.accepted, 0),
         coalesce(k.others, 0), coalesce(f.others, 0)
  from (select * from delivery_counts c where c.workspace_id = workspace) k
  full join found f using (webhook_id, week)
  where (coalesce(k.accepted, 0), coalesce(k.others, 0)) is distinct from (coalesce(f.accepted, 0), coalesce(f.others, 0))
$$;
