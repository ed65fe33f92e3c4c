-- What the bookings of a guest add up to is kept (docs/decisions/0154), and with it which list shows the guest.

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
  primary key (workspace_id, id)
) with (fillfactor = 80);

create index reservations_guest_open on reservations (workspace_id, guest_id) where listed_as in ('confirmed', 'pending');
create index reservations_listing_guest on reservations (workspace_id, listing_id, guest_id);

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

insert into guest_figures (workspace_id, id, bookings, shown, stayed, cancelled, first_check_in, last_check_in, revenue,
  priced_check_in, priced_id, priced_currency)
select w.id, f.* from workspaces w cross join lateral figures_of_guests(w.id, array(
  select g.id from guests g where g.workspace_id = w.id)) f;
call keep_counts('guest_figures');
create index guest_figures_listed on guest_figures (workspace_id, id) where listed_as is not null;
create index guest_figures_alike on guest_figures (workspace_id, listed_as, id);

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
