-- On Citus a trigger runs on a worker, on a shard. There a statement that reads a transition table cannot write another table, a row has the
-- type of its shard, and a `when` cannot ask a table (docs/decisions/0297).

-- Citus takes no parameters of a function in SQL where a table of workspaces is asked: these are as they were, in PL/pgSQL.
create or replace function listed_under(workspace bigint, connection bigint, listing bigint) returns text language plpgsql stable as $$
begin
  return case when listing is null then coalesce(connection::text, '') else (
    select coalesce(connection::text, 'of ' || l.connection_id, '') from listings l
    where l.workspace_id = workspace and l.id = listing and l.active) end;
end $$;

create or replace function keep_part(workspace bigint, type text, record bigint, part text, was jsonb) returns void language plpgsql as $$
begin
  insert into past_parts values (workspace, type, record, part, written_at(), was) on conflict do nothing;
end $$;

create or replace function channels_of(workspace bigint, listing bigint) returns jsonb language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'platform', l.platform, 'externalId', l.external_id, 'active', l.active, 'syncEnabled', l.sync_enabled)
      order by l.platform, l.external_id), '[]')
    from channel_links l where l.workspace_id = workspace and l.listing_id = listing);
end $$;

create or replace function contacts_of(workspace bigint, guest bigint) returns jsonb language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'type', c.type, 'value', c.value, 'isPrimary', c.is_primary, 'verified', c.verified, 'lastUsedAt', c.last_used_at)
      order by c.is_primary desc, c.created_at, c.value), '[]')
    from guest_contacts c where c.workspace_id = workspace and c.guest_id = guest);
end $$;

create or replace function units_of(workspace bigint, listing bigint) returns jsonb language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', u.id::text, 'name', u.name, 'active', u.active, 'parent_id', u.parent_id::text,
      'housekeeping_status', u.housekeeping_status, 'floor', u.floor, 'source', u.source) order by u.id), '[]')
    from units u join listing_units l on l.workspace_id = u.workspace_id and l.unit_id = u.id
    where u.workspace_id = workspace and l.listing_id = listing);
end $$;

create or replace function sold_where(workspace bigint, listings bigint[]) returns table (id bigint, on_channels text, on_hosts text)
  language plpgsql stable as $$
begin
  return query
    select l.id, coalesce(c.names, ''), coalesce(h.ids, '')
    from (select distinct unnest(listings) as id) l
    left join (
      select c.listing_id, ',' || string_agg(distinct c.platform, ',' order by c.platform) || ',' as names from channel_links c
      where c.workspace_id = workspace and c.listing_id = any(listings) and c.active group by c.listing_id) c on c.listing_id = l.id
    left join (
      select k.listing_id, ',' || string_agg(distinct k.connection_id::text, ',' order by k.connection_id::text) || ',' as ids
      from listing_links k join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id and n.provider = 'airbnb'
      where k.workspace_id = workspace and k.listing_id = any(listings) group by k.listing_id) h on h.listing_id = l.id;
end $$;

create or replace function note_where_sold(workspace bigint, of_listings bigint[]) returns void language plpgsql as $$
begin
  update listings l set on_channels = s.on_channels, on_hosts = s.on_hosts from sold_where(workspace, of_listings) s
  where l.workspace_id = workspace and l.id = s.id and (l.on_channels, l.on_hosts) is distinct from (s.on_channels, s.on_hosts);
end $$;

-- Guest by guest, by the index: Citus plans no generic plan of a query for each entry of an array.
create or replace function figures_of_guests(workspace bigint, guests bigint[]) returns table (
  id bigint, bookings int, shown int, stayed int, cancelled int, first_check_in date, last_check_in date, revenue jsonb,
  priced_check_in date, priced_id bigint, priced_currency text)
  language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  paid record;
begin
  foreach id in array guests loop
    select count(*)::int, count(r.listed_as)::int, (count(*) filter (where r.listed_as = 'completed'))::int,
           (count(*) filter (where r.listed_as = 'cancelled'))::int,
           min(r.check_in) filter (where r.listed_as = 'completed'), max(r.check_in) filter (where r.listed_as = 'completed')
    into bookings, shown, stayed, cancelled, first_check_in, last_check_in
    from reservations r where r.workspace_id = workspace and r.guest_id = figures_of_guests.id;
    revenue := '{}';
    priced_check_in := null;
    priced_id := null;
    priced_currency := null;
    if stayed > 0 then
      for paid in
        select coalesce(r.currency, '') as currency, sum(r.total_price) as amount from reservations r
        where r.workspace_id = workspace and r.guest_id = figures_of_guests.id and r.listed_as = 'completed' and r.total_price is not null
        group by 1
      loop
        revenue := revenue || jsonb_build_object(paid.currency, paid.amount);
      end loop;
      select r.check_in, r.id, r.currency into priced_check_in, priced_id, priced_currency from reservations r
      where r.workspace_id = workspace and r.guest_id = figures_of_guests.id and r.listed_as = 'completed' and r.total_price is not null
      order by r.check_in desc, r.id desc limit 1;
    end if;
    return next;
  end loop;
end $$;

-- Several numbers of one workspace at once, each array an entry for each. They are written in the order of the key, so that two that change
-- the same counts wait instead of stopping each other.
create function add_to_record_counts(workspace bigint, counted_list text, ways text[], buckets bigint[], traits_as_text text[], more bigint[])
  returns void language plpgsql as $$
declare
  spent record;
begin
  insert into record_counts as c (workspace_id, list, counted_by, bucket, traits, n)
  select workspace, counted_list, m.way, m.bucket, m.traits::text[], m.n
  from unnest(ways, buckets, traits_as_text, more) as m (way, bucket, traits, n) order by 3, 4, 5
  on conflict (workspace_id, list, counted_by, bucket, traits) do update set n = c.n + excluded.n;
  for spent in
    select c.counted_by, c.bucket, c.traits from unnest(ways, buckets, traits_as_text) as m (way, bucket, traits)
    join record_counts c on c.workspace_id = workspace and c.list = counted_list and c.counted_by = m.way and c.bucket = m.bucket
      and c.traits = m.traits::text[]
    where c.n = 0
  loop
    delete from record_counts c where c.workspace_id = workspace and c.list = counted_list and c.counted_by = spent.counted_by
      and c.bucket = spent.bucket and c.traits = spent.traits;
  end loop;
end $$;

create function add_to_reservation_counts(workspace bigint, ways text[], buckets bigint[], statuses text[], sources text[], accounts bigint[],
  owners bigint[], more bigint[]) returns void language plpgsql as $$
begin
  insert into reservation_counts as c (workspace_id, counted_by, bucket, listed_as, source, account_id, listed_under, n)
  select workspace, m.* from unnest(ways, buckets, statuses, sources, accounts, owners, more)
    as m (way, bucket, status, source, account, owner, n) order by 2, 3, 4, 5, 6, 7
  on conflict (workspace_id, counted_by, bucket, listed_as, source, account_id, listed_under) do update set n = c.n + excluded.n;
  if 0 > any(more) then
    delete from reservation_counts c using unnest(ways, buckets, statuses, sources, accounts, owners, more)
      as m (way, bucket, status, source, account, owner, n)
    where m.n < 0 and c.n = 0 and c.workspace_id = workspace and c.counted_by = m.way and c.bucket = m.bucket
      and c.listed_as = m.status and c.source = m.source and c.account_id = m.account and c.listed_under = m.owner;
  end if;
end $$;

-- The functions that count the rows of a list are made from the places in which a row `r` is counted, the same as in its `counted_in`.
-- A list to come has them from here, and not from `keep_counts`.
create procedure count_by_statement(list text, places text) language plpgsql as $$
declare
  counting text := $sql$
    declare
      counted record;
    begin
      for counted in
        select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.traits) as traits,
               array_agg(d.n) as more
        from (
          select r.workspace_id, p.counted_by, p.bucket, r.listed_as::text as traits, sum(r.n)::bigint as n
          from (%s) r cross join lateral (values %s) p (counted_by, bucket)
          where r.listed_as is not null and p.bucket is not null
          group by 1, 2, 3, 4 having sum(r.n) <> 0) d
        group by 1 order by 1
      loop
        perform add_to_record_counts(counted.workspace_id, %L, counted.ways, counted.buckets, counted.traits, counted.more);
      end loop;
      return null;
    end $sql$;
  come text := 'select come.*, 1 as n from come';
  gone text := 'select gone.*, -1 as n from gone';
begin
  execute format('create or replace function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_made_' || list, format(counting, come, places, list));
  execute format('create or replace function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_gone_' || list, format(counting, gone, places, list));
  execute format('create or replace function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_changed_' || list, format(counting, come || ' union all ' || gone, places, list));
end $$;
call count_by_statement('airbnb_bookings', $places$('all', 0::bigint), ('listing', r.listing_id),
  ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
  ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out))$places$);
call count_by_statement('airbnb_transactions', $places$('all', 0::bigint),
  ('payout day', (coalesce(r.payout_date, r.date) - date '1970-01-01')::bigint),
  ('payout month', month_number(coalesce(r.payout_date, r.date)))$places$);
call count_by_statement('channel_links', $places$('all', 0::bigint), ('listing', r.listing_id)$places$);
call count_by_statement('conversations', $places$('all', 0::bigint), ('listing', r.listing_id)$places$);
call count_by_statement('guest_figures', $places$('all', 0::bigint)$places$);
call count_by_statement('inquiries', $places$('all', 0::bigint), ('listing', r.listing_id)$places$);
call count_by_statement('listings', $places$('all', 0::bigint),
  ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
  ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
  ('change month', month_number((r.updated_at at time zone 'UTC')::date))$places$);
call count_by_statement('reviews', $places$('all', 0::bigint), ('listing', r.listing_id), ('rating', (r.rating * 100)::bigint)$places$);
call count_by_statement('sync_failures', $places$('connection', r.connection_id)$places$);
call count_by_statement('sync_runs', $places$('connection', r.connection_id)$places$);

-- The traits are those of `traits_of`, of the columns of each list: a row of a shard is not a row of the list. A trigger of a shard
-- has the number of the shard at the end of its name.
create or replace function list_record() returns trigger language plpgsql as $$
begin
  if tg_name like 'listings_listed%' then
    new.listed_as := array[
      case when new.active then 'active' else 'inactive' end, case when new.archived_at is null then '' else 'archived' end,
      coalesce(new.lifecycle_status, ''), coalesce(new.account_id::text, ''), coalesce(new.connection_id::text, ''), new.on_channels,
      new.on_hosts];
  elsif tg_name like 'airbnb_bookings_listed%' then
    new.listed_as := (select array[new.state, new.connection_id::text] from listings l
                      where l.workspace_id = new.workspace_id and l.id = new.listing_id and l.active);
  elsif tg_name like 'guest_figures_listed%' then
    new.listed_as := case when new.shown > 0 then array['booked'] when new.bookings = 0 then array['none'] end;
  elsif tg_name like 'sync_runs_listed%' then
    new.listed_as := case when new.kind <> 'hint' then array[new.kind, new.state] end;
  elsif tg_name like 'sync_failures_listed%' then
    new.listed_as := array[new.entity, new.severity];
  elsif tg_name like 'airbnb_transactions_listed%' then
    new.listed_as := array[new.connection_id::text, new.status, new.type];
  elsif tg_name like 'channel_links_listed%' then
    new.listed_as := case when new.platform = 'vrbo' then (
      select array[case when new.active then 'active' else 'inactive' end, coalesce(l.connection_id::text, '')] from listings l
      where l.workspace_id = new.workspace_id and l.id = new.listing_id and l.active and l.archived_at is null) end;
  else
    -- The last of the traits so far is the owner, without which no list shows the row.
    new.listed_as := array[listed_under(new.workspace_id, new.connection_id, new.listing_id)];
    if new.listed_as[1] is null then
      new.listed_as := null;
    elsif tg_name like 'conversations_listed%' then
      new.listed_as := array[coalesce(new.platform, ''), coalesce(new.account_id::text, '')] || new.listed_as;
    elsif tg_name like 'reviews_listed%' then
      new.listed_as := array[coalesce(new.platform, ''), coalesce(new.account_id::text, '')] || new.listed_as || array[new.reviewer_role,
        case when new.response_body is null then 'unanswered' else 'responded' end];
    elsif tg_name like 'inquiries_listed%' then
      new.listed_as := array[case when new.status in ('open', 'pre_approved', 'special_offer_sent') and new.lapses_at <= new.lapse_told_at
                                  then 'expired' else new.status end] || new.listed_as;
    end if;
  end if;
  return new;
end $$;

create or replace function count_made_reservations() returns trigger language plpgsql as $$
declare
  counted record;
begin
  for counted in
    select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.listed_as) as statuses,
           array_agg(d.source) as sources, array_agg(d.account_id) as accounts, array_agg(d.listed_under) as owners, array_agg(d.n) as more
    from (
      select r.workspace_id, p.counted_by, p.bucket, r.listed_as, coalesce(r.source, '') as source,
             coalesce(r.account_id, 0) as account_id, r.listed_under, count(*) as n
      from come r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
        ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
        ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out)),
        ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
        ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
        ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
      where r.listed_as is not null
      group by 1, 2, 3, 4, 5, 6, 7) d
    group by 1 order by 1
  loop
    perform add_to_reservation_counts(counted.workspace_id, counted.ways, counted.buckets, counted.statuses, counted.sources,
      counted.accounts, counted.owners, counted.more);
  end loop;
  return null;
end $$;

create or replace function count_gone_reservations() returns trigger language plpgsql as $$
declare
  counted record;
begin
  for counted in
    select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.listed_as) as statuses,
           array_agg(d.source) as sources, array_agg(d.account_id) as accounts, array_agg(d.listed_under) as owners, array_agg(d.n) as more
    from (
      select r.workspace_id, p.counted_by, p.bucket, r.listed_as, coalesce(r.source, '') as source,
             coalesce(r.account_id, 0) as account_id, r.listed_under, -count(*) as n
      from gone r cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
        ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
        ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out)),
        ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
        ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
        ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
      where r.listed_as is not null
      group by 1, 2, 3, 4, 5, 6, 7) d
    group by 1 order by 1
  loop
    perform add_to_reservation_counts(counted.workspace_id, counted.ways, counted.buckets, counted.statuses, counted.sources,
      counted.accounts, counted.owners, counted.more);
  end loop;
  return null;
end $$;

create or replace function count_changed_reservations() returns trigger language plpgsql as $$
declare
  counted record;
begin
  for counted in
    select d.workspace_id, array_agg(d.counted_by) as ways, array_agg(d.bucket) as buckets, array_agg(d.listed_as) as statuses,
           array_agg(d.source) as sources, array_agg(d.account_id) as accounts, array_agg(d.listed_under) as owners, array_agg(d.n) as more
    from (
      select o.workspace_id, p.counted_by, p.bucket, r.listed_as, r.source, r.account_id, r.listed_under, sum(r.n)::bigint as n
      from gone o join come n on n.workspace_id = o.workspace_id and n.id = o.id
      cross join lateral (values
        (o.listed_as, coalesce(o.source, ''), coalesce(o.account_id, 0), o.listed_under, o.listing_id, o.check_in, o.check_out,
         o.updated_at, -1),
        (n.listed_as, coalesce(n.source, ''), coalesce(n.account_id, 0), n.listed_under, n.listing_id, n.check_in, n.check_out,
         n.updated_at, 1)) r (listed_as, source, account_id, listed_under, listing_id, check_in, check_out, updated_at, n)
      cross join lateral (values ('all', 0::bigint), ('listing', r.listing_id),
        ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
        ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out)),
        ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
        ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
        ('change month', month_number((r.updated_at at time zone 'UTC')::date))) p (counted_by, bucket)
      where r.listed_as is not null
        and (o.listing_id, o.listed_as, o.source, o.account_id, o.listed_under, o.check_in, o.check_out, o.updated_at)
          is distinct from (n.listing_id, n.listed_as, n.source, n.account_id, n.listed_under, n.check_in, n.check_out, n.updated_at)
      group by 1, 2, 3, 4, 5, 6, 7 having sum(r.n) <> 0) d
    group by 1 order by 1
  loop
    perform add_to_reservation_counts(counted.workspace_id, counted.ways, counted.buckets, counted.statuses, counted.sources,
      counted.accounts, counted.owners, counted.more);
  end loop;
  return null;
end $$;

-- Of the columns, so that a worker has it.
create function airbnb_state(status text, status_detail text, completes_at timestamptz, lapses_at timestamptz, moment timestamptz)
  returns text language sql immutable as $$
  select case listed_status(status, completes_at, lapses_at, moment)
    when 'completed' then 'completed' when 'confirmed' then 'accepted' when 'pending' then 'pending'
    else case when status = 'pending' or status_detail in ('declined', 'request_expired') then 'denied'
              when status_detail = 'verification_failed' then 'failed_verification'
              when status_detail = 'request_voided' then 'request_voided' else 'cancelled' end end
$$;
create or replace function airbnb_state(r reservations, moment timestamptz) returns text language sql immutable as $$
  select airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at, moment)
$$;

-- The bookings as an array of objects. Those whose connection leads elsewhere are left out.
create function write_airbnb_bookings(workspace bigint, bookings jsonb) returns void language plpgsql as $$
begin
  insert into airbnb_bookings (workspace_id, id, connection_id, listing_id, state, check_in, check_out, completes_at, lapses_at)
  select workspace, b.id, b.connection_id, b.listing_id, b.state, b.check_in, b.check_out, b.completes_at, b.lapses_at
  from jsonb_to_recordset(bookings) as b (id bigint, connection_id bigint, listing_id bigint, state text, check_in date, check_out date,
    completes_at timestamptz, lapses_at timestamptz)
  on conflict (workspace_id, id) do update set connection_id = excluded.connection_id, listing_id = excluded.listing_id,
    state = excluded.state, check_in = excluded.check_in, check_out = excluded.check_out, completes_at = excluded.completes_at,
    lapses_at = excluded.lapses_at;
end $$;

create or replace function note_made_bookings() returns trigger language plpgsql as $$
declare
  home record;
  hosts bigint[];
begin
  for home in
    select workspace_id, array_agg(distinct connection_id) as connections from come where connection_id is not null group by 1 order by 1
  loop
    hosts := array(select c.id from connections c
                   where c.workspace_id = home.workspace_id and c.id = any(home.connections) and c.provider = 'airbnb');
    continue when hosts = '{}';
    perform write_airbnb_bookings(home.workspace_id, jsonb_agg(jsonb_build_object(
      'id', r.id, 'connection_id', r.connection_id, 'listing_id', r.listing_id,
      'state', airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at,
        nullif(current_setting('lodgewire.at', true), '')::timestamptz),
      'check_in', r.check_in, 'check_out', r.check_out, 'completes_at', r.completes_at, 'lapses_at', r.lapses_at)))
    from come r where r.workspace_id = home.workspace_id and r.connection_id = any(hosts);
  end loop;
  return null;
end $$;

create or replace function note_gone_bookings() returns trigger language plpgsql as $$
declare
  home record;
begin
  for home in select workspace_id, array_agg(id) as bookings from gone group by 1 order by 1 loop
    delete from airbnb_bookings b where b.workspace_id = home.workspace_id and b.id = any(home.bookings);
  end loop;
  return null;
end $$;

create or replace function note_changed_bookings() returns trigger language plpgsql as $$
declare
  home record;
  hosts bigint[];
begin
  for home in
    select o.workspace_id, array_agg(o.id) filter (where o.connection_id is distinct from r.connection_id) as moved,
           array_agg(distinct r.connection_id) as connections
    from gone o join come r on r.workspace_id = o.workspace_id and r.id = o.id
    where (o.connection_id, o.listing_id, o.status, o.status_detail, o.check_in, o.check_out, o.completes_at, o.lapses_at)
      is distinct from (r.connection_id, r.listing_id, r.status, r.status_detail, r.check_in, r.check_out, r.completes_at, r.lapses_at)
    group by 1 order by 1
  loop
    if home.moved is not null then
      delete from airbnb_bookings b where b.workspace_id = home.workspace_id and b.id = any(home.moved);
    end if;
    hosts := array(select c.id from connections c
                   where c.workspace_id = home.workspace_id and c.id = any(home.connections) and c.provider = 'airbnb');
    continue when hosts = '{}';
    perform write_airbnb_bookings(home.workspace_id, jsonb_agg(jsonb_build_object(
      'id', r.id, 'connection_id', r.connection_id, 'listing_id', r.listing_id,
      'state', airbnb_state(r.status, r.status_detail, r.completes_at, r.lapses_at,
        nullif(current_setting('lodgewire.at', true), '')::timestamptz),
      'check_in', r.check_in, 'check_out', r.check_out, 'completes_at', r.completes_at, 'lapses_at', r.lapses_at)))
    from gone o join come r on r.workspace_id = o.workspace_id and r.id = o.id
    where r.workspace_id = home.workspace_id and r.connection_id = any(hosts)
      and (o.connection_id, o.listing_id, o.status, o.status_detail, o.check_in, o.check_out, o.completes_at, o.lapses_at)
        is distinct from (r.connection_id, r.listing_id, r.status, r.status_detail, r.check_in, r.check_out, r.completes_at, r.lapses_at);
  end loop;
  return null;
end $$;

create or replace function begin_figures_of_guests() returns trigger language plpgsql as $$
declare
  made record;
begin
  for made in select workspace_id, array_agg(id) as guests from come group by 1 order by 1 loop
    insert into guest_figures (workspace_id, id, bookings, shown, stayed, cancelled, first_check_in, last_check_in, revenue,
      priced_check_in, priced_id, priced_currency)
    select made.workspace_id, f.* from figures_of_guests(made.workspace_id, made.guests) f;
  end loop;
  return null;
end $$;

create or replace function end_figures_of_guests() returns trigger language plpgsql as $$
declare
  ended record;
begin
  for ended in select workspace_id, array_agg(id) as guests from gone group by 1 order by 1 loop
    delete from guest_figures f where f.workspace_id = ended.workspace_id and f.id = any(ended.guests);
  end loop;
  return null;
end $$;

create or replace function count_requests() returns trigger language plpgsql as $$
declare
  counted record;
begin
  for counted in
    select d.workspace_id, array_agg(d.unit) as units, array_agg(d.bucket) as buckets, array_agg(d.operation_id) as operations,
           array_agg(d.family) as families, array_agg(d.n) as more
    from (
      select r.workspace_id, u.unit, floor(extract(epoch from r.created_at) / u.seconds)::bigint as bucket, r.operation_id,
             r.status / 100 as family, count(*) as n
      from come r cross join (values ('hour', 3600), ('day', 86400)) u (unit, seconds)
      group by 1, 2, 3, 4, 5) d
    group by 1 order by 1
  loop
    insert into request_counts as c (workspace_id, unit, bucket, operation_id, family, n)
    select counted.workspace_id, m.*
    from unnest(counted.units, counted.buckets, counted.operations, counted.families, counted.more)
      as m (unit, bucket, operation_id, family, n) order by 2, 3, 4, 5
    on conflict (workspace_id, unit, bucket, operation_id, family) do update set n = c.n + excluded.n;
  end loop;
  return null;
end $$;

create function add_to_delivery_counts(workspace bigint, webhooks uuid[], weeks bigint[], more_accepted bigint[], more_others bigint[])
  returns void language plpgsql as $$
begin
  insert into delivery_counts as c (workspace_id, webhook_id, week, accepted, others)
  select workspace, m.* from unnest(webhooks, weeks, more_accepted, more_others) as m (webhook, week, accepted, others) order by 2, 3
  on conflict (workspace_id, webhook_id, week) do update
    set accepted = c.accepted + excluded.accepted, others = c.others + excluded.others;
end $$;

create or replace function count_made_attempts() returns trigger language plpgsql as $$
begin
  perform add_to_delivery_counts(d.workspace_id, array_agg(d.webhook_id), array_agg(d.week), array_agg(d.accepted), array_agg(d.others))
  from (
    select workspace_id, webhook_id, week_number(started_at) as week, count(*) filter (where outcome = 'accepted') as accepted,
           count(*) filter (where outcome <> 'accepted') as others
    from come group by 1, 2, 3) d
  group by d.workspace_id order by d.workspace_id;
  return null;
end $$;

create or replace function count_gone_attempts() returns trigger language plpgsql as $$
begin
  perform add_to_delivery_counts(d.workspace_id, array_agg(d.webhook_id), array_agg(d.week), array_agg(d.accepted), array_agg(d.others))
  from (
    select workspace_id, webhook_id, week_number(started_at) as week, -count(*) filter (where outcome = 'accepted') as accepted,
           -count(*) filter (where outcome <> 'accepted') as others
    from gone group by 1, 2, 3) d
  group by d.workspace_id order by d.workspace_id;
  return null;
end $$;

create or replace function count_changed_attempts() returns trigger language plpgsql as $$
begin
  perform add_to_delivery_counts(d.workspace_id, array_agg(d.webhook_id), array_agg(d.week), array_agg(d.more), array_agg(-d.more))
  from (
    select o.workspace_id, o.webhook_id, week_number(o.started_at) as week,
           sum((n.outcome = 'accepted')::int - (o.outcome = 'accepted')::int) as more
    from gone o join come n on n.workspace_id = o.workspace_id and n.id = o.id and n.started_at = o.started_at
    group by 1, 2, 3 having sum((n.outcome = 'accepted')::int - (o.outcome = 'accepted')::int) <> 0) d
  group by d.workspace_id order by d.workspace_id;
  return null;
end $$;

create function leave_audit_changes(workspace bigint, hours bigint[], actions text[], outcomes text[], actors text[], more bigint[])
  returns void language plpgsql as $$
begin
  insert into audit_changes (workspace_id, hour, action, outcome, actor, n)
  select workspace, m.* from unnest(hours, actions, outcomes, actors, more) as m (hour, action, outcome, actor, n);
end $$;

create or replace function leave_made_lines() returns trigger language plpgsql as $$
begin
  perform leave_audit_changes(d.workspace_id, array_agg(d.hour), array_agg(d.action), array_agg(d.outcome), array_agg(d.actor), array_agg(d.n))
  from (
    select workspace_id, audit_hour(at) as hour, action, outcome, actor, count(*) as n from come
    where outcome <> 'begun' group by 1, 2, 3, 4, 5) d
  group by d.workspace_id;
  return null;
end $$;

create or replace function leave_gone_lines() returns trigger language plpgsql as $$
begin
  perform leave_audit_changes(d.workspace_id, array_agg(d.hour), array_agg(d.action), array_agg(d.outcome), array_agg(d.actor), array_agg(d.n))
  from (
    select workspace_id, audit_hour(at) as hour, action, outcome, actor, -count(*) as n from gone
    where outcome <> 'begun' group by 1, 2, 3, 4, 5) d
  group by d.workspace_id;
  return null;
end $$;

create or replace function leave_ended_lines() returns trigger language plpgsql as $$
begin
  perform leave_audit_changes(d.workspace_id, array_agg(d.hour), array_agg(d.action), array_agg(d.outcome), array_agg(d.actor), array_agg(d.n))
  from (
    select l.workspace_id, audit_hour(l.at) as hour, l.action, l.outcome, l.actor, sum(l.n) as n
    from (select workspace_id, at, action, outcome, actor, 1 as n from come
          union all select workspace_id, at, action, outcome, actor, -1 from gone) l
    where l.outcome <> 'begun' group by 1, 2, 3, 4, 5 having sum(l.n) <> 0) d
  group by d.workspace_id;
  return null;
end $$;

create or replace function note_made() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select workspace_id, array_agg(id) as ids, array_agg(created_at) as moments from made group by 1 order by 1 loop
    insert into record_history (workspace_id, record_type, record_id, revision, change, origin, created_at)
    select one.workspace_id, tg_argv[0], m.id, 1, 'created', 'kept', m.created_at from unnest(one.ids, one.moments) as m (id, created_at)
    on conflict do nothing;
  end loop;
  return null;
end $$;

-- Each change has the type and id of a record of the workspace, what it was before, and the moment.
create function note_changes(workspace bigint, changes jsonb) returns void language plpgsql as $$
begin
  insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
  select workspace, c.type, c.id,
         case when last.created_at = c.at then last.revision else coalesce(last.revision + 1, 1) end, 'updated', c.previous, 'kept', c.at
  from jsonb_to_recordset(changes) as c (type text, id bigint, previous jsonb, at timestamptz(3))
  left join lateral (
    select h.revision, h.change, h.created_at from record_history h
    where h.workspace_id = workspace and h.record_type = c.type and h.record_id = c.id
    order by h.revision desc limit 1) last on true
  -- A record that is new was never anything else.
  where (last.created_at = c.at and last.change = 'created') is not true
  on conflict (workspace_id, record_type, record_id, revision) do update
    set previous = excluded.previous || record_history.previous;
end $$;

-- Of a row as an object, so that a row of a shard is told as well.
create function guest_story(g jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'firstName', g -> 'first_name', 'lastName', g -> 'last_name', 'avatarUrl', g -> 'avatar_url', 'language', g -> 'language',
    'country', g -> 'country', 'currency', g -> 'currency', 'isBlacklisted', g -> 'is_blacklisted',
    'blacklistedReason', g -> 'blacklisted_reason', 'riskLevel', g -> 'risk_level', 'verificationLevel', g -> 'verification_level',
    'isBusinessTraveler', g -> 'is_business_traveler', 'flags', g -> 'flags', 'notes', g -> 'notes')
$$;
create function conversation_story(c jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'platform', c -> 'platform', 'guestId', c ->> 'guest_id', 'listingId', c ->> 'listing_id',
    'reservationId', c ->> 'reservation_id', 'subject', c -> 'subject', 'status', c -> 'status',
    'externalThreadId', c -> 'external_thread_id')
$$;

create or replace function note_guests() returns trigger language plpgsql as $$
begin
  perform note_changes(n.workspace_id, jsonb_agg(jsonb_build_object(
    'type', 'guest', 'id', n.id, 'previous', d.previous, 'at', changed_at(n.updated_at))))
  from before o join after n on n.workspace_id = o.workspace_id and n.id = o.id
  cross join lateral replaced(guest_story(to_jsonb(o)), guest_story(to_jsonb(n))) as d (previous)
  where d.previous <> '{}'
  group by n.workspace_id;
  return null;
end $$;

create or replace function note_conversations() returns trigger language plpgsql as $$
begin
  perform note_changes(n.workspace_id, jsonb_agg(jsonb_build_object(
    'type', 'conversation', 'id', n.id, 'previous', d.previous, 'at', changed_at(n.updated_at))))
  from before o join after n on n.workspace_id = o.workspace_id and n.id = o.id
  cross join lateral replaced(conversation_story(to_jsonb(o)), conversation_story(to_jsonb(n))) as d (previous)
  where d.previous <> '{}'
  group by n.workspace_id;
  return null;
end $$;

create or replace function note_contacts() returns trigger language plpgsql as $$
declare
  one record;
  before_it jsonb;
begin
  for one in
    select workspace_id, guest_id, max(created_at) as created_at, array_agg(type) as types, array_agg(value) as contacts
    from made group by 1, 2 order by 1, 2
  loop
    continue when (one.created_at <> (
      select g.created_at from guests g where g.workspace_id = one.workspace_id and g.id = one.guest_id)) is not true;
    before_it := (
      select coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value) order by c.type, c.value), '[]')
      from guest_contacts c
      where c.workspace_id = one.workspace_id and c.guest_id = one.guest_id
        and not exists (select from unnest(one.types, one.contacts) as m (type, value) where m.type = c.type and m.value = c.value));
    perform note_changes(one.workspace_id, jsonb_build_array(jsonb_build_object(
      'type', 'guest', 'id', one.guest_id, 'at', one.created_at, 'previous', jsonb_build_object('contacts', before_it))));
  end loop;
  return null;
end $$;

create or replace function index_history() returns trigger language plpgsql as $$
declare
  entry record;
begin
  if tg_op <> 'INSERT' then
    for entry in
      select g.workspace_id, array_agg(g.record_type) as types, array_agg(g.record_id) as ids, array_agg(k.field) as fields,
             array_agg(g.revision) as revisions
      from gone g cross join lateral jsonb_object_keys(g.previous) as k (field) group by 1 order by 1
    loop
      delete from history_fields f
      using unnest(entry.types, entry.ids, entry.fields, entry.revisions) as m (type, id, field, revision)
      where f.workspace_id = entry.workspace_id and f.record_type = m.type and f.record_id = m.id and f.field = m.field
        and f.revision = m.revision;
    end loop;
  end if;
  if tg_op <> 'DELETE' then
    for entry in
      select c.workspace_id, array_agg(c.record_type) as types, array_agg(c.record_id) as ids, array_agg(k.field) as fields,
             array_agg(c.revision) as revisions
      from come c cross join lateral jsonb_object_keys(c.previous) as k (field) group by 1 order by 1
    loop
      insert into history_fields (workspace_id, record_type, record_id, field, revision)
      select entry.workspace_id, m.* from unnest(entry.types, entry.ids, entry.fields, entry.revisions) as m (type, id, field, revision)
      on conflict do nothing;
    end loop;
  end if;
  return null;
end $$;

-- The column is named with the trigger.
create or replace function refuse_closed_key() returns trigger language plpgsql as $$
declare
  key_id text;
begin
  if tg_argv[0] = 'credentials' then
    key_id := sealed_key_id(new.credentials);
  elsif tg_argv[0] = 'session' then
    key_id := sealed_key_id(new.session);
  elsif tg_argv[0] = 'inbound' then
    key_id := sealed_text_key_id(new.inbound ->> 'sealed');
  elsif tg_argv[0] = 'url' then
    key_id := sealed_key_id(new.url);
  elsif tg_argv[0] = 'body' then
    key_id := sealed_key_id(new.body);
  elsif tg_argv[0] = 'sealed' then
    key_id := sealed_key_id(new.sealed);
  elsif tg_argv[0] = 'secret' then
    key_id := sealed_key_id(new.secret);
  else
    raise exception 'the trigger % names no column that has a key', tg_name;
  end if;
  if exists (select from encryption_keys k where k.id = key_id and k.closed_at is not null) then
    raise exception 'the encryption key was replaced: this process encrypts with one that is closed'
      using errcode = 'object_not_in_prerequisite_state', hint = 'Restart the process with the newest key first.';
  end if;
  return new;
end $$;
create or replace trigger connections_credentials_key before insert or update of credentials on connections for each row
  when (new.credentials is not null) execute function refuse_closed_key('credentials');
create or replace trigger connections_session_key before insert or update of session on connections for each row
  when (new.session is not null) execute function refuse_closed_key('session');
create or replace trigger connections_inbound_key before insert or update of inbound on connections for each row
  when (new.inbound is not null) execute function refuse_closed_key('inbound');
create or replace trigger ical_feeds_url_key before insert or update of url on ical_feeds for each row
  when (new.url is not null) execute function refuse_closed_key('url');
create or replace trigger idempotency_keys_body_key before insert or update of body on idempotency_keys for each row
  when (new.body is not null) execute function refuse_closed_key('body');
create or replace trigger kept_keys_sealed_key before insert or update of sealed on kept_keys for each row
  when (new.sealed is not null) execute function refuse_closed_key('sealed');
create or replace trigger member_links_secret_key before insert or update of secret on member_links for each row
  when (new.secret is not null) execute function refuse_closed_key('secret');
create or replace trigger migration_watches_credentials_key before insert or update of credentials on migration_watches for each row
  when (new.credentials is not null) execute function refuse_closed_key('credentials');
create or replace trigger migration_watches_session_key before insert or update of session on migration_watches for each row
  when (new.session is not null) execute function refuse_closed_key('session');
create or replace trigger vendor_access_session_key before insert or update of session on vendor_access for each row
  when (new.session is not null) execute function refuse_closed_key('session');
create or replace trigger webhooks_secret_key before insert or update of secret on webhooks for each row
  when (new.secret is not null) execute function refuse_closed_key('secret');
