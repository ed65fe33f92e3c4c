-- Which stays were sold the same night.

-- One row per pair for as long as it is so. It is written with the stays.
create table stay_conflicts (
  workspace_id bigint not null,
  -- The one that has been known here longer.
  stay_id      bigint not null,
  other_id     bigint not null,
  listing_id   bigint not null,
  since        timestamptz(3) not null,
  primary key (workspace_id, stay_id, other_id),
  check (stay_id < other_id),
  foreign key (workspace_id, stay_id) references reservations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, other_id) references reservations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index stay_conflicts_other on stay_conflicts (workspace_id, other_id);
create index stay_conflicts_listing on stay_conflicts (workspace_id, listing_id);

-- Those that are here already, as src/records/conflicts finds them from now on.
insert into stay_conflicts (workspace_id, stay_id, other_id, listing_id, since)
with night as (
  select r.workspace_id, r.listing_id, r.id, n.date, l.unit_count,
         row_number() over (partition by r.workspace_id, r.listing_id, n.date order by r.id) as place
  from reservations r
  join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id and l.unit_count > 0
  cross join lateral (
    select greatest(r.check_in, current_date - 1) + d as date
    from generate_series(0, least(r.check_out - 1, current_date + 1100) - greatest(r.check_in, current_date - 1)) d) n
  where r.status <> 'cancelled' and (r.lapses_at is null or r.lapses_at > now()) and r.check_out >= current_date
)
select distinct a.workspace_id, a.id, b.id, a.listing_id, now()
from night a
join night b using (workspace_id, listing_id, date)
where a.place >= a.unit_count and b.place > a.place;

update reservations r set doc = left(r.doc, -1) || ',"conflictsWith":' || (
  select coalesce(json_agg(c.id::text order by c.id)::text, '[]') from (
    select other_id as id from stay_conflicts s where s.workspace_id = r.workspace_id and s.stay_id = r.id
    union all
    select stay_id from stay_conflicts s where s.workspace_id = r.workspace_id and s.other_id = r.id) c) || '}'
where r.doc <> '{}';
