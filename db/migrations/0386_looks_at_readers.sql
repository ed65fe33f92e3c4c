-- A reader that is to be looked at is found without reading the others: one that is new, that read something, or that reads no more has
-- no version that was seen.
insert into reader_looks (workspace_id, door, reader_id, listing_id, channel, name, interval_minutes, look_after)
select e.workspace_id, 'ical', e.id::text, e.listing_id, 'other', '', 0, '-infinity' from ical_exports e where e.revoked_at is null
on conflict do nothing;
insert into reader_looks (workspace_id, door, reader_id, listing_id, channel, name, interval_minutes, look_after)
select f.workspace_id, 'vrbo', f.account_id, f.listing_id, 'other', '', 0, '-infinity' from vrbo_listings f
where f.removed_at is null or f.served <> '[]'
on conflict do nothing;
update reader_looks r set seen_version = null, look_after = '-infinity'
where exists (
    select from ical_exports e
    where e.workspace_id = r.workspace_id and r.door = 'ical' and e.id::text = r.reader_id and e.revoked_at is not null)
  or exists (
    select from vrbo_listings f
    where f.workspace_id = r.workspace_id and r.door = 'vrbo' and f.account_id = r.reader_id and f.listing_id = r.listing_id
      and f.removed_at is not null and f.served = '[]');
-- What was read since it was looked at.
update reader_looks r set seen_version = null
where r.exposed_since is not null;

create index reader_looks_wanted on reader_looks (look_after) where seen_version is null;
create index reader_looks_to_tell on reader_looks (tell_at) where tell_at is not null;
create index reader_looks_again on reader_looks (look_after) where exposed_since is not null;
create index reader_looks_seen on reader_looks (workspace_id, seen_version);
