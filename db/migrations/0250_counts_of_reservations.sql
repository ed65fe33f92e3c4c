-- What a list of reservations counts a row as, and the counts, kept by the statements that change the rows: a total is then a sum over
-- a few counts, and a page begins where its first row stands, however much a workspace holds.

-- The status a row is listed as; null for one that no list shows: on an inactive listing, or what a second source says of another.
-- Time moves on without a statement: a stay that was over for an hour is put under `completed`, a request that lapsed under
-- `cancelled`, when the row is written or when somebody comes round (features/lapses). Until then whoever reads looks at the
-- few that are due. An hour, so that clocks of machines that differ a little find the same.
alter table reservations add column listed_as text;
-- The connection it belongs to: its own, or that of its listing when it was made here. 0: none.
alter table reservations add column listed_under bigint not null default 0;

create function month_number(day date) returns bigint language sql immutable parallel safe
  return extract(year from day)::bigint * 12 + extract(month from day)::bigint - 1;

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
  workspace_id  bigint not null references workspaces (id),
  -- 'all'; 'listing', with its id as the bucket; 'arrival day', 'departure day', 'change day' (since 1970), 'change hour' (since 1970),
  -- 'arrival month', 'departure month', 'change month' (since the year 0).
  counted_by    text not null,
  bucket        bigint not null,
  listed_as     text not null,
  source        text not null,
  account_id    bigint not null,
  listed_under  bigint not null,
  n             bigint not null,
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

update reservations r set
  listed_under = coalesce(r.connection_id, l.connection_id, 0),
  listed_as = case when r.merged_into is null and l.active
                   then listed_status(r.status, r.completes_at, r.lapses_at, now()) end
from listings l where l.workspace_id = r.workspace_id and l.id = r.listing_id;
insert into reservation_counts
select r.workspace_id, p.counted_by, p.bucket, r.listed_as, coalesce(r.source, ''), coalesce(r.account_id, 0), r.listed_under,
       count(*)
from reservations r cross join lateral places_of(r) p where r.listed_as is not null
group by 1, 2, 3, 4, 5, 6, 7;

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

-- Pages: of all, of a status, a source and an account, of a day or a month, of changes.
create index reservations_listed on reservations (workspace_id, id) where listed_as is not null;
create index reservations_alike on reservations
  (workspace_id, listed_as, coalesce(source, ''), coalesce(account_id, 0), listed_under, id) where listed_as is not null;
drop index reservations_check_in;
drop index reservations_check_out;
create index reservations_check_in on reservations (workspace_id, check_in, listed_as, id);
create index reservations_check_out on reservations (workspace_id, check_out, listed_as, id);
create index reservations_arrival_month on reservations (workspace_id, month_number(check_in), listed_as, id)
  where listed_as is not null;
create index reservations_departure_month on reservations (workspace_id, month_number(check_out), listed_as, id)
  where listed_as is not null;
create index reservations_changed on reservations (workspace_id, updated_at, id) where listed_as is not null;
-- What time has changed and nobody has come round to yet.
create index reservations_due_over on reservations (workspace_id, completes_at) where listed_as = 'confirmed';
create index reservations_due_lapsed on reservations (workspace_id, lapses_at) where listed_as = 'pending';

-- The counts against the rows: what differs, and nothing when all is well.
create function reservation_count_differences(workspace bigint) returns table (
  counted_by text, bucket bigint, listed_as text, kept bigint, found bigint) language sql stable as $$
  with found as (
    select p.counted_by, p.bucket, r.listed_as, coalesce(r.source, '') as source, coalesce(r.account_id, 0) as account_id,
           r.listed_under, count(*) as n
    from reservations r cross join lateral places_of(r) p
    where r.workspace_id = workspace and r.listed_as is not null
    group by 1, 2, 3, 4, 5, 6
  )
  select coalesce(k.counted_by, f.counted_by), coalesce(k.bucket, f.bucket), coalesce(k.listed_as, f.listed_as),
         coalesce(k.n, 0), coalesce(f.n, 0)
  from (select * from reservation_counts c where c.workspace_id = workspace) k
  full join found f using (counted_by, bucket, listed_as, source, account_id, listed_under)
  where k.n is distinct from f.n
$$;
