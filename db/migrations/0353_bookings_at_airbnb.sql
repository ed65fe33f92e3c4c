-- Bookings of Airbnb in the words of the channel, those included that another source tells of as well (GET /v1/channels/airbnb/reservations):
-- a row beside each reservation that came through a host, by triggers, with counts that are kept (0311).
create table airbnb_bookings (
  workspace_id  bigint not null references workspaces (id),
  -- The reservation's: it comes and goes with it.
  id            bigint not null,
  connection_id bigint not null,
  listing_id    bigint not null,
  -- A stay that was over for an hour, and a request that lapsed an hour ago, are put under what time made of them when the row is written or
  -- when somebody comes round (features/lapses). Until then whoever reads looks at the few that are due.
  state         text not null,
  check_in      date not null,
  check_out     date not null,
  completes_at  timestamptz,
  lapses_at     timestamptz,
  primary key (workspace_id, id),
  check (is_sandbox_id(workspace_id) = is_sandbox_id(id))
);

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

insert into airbnb_bookings (workspace_id, id, connection_id, listing_id, state, check_in, check_out, completes_at, lapses_at)
select r.workspace_id, r.id, r.connection_id, r.listing_id, airbnb_state(r, now()), r.check_in, r.check_out, r.completes_at, r.lapses_at
from reservations r join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'airbnb';
create index airbnb_bookings_listing on airbnb_bookings (workspace_id, listing_id);
call keep_counts_with_listing('airbnb_bookings');

create trigger reservations_bookings_made after insert on reservations referencing new table as come
  for each statement execute function note_made_bookings();
create trigger reservations_bookings_gone after delete on reservations referencing old table as gone
  for each statement execute function note_gone_bookings();
create trigger reservations_bookings_changed after update on reservations referencing old table as gone new table as come
  for each statement execute function note_changed_bookings();

-- Pages: of all, of those that are alike, of a listing, of a day or a month.
create index airbnb_bookings_listed on airbnb_bookings (workspace_id, id) where listed_as is not null;
create index airbnb_bookings_alike on airbnb_bookings (workspace_id, listed_as, id);
drop index airbnb_bookings_listing;
create index airbnb_bookings_listing on airbnb_bookings (workspace_id, listing_id, listed_as, id);
create index airbnb_bookings_check_in on airbnb_bookings (workspace_id, check_in, listed_as, id);
create index airbnb_bookings_check_out on airbnb_bookings (workspace_id, check_out, listed_as, id);
create index airbnb_bookings_arrival_month on airbnb_bookings (workspace_id, month_number(check_in), listed_as, id);
create index airbnb_bookings_departure_month on airbnb_bookings (workspace_id, month_number(check_out), listed_as, id);
-- What time has changed and nobody has come round to yet.
create index airbnb_bookings_due_over on airbnb_bookings (workspace_id, completes_at) where state = 'accepted';
create index airbnb_bookings_due_lapsed on airbnb_bookings (workspace_id, lapses_at) where state = 'pending';

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

-- As in 0352, and the bookings of Airbnb.
create or replace function count_anew(workspace bigint) returns void language plpgsql as $$
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
