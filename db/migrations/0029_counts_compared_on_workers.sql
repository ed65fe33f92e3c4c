-- Citus takes no function in SQL that asks a table of workspaces, no row of a shard as one of its table, and no function that asks a table beside
-- a table (docs/decisions/0308). These functions compare as before; they run on the coordinator and ask one workspace with each query.

-- What the rows of a list are counted as and the places in which a row is counted, as expressions of a row `r` in the workspace $1. The traits
-- are those that `list_record` sets, and the places those of `count_by_statement`.
create function counted_lists() returns table (list text, traits text, places text) language sql immutable as $$
  select c.list, format(c.traits, $owner$case when r.listing_id is null then coalesce(r.connection_id::text, '') else (
           select coalesce(r.connection_id::text, 'of ' || l.connection_id, '') from listings l
           where l.workspace_id = $1 and l.id = r.listing_id and l.active) end$owner$), c.places
  from (values
    ('airbnb_bookings',
     $t$(select array[r.state, r.connection_id::text] from listings l
         where l.workspace_id = $1 and l.id = r.listing_id and l.active)$t$,
     $p$('all', 0::bigint), ('listing', r.listing_id),
        ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
        ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out))$p$),
    ('airbnb_transactions',
     $t$array[r.connection_id::text, r.status, r.type]$t$,
     $p$('all', 0::bigint), ('payout day', (coalesce(r.payout_date, r.date) - date '1970-01-01')::bigint),
        ('payout month', month_number(coalesce(r.payout_date, r.date)))$p$),
    ('channel_links',
     $t$case when r.platform = 'vrbo' then (
          select array[case when r.active then 'active' else 'inactive' end, coalesce(l.connection_id::text, '')] from listings l
          where l.workspace_id = $1 and l.id = r.listing_id and l.active and l.archived_at is null) end$t$,
     $p$('all', 0::bigint), ('listing', r.listing_id)$p$),
    ('conversations',
     $t$(select array[coalesce(r.platform, ''), coalesce(r.account_id::text, ''), o.owner]
         from (select %1$s as owner) o where o.owner is not null)$t$,
     $p$('all', 0::bigint), ('listing', r.listing_id)$p$),
    ('guest_figures',
     $t$case when r.shown > 0 then array['booked'] when r.bookings = 0 then array['none'] end$t$,
     $p$('all', 0::bigint)$p$),
    ('inquiries',
     $t$(select array[case when r.status in ('open', 'pre_approved', 'special_offer_sent') and r.lapses_at <= r.lapse_told_at
                           then 'expired' else r.status end, o.owner]
         from (select %1$s as owner) o where o.owner is not null)$t$,
     $p$('all', 0::bigint), ('listing', r.listing_id)$p$),
    ('listings',
     $t$array[case when r.active then 'active' else 'inactive' end, case when r.archived_at is null then '' else 'archived' end,
              coalesce(r.lifecycle_status, ''), coalesce(r.account_id::text, ''), coalesce(r.connection_id::text, ''), r.on_channels,
              r.on_hosts]$t$,
     $p$('all', 0::bigint), ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
        ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
        ('change month', month_number((r.updated_at at time zone 'UTC')::date))$p$),
    ('reviews',
     $t$(select array[coalesce(r.platform, ''), coalesce(r.account_id::text, ''), o.owner, r.reviewer_role,
                      case when r.response_body is null then 'unanswered' else 'responded' end]
         from (select %1$s as owner) o where o.owner is not null)$t$,
     $p$('all', 0::bigint), ('listing', r.listing_id), ('rating', (r.rating * 100)::bigint)$p$),
    ('sync_failures', $t$array[r.entity, r.severity]$t$, $p$('connection', r.connection_id)$p$),
    ('sync_runs', $t$case when r.kind <> 'hint' then array[r.kind, r.state] end$t$, $p$('connection', r.connection_id)$p$)
  ) c (list, traits, places)
$$;

-- A list that is counted and stands in `counted_lists` under no name makes this fail.
create or replace function record_count_differences(workspace bigint) returns table (
  list text, counted_by text, bucket bigint, traits text[], kept bigint, found bigint) language plpgsql stable as $$
declare
  counted record;
begin
  for counted in
    select c.relname as name, e.traits, e.places from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join counted_lists() e on e.list = c.relname
    where a.attname = 'listed_as' and a.atttypid = 'text[]'::regtype and c.relkind in ('r', 'p')
      and c.relnamespace = current_schema::regnamespace
  loop
    return query execute replace(replace(format($sql$
      with found as (
        select p.counted_by, p.bucket, t.traits, count(*) as n
        from %1$I r cross join lateral (select <traits> as traits) t
        cross join lateral (values <places>) p (counted_by, bucket)
        where r.workspace_id = $1 and t.traits is not null and p.bucket is not null
        group by 1, 2, 3
      )
      select %1$L, coalesce(k.counted_by, f.counted_by), coalesce(k.bucket, f.bucket), coalesce(k.traits, f.traits),
             coalesce(k.n, 0), coalesce(f.n, 0)
      from (select * from record_counts c where c.workspace_id = $1 and c.list = %1$L) k
      full join found f using (counted_by, bucket, traits)
      where k.n is distinct from f.n
      union all
      select %1$L, 'listed', 0::bigint, r.listed_as, 1, 0 from %1$I r
      where r.workspace_id = $1 and r.listed_as is distinct from <traits>$sql$,
      counted.name), '<traits>', counted.traits), '<places>', counted.places) using workspace;
  end loop;
end $$;

create or replace function reservation_count_differences(workspace bigint) returns table (
  counted_by text, bucket bigint, listed_as text, source text, account_id bigint, listed_under bigint, kept bigint, found bigint)
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with found as (
      select p.counted_by, p.bucket, r.listed_as, coalesce(r.source, '') as source, coalesce(r.account_id, 0) as account_id,
             r.listed_under, count(*) as n
      from reservations r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
        ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
        ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out)),
        ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
        ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
        ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
      where r.workspace_id = workspace and r.listed_as is not null
      group by 1, 2, 3, 4, 5, 6
    )
    select counted_by, bucket, listed_as, source, account_id, listed_under, coalesce(k.n, 0), coalesce(f.n, 0)
    from (select * from reservation_counts c where c.workspace_id = workspace) k
    full join found f using (counted_by, bucket, listed_as, source, account_id, listed_under)
    where k.n is distinct from f.n
    union all
    select 'listed', r.id, r.listed_as, coalesce(r.source, ''), coalesce(r.account_id, 0), r.listed_under, 1, 0
    from reservations r left join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    where r.workspace_id = workspace and (
      r.listed_under <> coalesce(r.connection_id, l.connection_id, 0)
      or (r.listed_as is not null) <> (r.merged_into is null and coalesce(l.active, false))
      or r.listed_as not in (r.status, listed_status(r.status, r.completes_at, r.lapses_at, 'infinity')));
end $$;

create or replace function airbnb_booking_differences(workspace bigint) returns table (id bigint, kept jsonb, found jsonb)
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select coalesce(k.id, f.id), to_jsonb(k) - array['workspace_id', 'listed_as'], to_jsonb(f)
    from (select * from airbnb_bookings b where b.workspace_id = workspace) k
    full join (
      select r.id, r.connection_id, r.listing_id, array[
               airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at, null),
               airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at, 'infinity')] as states,
             r.check_in, r.check_out, r.completes_at, r.lapses_at
      from reservations r join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'airbnb'
      where r.workspace_id = workspace) f using (id)
    where k.state = any(f.states) is not true
      or (k.connection_id, k.listing_id, k.check_in, k.check_out, k.completes_at, k.lapses_at)
        is distinct from (f.connection_id, f.listing_id, f.check_in, f.check_out, f.completes_at, f.lapses_at);
end $$;

-- Some thousand guests at a time, since their sums are held in memory.
create or replace function guest_figure_differences(workspace bigint) returns table (id bigint, kept jsonb, found jsonb)
  language plpgsql stable as $$
#variable_conflict use_column
declare
  guests bigint[] := array(select g.id from guests g where g.workspace_id = workspace order by g.id limit 5000);
  sums jsonb;
begin
  while guests <> '{}' loop
    sums := (select jsonb_agg(to_jsonb(s)) from figures_of_guests(workspace, guests) s);
    return query
      select f.id, k.figures, f.figures
      from (select (s.figures ->> 'id')::bigint as id, s.figures from jsonb_array_elements(sums) s (figures)) f
      left join (
        select g.id, to_jsonb(g) - array['workspace_id', 'listed_as'] as figures from guest_figures g
        where g.workspace_id = workspace and g.id = any(guests)) k using (id)
      where k.figures is distinct from f.figures;
    guests := array(
      select g.id from guests g where g.workspace_id = workspace and g.id > guests[cardinality(guests)] order by g.id limit 5000);
  end loop;
  return query
    select k.id, to_jsonb(k) - array['workspace_id', 'listed_as'], null::jsonb from guest_figures k
    where k.workspace_id = workspace and not exists (select from guests g where g.workspace_id = workspace and g.id = k.id);
end $$;

create or replace function sold_where_differences(workspace bigint) returns table (id bigint, kept text[], found text[])
  language plpgsql stable as $$
#variable_conflict use_column
declare
  homes bigint[] := array(select l.id from listings l where l.workspace_id = workspace);
  sold jsonb := (select jsonb_agg(to_jsonb(s)) from sold_where(workspace, homes) s);
begin
  return query
    select l.id, array[l.on_channels, l.on_hosts], array[s.on_channels, s.on_hosts]
    from jsonb_to_recordset(sold) s (id bigint, on_channels text, on_hosts text)
    join listings l on l.workspace_id = workspace and l.id = s.id
    where (l.on_channels, l.on_hosts) is distinct from (s.on_channels, s.on_hosts);
end $$;

create or replace function request_count_differences(workspace bigint) returns table (
  unit text, bucket bigint, operation_id text, family integer, kept bigint, found bigint) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with found as (
      select u.unit, floor(extract(epoch from r.created_at) / u.seconds)::bigint as bucket, r.operation_id, r.status / 100 as family,
             count(*) as n
      from request_log r cross join (values ('hour', 3600), ('day', 86400)) u (unit, seconds)
      where r.workspace_id = workspace group by 1, 2, 3, 4
    )
    select unit, bucket, operation_id, family, coalesce(k.n, 0), coalesce(f.n, 0)
    from (select * from request_counts c where c.workspace_id = workspace) k
    full join found f using (unit, bucket, operation_id, family)
    where coalesce(k.n, 0) <> coalesce(f.n, 0);
end $$;

create or replace function audit_count_differences(workspace bigint) returns table (
  unit text, bucket bigint, action text, outcome text, actor text, kept bigint, found bigint) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
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
    where coalesce(k.n, 0) <> coalesce(f.n, 0);
end $$;

create or replace function delivery_count_differences(workspace bigint) returns table (
  webhook_id uuid, week bigint, kept_accepted bigint, found_accepted bigint, kept_others bigint, found_others bigint)
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with found as (
      select a.webhook_id, week_number(a.started_at) as week, count(*) filter (where a.outcome = 'accepted') as accepted,
             count(*) filter (where a.outcome <> 'accepted') as others
      from delivery_attempts a where a.workspace_id = workspace group by 1, 2
    )
    select coalesce(k.webhook_id, f.webhook_id), coalesce(k.week, f.week), coalesce(k.accepted, 0), coalesce(f.accepted, 0),
           coalesce(k.others, 0), coalesce(f.others, 0)
    from (select * from delivery_counts c where c.workspace_id = workspace) k
    full join found f using (webhook_id, week)
    where (coalesce(k.accepted, 0), coalesce(k.others, 0)) is distinct from (coalesce(f.accepted, 0), coalesce(f.others, 0));
end $$;

-- Nobody writes records meanwhile. What differs is added to what is kept, so that who counts at the same time is not lost.
create or replace function count_anew(workspace bigint) returns void language plpgsql as $$
declare
  wrong record;
  ids bigint[];
  home bigint;
  channels text;
  hosts text;
begin
  perform from workspace_heads h where h.workspace_id = workspace for update;
  for home, channels, hosts in select d.id, d.found[1], d.found[2] from sold_where_differences(workspace) d loop
    update listings l set on_channels = channels, on_hosts = hosts where l.workspace_id = workspace and l.id = home;
  end loop;
  -- The triggers set what a row is listed as, and count it.
  ids := array(select d.bucket from reservation_count_differences(workspace) d where d.counted_by = 'listed');
  update reservations r set listing_id = r.listing_id where r.workspace_id = workspace and r.id = any(ids);
  ids := array(select d.id from airbnb_booking_differences(workspace) d);
  delete from airbnb_bookings b where b.workspace_id = workspace and b.id = any(ids);
  insert into airbnb_bookings (workspace_id, id, connection_id, listing_id, state, check_in, check_out, completes_at, lapses_at)
  select r.workspace_id, r.id, r.connection_id, r.listing_id,
         airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at, null), r.check_in, r.check_out, r.completes_at, r.lapses_at
  from reservations r join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'airbnb'
  where r.workspace_id = workspace
    and not exists (select from airbnb_bookings b where b.workspace_id = workspace and b.id = r.id);
  ids := array(select d.id from guest_figure_differences(workspace) d);
  delete from guest_figures f where f.workspace_id = workspace and f.id = any(ids);
  ids := array(select g.id from guests g where g.workspace_id = workspace and g.id = any(ids));
  insert into guest_figures (workspace_id, id, bookings, shown, stayed, cancelled, first_check_in, last_check_in, revenue, priced_check_in,
    priced_id, priced_currency)
  select workspace, f.* from figures_of_guests(workspace, ids) f;
  -- A change on Citus cannot compare a row with what it should be listed as, so all that are listed alike are listed anew.
  for wrong in select distinct d.list, d.traits from record_count_differences(workspace) d where d.counted_by = 'listed' loop
    execute format('update %I r set listed_as = null where r.workspace_id = $1 and r.listed_as is not distinct from $2', wrong.list)
      using workspace, wrong.traits;
  end loop;
  for wrong in
    select d.list, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits::text) as traits,
           array_agg(d.found - d.kept) as more
    from record_count_differences(workspace) d where d.counted_by <> 'listed' group by 1
  loop
    perform add_to_record_counts(workspace, wrong.list, wrong.ways, wrong.buckets, wrong.traits, wrong.more);
  end loop;
  for wrong in
    select array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.listed_as) as statuses,
           array_agg(d.source) as sources, array_agg(d.account_id) as accounts, array_agg(d.listed_under) as owners,
           array_agg(d.found - d.kept) as more
    from reservation_count_differences(workspace) d where d.counted_by <> 'listed' having count(*) > 0
  loop
    perform add_to_reservation_counts(workspace, wrong.ways, wrong.buckets, wrong.statuses, wrong.sources, wrong.accounts, wrong.owners,
      wrong.more);
  end loop;
  insert into request_counts as c (workspace_id, unit, bucket, operation_id, family, n)
  select workspace, d.unit, d.bucket, d.operation_id, d.family, d.found - d.kept from request_count_differences(workspace) d
  order by 1, 2, 3, 4, 5
  on conflict (workspace_id, unit, bucket, operation_id, family) do update set n = c.n + excluded.n;
  insert into audit_counts as c (workspace_id, unit, bucket, action, outcome, actor, n)
  select workspace, d.unit, d.bucket, d.action, d.outcome, d.actor, d.found - d.kept from audit_count_differences(workspace) d
  order by 1, 2, 3, 4, 5, 6
  on conflict (workspace_id, unit, bucket, action, outcome, actor) do update set n = c.n + excluded.n;
  for wrong in
    select array_agg(d.webhook_id) as webhooks, array_agg(d.week) as weeks, array_agg(d.found_accepted - d.kept_accepted) as accepted,
           array_agg(d.found_others - d.kept_others) as others
    from delivery_count_differences(workspace) d having count(*) > 0
  loop
    perform add_to_delivery_counts(workspace, wrong.webhooks, wrong.weeks, wrong.accepted, wrong.others);
  end loop;
end $$;
