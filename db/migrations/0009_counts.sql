create function month_number(day date) returns bigint language sql immutable parallel safe
  return extract(year from day)::bigint * 12 + extract(month from day)::bigint - 1;
create index reservations_arrival_month on reservations (workspace_id, month_number(check_in), listed_as, id)
  where listed_as is not null;
create index reservations_departure_month on reservations (workspace_id, month_number(check_out), listed_as, id)
  where listed_as is not null;
create index airbnb_bookings_arrival_month on airbnb_bookings (workspace_id, month_number(check_in), listed_as, id);
create index airbnb_bookings_departure_month on airbnb_bookings (workspace_id, month_number(check_out), listed_as, id);

create function listed_status(status text, completes_at timestamptz, lapses_at timestamptz, moment timestamptz) returns text
  language sql immutable parallel safe
  return case when status = 'confirmed' and completes_at <= moment - interval '1 hour' then 'completed'
              when status = 'pending' and lapses_at <= moment - interval '1 hour' then 'cancelled'
              else status end;

-- Without a moment of the transaction nothing is taken to be over.
create function list_reservation() returns trigger language plpgsql as $$
declare
  home record;
begin
  select l.active, l.connection_id into home from listings l
  where l.workspace_id = new.workspace_id and l.id = new.listing_id;
  new.listed_under := coalesce(new.connection_id, home.connection_id, 0);
  new.listed_as := case when new.merged_into is null and home.active then listed_status(
    new.status, new.completes_at, new.lapses_at, nullif(current_setting('lodgewire.at', true), '')::timestamptz) end;
  return new;
end $$;

create table reservation_counts (
  workspace_id bigint not null references workspaces (id),
  -- 'all'; 'listing', with its id as the bucket; 'arrival day', 'departure day', 'change day' (since 1970), 'change hour' (since 1970),
  -- 'arrival month', 'departure month', 'change month' (since the year 0).
  counted_by   text not null,
  bucket       bigint not null,
  listed_as    text not null,
  source       text not null,
  account_id   bigint not null,
  listed_under bigint not null,
  n            bigint not null,
  primary key (workspace_id, counted_by, bucket, listed_as, source, account_id, listed_under)
) with (fillfactor = 80);

create function places_of(r reservations) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('listing', r.listing_id),
    ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
    ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out)),
    ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
    ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
    ('change month', month_number((r.updated_at at time zone 'UTC')::date))
$$;

-- In the order of the key, so that two that change the same counts wait instead of stopping each other.
create function add_to_counts(more reservation_counts[]) returns void language sql as $$
  insert into reservation_counts as c
  select * from unnest(more) order by 1, 2, 3, 4, 5, 6, 7
  on conflict (workspace_id, counted_by, bucket, listed_as, source, account_id, listed_under) do update set n = c.n + excluded.n;
  delete from reservation_counts c using unnest(more) m
  where m.n < 0 and c.n = 0 and c.workspace_id = m.workspace_id and c.counted_by = m.counted_by and c.bucket = m.bucket
    and c.listed_as = m.listed_as and c.source = m.source and c.account_id = m.account_id and c.listed_under = m.listed_under
$$;

create function count_made_reservations() returns trigger language plpgsql as $$
begin
  perform add_to_counts(array_agg(d::reservation_counts)) from (
    select r.workspace_id, p.counted_by, p.bucket, r.listed_as, coalesce(r.source, ''), coalesce(r.account_id, 0),
           r.listed_under, count(*)
    from come r cross join lateral places_of(r) p where r.listed_as is not null
    group by 1, 2, 3, 4, 5, 6, 7) d
  having count(*) > 0;
  return null;
end $$;

create function count_gone_reservations() returns trigger language plpgsql as $$
begin
  perform add_to_counts(array_agg(d::reservation_counts)) from (
    select r.workspace_id, p.counted_by, p.bucket, r.listed_as, coalesce(r.source, ''), coalesce(r.account_id, 0),
           r.listed_under, -count(*)
    from gone r cross join lateral places_of(r) p where r.listed_as is not null
    group by 1, 2, 3, 4, 5, 6, 7) d
  having count(*) > 0;
  return null;
end $$;

create function count_changed_reservations() returns trigger language plpgsql as $$
begin
  perform add_to_counts(array_agg(d::reservation_counts)) from (
    select r.workspace_id, r.counted_by, r.bucket, r.listed_as, r.source, r.account_id, r.listed_under, sum(r.n)::bigint
    from gone o join come n on n.workspace_id = o.workspace_id and n.id = o.id
    cross join lateral (
      select o.workspace_id, p.counted_by, p.bucket, o.listed_as, coalesce(o.source, '') as source,
             coalesce(o.account_id, 0) as account_id, o.listed_under, -1 as n
      from places_of(o) p where o.listed_as is not null
      union all
      select n.workspace_id, p.counted_by, p.bucket, n.listed_as, coalesce(n.source, ''), coalesce(n.account_id, 0),
             n.listed_under, 1
      from places_of(n) p where n.listed_as is not null) r
    where (o.listing_id, o.listed_as, o.source, o.account_id, o.listed_under, o.check_in, o.check_out, o.updated_at)
      is distinct from (n.listing_id, n.listed_as, n.source, n.account_id, n.listed_under, n.check_in, n.check_out, n.updated_at)
    group by 1, 2, 3, 4, 5, 6, 7 having sum(r.n) <> 0) d
  having count(*) > 0;
  return null;
end $$;

-- A listing that is shown again, or no more, and one that changes hands, takes its reservations along.
create function list_reservations_of_listing() returns trigger language plpgsql as $$
begin
  update reservations r set listed_as = r.listed_as, listing_id = r.listing_id
  where r.workspace_id = new.workspace_id and r.listing_id = new.id;
  return null;
end $$;
create trigger reservations_listed before insert or update of status, completes_at, lapses_at, merged_into, listing_id, connection_id
  on reservations for each row execute function list_reservation();
create trigger reservations_counted_made after insert on reservations referencing new table as come
  for each statement execute function count_made_reservations();
create trigger reservations_counted_gone after delete on reservations referencing old table as gone
  for each statement execute function count_gone_reservations();
create trigger reservations_counted_changed after update on reservations referencing old table as gone new table as come
  for each statement execute function count_changed_reservations();
create trigger listings_reservations after update of active, connection_id on listings for each row
  when ((old.active, old.connection_id) is distinct from (new.active, new.connection_id))
  execute function list_reservations_of_listing();

-- Counts that are kept with the rows of any list. What a row is counted as are its traits: `listed_as`, null when
-- no list shows it. A list says with two functions, of its row, which traits these are and in which places a row is counted:
--   traits_of(r <table>) returns text[]
--   counted_in(r <table>) returns table (counted_by text, bucket bigint)
-- and `call keep_counts('<table>')` does the rest.
create table record_counts (
  workspace_id bigint not null references workspaces (id),
  -- The table whose rows are counted.
  list         text not null,
  -- 'all', or what the bucket is: 'listing', 'rating' and so on.
  counted_by   text not null,
  bucket       bigint not null,
  traits       text[] not null,
  n            bigint not null,
  primary key (workspace_id, list, counted_by, bucket, traits)
) with (fillfactor = 80);

-- A statement whose triggers change a row again may take it away before it adds it.
create function add_to_counts(more record_counts[]) returns void language sql as $$
  insert into record_counts as c
  select * from unnest(more) order by 1, 2, 3, 4, 5
  on conflict (workspace_id, list, counted_by, bucket, traits) do update set n = c.n + excluded.n;
  delete from record_counts c using unnest(more) m
  where c.n = 0 and c.workspace_id = m.workspace_id and c.list = m.list and c.counted_by = m.counted_by
    and c.bucket = m.bucket and c.traits = m.traits
$$;

create function list_record() returns trigger language plpgsql as $$
begin
  new.listed_as := traits_of(new);
  return new;
end $$;

-- The triggers of a table are made from its name: a row that has come or gone does not know of which table it is.
create procedure keep_counts(kept regclass) language plpgsql as $$
declare
  -- What a statement did: n counts, the rows it made more and the rows it took away less.
  counting text := $sql$
    begin
      perform add_to_counts(array_agg(d::record_counts)) from (
        select r.workspace_id, '%s', r.counted_by, r.bucket, r.listed_as, sum(r.n)::bigint from (%s) r
        group by 1, 2, 3, 4, 5 having sum(r.n) <> 0) d
      having count(*) > 0;
      return null;
    end $sql$;
  rows_of text := $sql$
    select r.workspace_id, p.counted_by, p.bucket, r.listed_as, %s as n
    from %s r cross join lateral counted_in(r::%s) p where r.listed_as is not null and p.bucket is not null$sql$;
  come text := format(rows_of, 1, 'come', kept);
  gone text := format(rows_of, -1, 'gone', kept);
begin
  execute format('alter table %s add column if not exists listed_as text[]', kept);
  execute format('update %s r set listed_as = traits_of(r)', kept);
  execute format($sql$
    insert into record_counts
    select r.workspace_id, %L, r.counted_by, r.bucket, r.listed_as, count(*) from (%s) r
    group by 1, 2, 3, 4, 5$sql$, kept::text, format(rows_of, 1, kept, kept));
  execute format('create function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_made_' || kept, format(counting, kept, come));
  execute format('create function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_gone_' || kept, format(counting, kept, gone));
  execute format('create function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_changed_' || kept, format(counting, kept, come || ' union all ' || gone));
  execute format('create trigger %I before insert or update on %s for each row execute function list_record()',
    kept || '_listed', kept);
  execute format('create trigger %I after insert on %s referencing new table as come
    for each statement execute function %I()', kept || '_counted_made', kept, 'count_made_' || kept);
  execute format('create trigger %I after delete on %s referencing old table as gone
    for each statement execute function %I()', kept || '_counted_gone', kept, 'count_gone_' || kept);
  execute format('create trigger %I after update on %s referencing old table as gone new table as come
    for each statement execute function %I()', kept || '_counted_changed', kept, 'count_changed_' || kept);
end $$;

-- A listing that is shown again, or no more, and one that changes hands, takes along what is listed with it.
create function list_again_with_listing() returns trigger language plpgsql as $$
begin
  execute format('update %I r set listing_id = r.listing_id where r.workspace_id = $1 and r.listing_id = $2', tg_argv[0])
    using new.workspace_id, new.id;
  return null;
end $$;

create procedure keep_counts_with_listing(kept regclass) language plpgsql as $$
begin
  call keep_counts(kept);
  execute format('create trigger %2$I after update of active, connection_id on listings for each row
    when ((old.active, old.connection_id) is distinct from (new.active, new.connection_id))
    execute function list_again_with_listing(%3$L)', kept, 'listings_' || kept, kept::text);
end $$;

-- The counts against the rows: what differs, and nothing when all is well. The id of a counted table may be any text, or none.
create function record_count_differences(workspace bigint) returns table (
  list text, counted_by text, bucket bigint, traits text[], kept bigint, found bigint) language plpgsql stable as $$
declare
  counted text;
begin
  for counted in
    select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'listed_as' and a.atttypid = 'text[]'::regtype and c.relkind in ('r', 'p')
      and c.relnamespace = current_schema::regnamespace
  loop
    return query execute format($sql$
      with found as (
        select p.counted_by, p.bucket, t.traits, count(*) as n
        from %1$I r cross join lateral (select traits_of(r) as traits) t cross join lateral counted_in(r) p
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
      where r.workspace_id = $1 and r.listed_as is distinct from traits_of(r)$sql$, counted) using workspace;
  end loop;
end $$;

-- Whose a row is: the connection that it came through, or 'of' that of its listing. Null: its listing is not shown.
create function listed_under(workspace bigint, connection bigint, listing bigint) returns text language sql stable as $$
  select case when listing is null then coalesce(connection::text, '') else (
    select coalesce(connection::text, 'of ' || l.connection_id, '') from listings l
    where l.workspace_id = workspace and l.id = listing and l.active) end
$$;

-- Reviews and inquiries have counts that are kept, and an index for each way in which their lists are asked for.
create function traits_of(r reviews) returns text[] language sql stable as $$
  select array[coalesce(r.platform, ''), coalesce(r.account_id::text, ''), under, r.reviewer_role,
               case when r.response_body is null then 'unanswered' else 'responded' end]
  from listed_under(r.workspace_id, r.connection_id, r.listing_id) under where under is not null
$$;

create function counted_in(r reviews) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('listing', r.listing_id), ('rating', (r.rating * 100)::bigint)
$$;

call keep_counts_with_listing('reviews');

-- One whose lapse was told is listed as expired; until then whoever reads looks at the few that lapsed.
create function traits_of(r inquiries) returns text[] language sql stable as $$
  select array[case when r.status in ('open', 'pre_approved', 'special_offer_sent') and r.lapses_at <= r.lapse_told_at then 'expired'
                    else r.status end, under]
  from listed_under(r.workspace_id, r.connection_id, r.listing_id) under where under is not null
$$;

create function counted_in(r inquiries) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('listing', r.listing_id)
$$;

call keep_counts_with_listing('inquiries');

-- Conversations have counts that are kept. An archived one reads as open.
create function traits_of(r conversations) returns text[] language sql stable as $$
  select array[coalesce(r.platform, ''), coalesce(r.account_id::text, ''), under]
  from listed_under(r.workspace_id, r.connection_id, r.listing_id) under where under is not null
$$;

create function counted_in(r conversations) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('listing', r.listing_id)
$$;

call keep_counts_with_listing('conversations');

-- What the bookings of a guest add up to is kept, and with it which list shows the guest.
create table guest_figures (
  workspace_id    bigint not null references workspaces (id),
  -- The guest's: it comes and goes with the guest, by triggers.
  id              bigint not null,
  -- Of any status, listing and source, and those of them that a list shows.
  bookings        int not null default 0,
  shown           int not null default 0,
  -- Of those that are shown and that time changes no more: stays that are over, and what was cancelled or lapsed. The others are
  -- few, and are looked at when somebody asks.
  stayed          int not null default 0,
  cancelled       int not null default 0,
  first_check_in  date,
  last_check_in   date,
  -- By currency, of stays that are over.
  revenue         jsonb not null default '{}',
  -- The latest stay with a price, which says which currency is the guest's.
  priced_check_in date,
  priced_id       bigint,
  priced_currency text,
  listed_as       text[],
  primary key (workspace_id, id),
  -- As for every table whose rows have an id: figures of a sandbox are of its guests.
  constraint guest_figures_check check (is_sandbox_id(workspace_id) = is_sandbox_id(id))
) with (fillfactor = 80);
create index guest_figures_listed on guest_figures (workspace_id, id) where listed_as is not null;
create index guest_figures_alike on guest_figures (workspace_id, listed_as, id);

-- The sums: what is kept is made by it, and compared with it. Guest by guest, by the index: a plan that was made while a table was
-- small would be kept while it grows.
create function figures_of_guests(workspace bigint, guests bigint[]) returns table (
  id bigint, bookings int, shown int, stayed int, cancelled int, first_check_in date, last_check_in date, revenue jsonb,
  priced_check_in date, priced_id bigint, priced_currency text) language sql stable set enable_seqscan = off as $$
  select g.id, s.bookings, s.shown, s.stayed, s.cancelled, s.first_check_in, s.last_check_in, coalesce(v.amounts, '{}'),
         p.check_in, p.id, p.currency
  from unnest(guests) g (id)
  cross join lateral (
    select count(*)::int as bookings, count(r.listed_as)::int as shown,
           (count(*) filter (where r.listed_as = 'completed'))::int as stayed,
           (count(*) filter (where r.listed_as = 'cancelled'))::int as cancelled,
           min(r.check_in) filter (where r.listed_as = 'completed') as first_check_in,
           max(r.check_in) filter (where r.listed_as = 'completed') as last_check_in
    from reservations r where r.workspace_id = workspace and r.guest_id = g.id) s
  left join lateral (
    select jsonb_object_agg(sums.currency, sums.amount) as amounts from (
      select coalesce(r.currency, '') as currency, sum(r.total_price) as amount from reservations r
      where r.workspace_id = workspace and r.guest_id = g.id and r.listed_as = 'completed' and r.total_price is not null
      group by 1) sums) v on s.stayed > 0
  left join lateral (
    select r.check_in, r.id, r.currency from reservations r
    where r.workspace_id = workspace and r.guest_id = g.id and r.listed_as = 'completed' and r.total_price is not null
    order by r.check_in desc, r.id desc limit 1) p on s.stayed > 0
$$;

-- Taken first and in one order, so that the sums are made of what the one before has left.
create function sum_guests(workspace bigint, guests bigint[]) returns void language plpgsql as $$
begin
  perform from guest_figures f where f.workspace_id = workspace and f.id = any(guests) order by f.id for update;
  update guest_figures f set bookings = s.bookings, shown = s.shown, stayed = s.stayed, cancelled = s.cancelled,
    first_check_in = s.first_check_in, last_check_in = s.last_check_in, revenue = s.revenue,
    priced_check_in = s.priced_check_in, priced_id = s.priced_id, priced_currency = s.priced_currency
  from figures_of_guests(workspace, guests) s
  where f.workspace_id = workspace and f.id = s.id
    and (f.bookings, f.shown, f.stayed, f.cancelled, f.first_check_in, f.last_check_in, f.revenue, f.priced_check_in,
         f.priced_id, f.priced_currency)
      is distinct from (s.bookings, s.shown, s.stayed, s.cancelled, s.first_check_in, s.last_check_in, s.revenue, s.priced_check_in,
         s.priced_id, s.priced_currency);
end $$;

create function sum_guests_of_made() returns trigger language plpgsql as $$
begin
  perform sum_guests(s.workspace_id, s.guests) from (
    select workspace_id, array_agg(distinct guest_id) as guests from come where guest_id is not null group by 1) s;
  return null;
end $$;

create function sum_guests_of_gone() returns trigger language plpgsql as $$
begin
  perform sum_guests(s.workspace_id, s.guests) from (
    select workspace_id, array_agg(distinct guest_id) as guests from gone where guest_id is not null group by 1) s;
  return null;
end $$;

create function sum_guests_of_changed() returns trigger language plpgsql as $$
begin
  perform sum_guests(s.workspace_id, s.guests) from (
    select o.workspace_id, array_agg(distinct g.id) as guests
    from gone o join come n on n.workspace_id = o.workspace_id and n.id = o.id
    cross join lateral (values (o.guest_id), (n.guest_id)) g (id)
    where g.id is not null and (o.guest_id, o.listed_as, o.check_in, o.total_price, o.currency)
      is distinct from (n.guest_id, n.listed_as, n.check_in, n.total_price, n.currency)
    group by 1) s;
  return null;
end $$;

create function begin_figures_of_guests() returns trigger language plpgsql as $$
begin
  insert into guest_figures (workspace_id, id, bookings, shown, stayed, cancelled, first_check_in, last_check_in, revenue,
    priced_check_in, priced_id, priced_currency)
  select made.workspace_id, f.* from (select workspace_id, array_agg(id) as guests from come group by 1) made
  cross join lateral figures_of_guests(made.workspace_id, made.guests) f;
  return null;
end $$;

create function end_figures_of_guests() returns trigger language plpgsql as $$
begin
  delete from guest_figures f using gone where f.workspace_id = gone.workspace_id and f.id = gone.id;
  return null;
end $$;

-- With bookings that are shown; without any. One whose every booking is hidden is in no list.
create function traits_of(r guest_figures) returns text[] language sql immutable as $$
  select case when r.shown > 0 then array['booked'] when r.bookings = 0 then array['none'] end
$$;

create function counted_in(r guest_figures) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint)
$$;

call keep_counts('guest_figures');
create trigger guests_figures after insert on guests referencing new table as come
  for each statement execute function begin_figures_of_guests();
create trigger guests_figures_gone after delete on guests referencing old table as gone
  for each statement execute function end_figures_of_guests();
create trigger reservations_guests_made after insert on reservations referencing new table as come
  for each statement execute function sum_guests_of_made();
create trigger reservations_guests_gone after delete on reservations referencing old table as gone
  for each statement execute function sum_guests_of_gone();
create trigger reservations_guests_changed after update on reservations referencing old table as gone new table as come
  for each statement execute function sum_guests_of_changed();

-- What is kept of guests against what their bookings add up to: nothing when all is well.
create function guest_figure_differences(workspace bigint) returns table (id bigint, kept jsonb, found jsonb) language sql stable as $$
  select coalesce(k.id, f.id), k.figures, f.figures
  from (select g.id, to_jsonb(g) - array['workspace_id', 'listed_as'] as figures from guest_figures g where g.workspace_id = workspace) k
  full join (
    select s.id, to_jsonb(s) as figures
    from figures_of_guests(workspace, array(select g.id from guests g where g.workspace_id = workspace)) s) f using (id)
  where k.figures is distinct from f.figures
$$;

-- Nobody writes records meanwhile. What differs is added to what is kept, so that who counts at the same time is not lost.
create function count_anew(workspace bigint) returns void language plpgsql as $$
declare
  counted text;
begin
  perform from workspace_heads h where h.workspace_id = workspace for update;
  perform note_where_sold(workspace, array(select l.id from listings l where l.workspace_id = workspace));
  -- The triggers set what a row is listed as, and count it.
  update reservations r set listing_id = r.listing_id where r.workspace_id = workspace and r.id in (
    select d.bucket from reservation_count_differences(workspace) d where d.counted_by = 'listed');
  delete from airbnb_bookings b where b.workspace_id = workspace and b.id in (
    select d.id from airbnb_booking_differences(workspace) d);
  insert into airbnb_bookings (workspace_id, id, connection_id, listing_id, state, check_in, check_out, completes_at, lapses_at)
  select r.workspace_id, r.id, r.connection_id, r.listing_id, airbnb_state(r, null), r.check_in, r.check_out, r.completes_at, r.lapses_at
  from reservations r join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'airbnb'
  where r.workspace_id = workspace
    and not exists (select from airbnb_bookings b where b.workspace_id = workspace and b.id = r.id);
  delete from guest_figures f where f.workspace_id = workspace
    and not exists (select from guests g where g.workspace_id = workspace and g.id = f.id);
  insert into guest_figures (workspace_id, id)
  select g.workspace_id, g.id from guests g where g.workspace_id = workspace
    and not exists (select from guest_figures f where f.workspace_id = workspace and f.id = g.id);
  perform sum_guests(workspace, array(select g.id from guests g where g.workspace_id = workspace));
  for counted in
    select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'listed_as' and a.atttypid = 'text[]'::regtype and c.relkind in ('r', 'p')
      and c.relnamespace = current_schema::regnamespace
  loop
    execute format('update %I r set listed_as = null where r.workspace_id = $1 and r.listed_as is distinct from traits_of(r)',
      counted) using workspace;
  end loop;
  perform add_to_counts(array_agg(row(workspace, d.list, d.counted_by, d.bucket, d.traits, d.found - d.kept)::record_counts))
  from record_count_differences(workspace) d where d.counted_by <> 'listed' having count(*) > 0;
  perform add_to_counts(array_agg(row(workspace, d.counted_by, d.bucket, d.listed_as, d.source, d.account_id, d.listed_under,
    d.found - d.kept)::reservation_counts))
  from reservation_count_differences(workspace) d where d.counted_by <> 'listed' having count(*) > 0;
  insert into request_counts as c (workspace_id, unit, bucket, operation_id, family, n)
  select workspace, d.unit, d.bucket, d.operation_id, d.family, d.found - d.kept from request_count_differences(workspace) d
  order by 1, 2, 3, 4, 5
  on conflict (workspace_id, unit, bucket, operation_id, family) do update set n = c.n + excluded.n;
  insert into audit_counts as c (workspace_id, unit, bucket, action, outcome, actor, n)
  select workspace, d.unit, d.bucket, d.action, d.outcome, d.actor, d.found - d.kept from audit_count_differences(workspace) d
  order by 1, 2, 3, 4, 5, 6
  on conflict (workspace_id, unit, bucket, action, outcome, actor) do update set n = c.n + excluded.n;
  perform add_to_delivery_counts(array_agg(row(workspace, d.webhook_id, d.week, d.found_accepted - d.kept_accepted,
    d.found_others - d.kept_others)::delivery_counts))
  from delivery_count_differences(workspace) d having count(*) > 0;
end $$;

-- How many requests there were, kept for each hour and day with the lines of the log: by operation and by family of status. Lines
-- are written many at a time, and so are the counts, in the order of their key; nobody waits for longer than that statement.
create table request_counts (
  workspace_id bigint not null references workspaces (id),
  unit         text not null check (unit in ('hour', 'day')),
  -- Hours or days since 1970.
  bucket       bigint not null,
  operation_id text not null,
  -- 2 of 2xx.
  family       integer not null,
  n            bigint not null,
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

create function sold_where(workspace bigint, listings bigint[]) returns table (id bigint, on_channels text, on_hosts text)
  language sql stable as $$
  select l.id, coalesce(c.names, ''), coalesce(h.ids, '')
  from (select distinct unnest(listings) as id) l
  left join (
    select c.listing_id, ',' || string_agg(distinct c.platform, ',' order by c.platform) || ',' as names from channel_links c
    where c.workspace_id = workspace and c.listing_id = any(listings) and c.active group by c.listing_id) c on c.listing_id = l.id
  left join (
    select k.listing_id, ',' || string_agg(distinct k.connection_id::text, ',' order by k.connection_id::text) || ',' as ids
    from listing_links k join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id and n.provider = 'airbnb'
    where k.workspace_id = workspace and k.listing_id = any(listings) group by k.listing_id) h on h.listing_id = l.id
$$;

create function note_where_sold(workspace bigint, of_listings bigint[]) returns void language sql as $$
  update listings l set on_channels = s.on_channels, on_hosts = s.on_hosts from sold_where(workspace, of_listings) s
  where l.workspace_id = workspace and l.id = s.id and (l.on_channels, l.on_hosts) is distinct from (s.on_channels, s.on_hosts)
$$;

create function traits_of(r listings) returns text[] language sql immutable as $$
  select array[
    case when r.active then 'active' else 'inactive' end, case when r.archived_at is null then '' else 'archived' end,
    coalesce(r.lifecycle_status, ''), coalesce(r.account_id::text, ''), coalesce(r.connection_id::text, ''), r.on_channels, r.on_hosts]
$$;

create function counted_in(r listings) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint),
    ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
    ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
    ('change month', month_number((r.updated_at at time zone 'UTC')::date))
$$;

call keep_counts('listings');

create function note_made_links() returns trigger language plpgsql as $$
begin
  perform note_where_sold(l.workspace_id, array_agg(l.listing_id)) from come l group by l.workspace_id;
  return null;
end $$;

create function note_gone_links() returns trigger language plpgsql as $$
begin
  perform note_where_sold(l.workspace_id, array_agg(l.listing_id)) from gone l group by l.workspace_id;
  return null;
end $$;

create function note_changed_links() returns trigger language plpgsql as $$
begin
  perform note_where_sold(l.workspace_id, array_agg(l.listing_id)) from (select workspace_id, listing_id from come union select workspace_id, listing_id from gone) l group by l.workspace_id;
  return null;
end $$;
create trigger channel_links_made after insert on channel_links referencing new table as come
  for each statement execute function note_made_links();
create trigger channel_links_gone after delete on channel_links referencing old table as gone
  for each statement execute function note_gone_links();
create trigger channel_links_changed after update on channel_links referencing old table as gone new table as come
  for each statement execute function note_changed_links();
create trigger listing_links_made after insert on listing_links referencing new table as come
  for each statement execute function note_made_links();
create trigger listing_links_gone after delete on listing_links referencing old table as gone
  for each statement execute function note_gone_links();
create trigger listing_links_changed after update on listing_links referencing old table as gone new table as come
  for each statement execute function note_changed_links();

-- At Vrbo: the links of listings that are shown.
create function traits_of(r channel_links) returns text[] language plpgsql stable as $$
begin
  if r.platform <> 'vrbo' then return null; end if;
  return (select array[case when r.active then 'active' else 'inactive' end, coalesce(l.connection_id::text, '')] from listings l
          where l.workspace_id = r.workspace_id and l.id = r.listing_id and l.active and l.archived_at is null);
end $$;

create function counted_in(r channel_links) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('listing', r.listing_id)
$$;

call keep_counts('channel_links');
create trigger listings_channel_links after update of active, archived_at, connection_id on listings for each row
  when ((old.active, old.archived_at, old.connection_id) is distinct from (new.active, new.archived_at, new.connection_id))
  execute function list_again_with_listing('channel_links');

-- Where listings are sold against their links: nothing when all is well.
create function sold_where_differences(workspace bigint) returns table (id bigint, kept text[], found text[]) language sql stable as $$
  select l.id, array[l.on_channels, l.on_hosts], array[s.on_channels, s.on_hosts]
  from sold_where(workspace, array(select id from listings where workspace_id = workspace)) s
  join listings l on l.workspace_id = workspace and l.id = s.id
  where (l.on_channels, l.on_hosts) is distinct from (s.on_channels, s.on_hosts)
$$;

-- What was read from an account, and what of it was kept aside, have counts that are kept: of each account by itself, so that
-- readers of two accounts do not wait for each other.
create function traits_of(r sync_runs) returns text[] language sql immutable as $$
  select array[r.kind, r.state] where r.kind <> 'hint'
$$;

create function counted_in(r sync_runs) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('connection', r.connection_id)
$$;

call keep_counts('sync_runs');

-- Warnings can be as many as records: they have counts and an index of their own, like failures.
create function traits_of(r sync_failures) returns text[] language sql immutable as $$
  select array[r.entity, r.severity]
$$;

create function counted_in(r sync_failures) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('connection', r.connection_id)
$$;

call keep_counts('sync_failures');

-- Transactions of Airbnb have counts that are kept, by account, status and type, of all and of the days and months of their payout.
create function traits_of(r airbnb_transactions) returns text[] language sql immutable as $$
  select array[r.connection_id::text, r.status, r.type]
$$;

create function counted_in(r airbnb_transactions) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('payout day', (coalesce(r.payout_date, r.date) - date '1970-01-01')::bigint),
    ('payout month', month_number(coalesce(r.payout_date, r.date)))
$$;

call keep_counts('airbnb_transactions');

-- How many lines the audit log has, kept by action, actor and outcome, of all and of each month, day and hour. Whoever writes a line
-- waits for nobody: a statement leaves what it changed (audit_changes), and what was left is added up soon after (audit-trail.ts).
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

-- How many attempts each webhook has, kept by the statements that write them, so that a list's total is a sum over a few weeks.
-- By the week that a partition holds: what is dropped with a partition goes here in one row.

-- Monday is the first day; week 0 began on 1970-01-05.
create function week_number(moment timestamptz) returns bigint language sql immutable parallel safe
  return floor((extract(epoch from moment) - 345600) / 604800)::bigint;

create table delivery_counts (
  workspace_id bigint not null,
  webhook_id   uuid not null,
  week         bigint not null,
  accepted     bigint not null default 0,
  -- Failed or interrupted.
  others       bigint not null default 0,
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

-- In one statement, which is planned once for each connection.
create function count_made_attempts() returns trigger language plpgsql as $$
begin
  insert into delivery_counts as c (workspace_id, webhook_id, week, accepted, others)
  select workspace_id, webhook_id, week_number(started_at), count(*) filter (where outcome = 'accepted'),
         count(*) filter (where outcome <> 'accepted')
  from come group by 1, 2, 3 order by 1, 2, 3
  on conflict (workspace_id, webhook_id, week) do update
    set accepted = c.accepted + excluded.accepted, others = c.others + excluded.others;
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
create trigger delivery_attempts_counted_made after insert on delivery_attempts referencing new table as come
  for each statement execute function count_made_attempts();
create trigger delivery_attempts_counted_gone after delete on delivery_attempts referencing old table as gone
  for each statement execute function count_gone_attempts();
create trigger delivery_attempts_counted_changed after update on delivery_attempts referencing old table as gone new table as come
  for each statement execute function count_changed_attempts();

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

create function reservation_count_differences(workspace bigint) returns table (
  counted_by text, bucket bigint, listed_as text, source text, account_id bigint, listed_under bigint, kept bigint, found bigint)
  language sql stable as $$
  with found as (
    select p.counted_by, p.bucket, r.listed_as, coalesce(r.source, '') as source, coalesce(r.account_id, 0) as account_id,
           r.listed_under, count(*) as n
    from reservations r cross join lateral places_of(r) p
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
    or r.listed_as not in (r.status, listed_status(r.status, r.completes_at, r.lapses_at, 'infinity')))
$$;

create function airbnb_state(r reservations, moment timestamptz) returns text language sql immutable as $$
  select case listed_status(r.status, r.completes_at, r.lapses_at, moment)
    when 'completed' then 'completed' when 'confirmed' then 'accepted' when 'pending' then 'pending'
    else case when r.status = 'pending' or r.status_detail in ('declined', 'request_expired') then 'denied'
              when r.status_detail = 'verification_failed' then 'failed_verification'
              when r.status_detail = 'request_voided' then 'request_voided' else 'cancelled' end end
$$;

-- Of listings that are shown.
create function traits_of(r airbnb_bookings) returns text[] language plpgsql stable as $$
begin
  return (select array[r.state, r.connection_id::text] from listings l
          where l.workspace_id = r.workspace_id and l.id = r.listing_id and l.active);
end $$;

create function counted_in(r airbnb_bookings) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('listing', r.listing_id),
    ('arrival day', (r.check_in - date '1970-01-01')::bigint), ('arrival month', month_number(r.check_in)),
    ('departure day', (r.check_out - date '1970-01-01')::bigint), ('departure month', month_number(r.check_out))
$$;

create function note_made_bookings() returns trigger language plpgsql as $$
begin
  insert into airbnb_bookings (workspace_id, id, connection_id, listing_id, state, check_in, check_out, completes_at, lapses_at)
  select r.workspace_id, r.id, r.connection_id, r.listing_id,
         airbnb_state(r::reservations, nullif(current_setting('lodgewire.at', true), '')::timestamptz), r.check_in, r.check_out,
         r.completes_at, r.lapses_at
  from come r join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'airbnb';
  return null;
end $$;

create function note_gone_bookings() returns trigger language plpgsql as $$
begin
  delete from airbnb_bookings b using gone r where b.workspace_id = r.workspace_id and b.id = r.id;
  return null;
end $$;

create function note_changed_bookings() returns trigger language plpgsql as $$
begin
  delete from airbnb_bookings b using gone o join come r on r.workspace_id = o.workspace_id and r.id = o.id
  where o.connection_id is distinct from r.connection_id and b.workspace_id = o.workspace_id and b.id = o.id;
  insert into airbnb_bookings as b (workspace_id, id, connection_id, listing_id, state, check_in, check_out, completes_at, lapses_at)
  select r.workspace_id, r.id, r.connection_id, r.listing_id,
         airbnb_state(r::reservations, nullif(current_setting('lodgewire.at', true), '')::timestamptz), r.check_in, r.check_out,
         r.completes_at, r.lapses_at
  from gone o join come r on r.workspace_id = o.workspace_id and r.id = o.id
  join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'airbnb'
  where (o.connection_id, o.listing_id, o.status, o.status_detail, o.check_in, o.check_out, o.completes_at, o.lapses_at)
    is distinct from (r.connection_id, r.listing_id, r.status, r.status_detail, r.check_in, r.check_out, r.completes_at, r.lapses_at)
  on conflict (workspace_id, id) do update set connection_id = excluded.connection_id, listing_id = excluded.listing_id,
    state = excluded.state, check_in = excluded.check_in, check_out = excluded.check_out, completes_at = excluded.completes_at,
    lapses_at = excluded.lapses_at;
  return null;
end $$;

call keep_counts_with_listing('airbnb_bookings');
create trigger reservations_bookings_made after insert on reservations referencing new table as come
  for each statement execute function note_made_bookings();
create trigger reservations_bookings_gone after delete on reservations referencing old table as gone
  for each statement execute function note_gone_bookings();
create trigger reservations_bookings_changed after update on reservations referencing old table as gone new table as come
  for each statement execute function note_changed_bookings();

-- Against the reservations: nothing when all is well. Time may have moved a state, or not yet.
create function airbnb_booking_differences(workspace bigint) returns table (id bigint, kept jsonb, found jsonb) language sql stable as $$
  select coalesce(k.id, f.id), to_jsonb(k) - array['workspace_id', 'listed_as'], to_jsonb(f)
  from (select * from airbnb_bookings b where b.workspace_id = workspace) k
  full join (
    select r.id, r.connection_id, r.listing_id, array[airbnb_state(r, null), airbnb_state(r, 'infinity')] as states, r.check_in, r.check_out,
           r.completes_at, r.lapses_at
    from reservations r join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'airbnb'
    where r.workspace_id = workspace) f using (id)
  where k.state = any(f.states) is not true
    or (k.connection_id, k.listing_id, k.check_in, k.check_out, k.completes_at, k.lapses_at)
      is distinct from (f.connection_id, f.listing_id, f.check_in, f.check_out, f.completes_at, f.lapses_at)
$$;
