-- Guests and conversations write their own history: whatever statement changes them, it is there with the statement, many rows
-- at once, and no statement more is sent. What moves with every message of a thread is told by the messages themselves.

-- A change of a record that is written down already in this transaction, at this moment, is one change with it.
create function note_changes(changes jsonb) returns void language sql as $$
  insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
  select c.workspace_id, c.type, c.id, coalesce(same.revision, last.revision + 1, 1), 'updated', c.previous, 'kept', c.at
  from jsonb_to_recordset(changes) as c (workspace_id bigint, type text, id bigint, previous jsonb, at timestamptz(3))
  left join lateral (
    select max(h.revision) as revision from record_history h
    where h.workspace_id = c.workspace_id and h.record_type = c.type and h.record_id = c.id) last on true
  left join record_history same on same.workspace_id = c.workspace_id and same.record_type = c.type
    and same.record_id = c.id and same.revision = last.revision and same.created_at = c.at
  -- A record that is new was never anything else.
  where same.change is distinct from 'created'
  on conflict (workspace_id, record_type, record_id, revision) do update
    set previous = excluded.previous || record_history.previous
$$;

-- What was known of a guest, under the names that the API has for it.
create function guest_story(g guests) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'firstName', g.first_name, 'lastName', g.last_name, 'avatarUrl', g.avatar_url, 'language', g.language,
    'country', g.country, 'currency', g.currency, 'isBlacklisted', g.is_blacklisted,
    'blacklistedReason', g.blacklisted_reason, 'riskLevel', g.risk_level, 'verificationLevel', g.verification_level,
    'isBusinessTraveler', g.is_business_traveler, 'flags', g.flags, 'notes', g.notes)
$$;

create function conversation_story(c conversations) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'platform', c.platform, 'guestId', c.guest_id::text, 'listingId', c.listing_id::text,
    'reservationId', c.reservation_id::text, 'subject', c.subject, 'status', c.status,
    'externalThreadId', c.external_thread_id)
$$;

-- Of two states the fields that differ, as they were in the first.
create function replaced(old jsonb, new jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') from jsonb_each(old) o where o.value is distinct from new -> o.key
$$;

create function note_made() returns trigger language plpgsql as $$
begin
  insert into record_history (workspace_id, record_type, record_id, revision, change, origin, created_at)
  select workspace_id, tg_argv[0], id, 1, 'created', 'kept', created_at from made
  on conflict do nothing;
  return null;
end $$;

create function note_guests() returns trigger language plpgsql as $$
begin
  perform note_changes(jsonb_agg(jsonb_build_object('workspace_id', n.workspace_id, 'type', 'guest', 'id', n.id,
                                                    'previous', d.previous, 'at', n.updated_at)))
  from before o join after n on n.workspace_id = o.workspace_id and n.id = o.id
  cross join lateral replaced(guest_story(o), guest_story(n)) as d (previous)
  where d.previous <> '{}'
  having count(*) > 0;
  return null;
end $$;

create function note_conversations() returns trigger language plpgsql as $$
begin
  perform note_changes(jsonb_agg(jsonb_build_object('workspace_id', n.workspace_id, 'type', 'conversation', 'id', n.id,
                                                    'previous', d.previous, 'at', n.updated_at)))
  from before o join after n on n.workspace_id = o.workspace_id and n.id = o.id
  cross join lateral replaced(conversation_story(o), conversation_story(n)) as d (previous)
  where d.previous <> '{}'
  having count(*) > 0;
  return null;
end $$;

create trigger guests_made after insert on guests referencing new table as made
  for each statement execute function note_made('guest');
create trigger guests_changed after update on guests referencing old table as before new table as after
  for each statement execute function note_guests();
create trigger conversations_made after insert on conversations referencing new table as made
  for each statement execute function note_made('conversation');
create trigger conversations_changed after update on conversations referencing old table as before new table as after
  for each statement execute function note_conversations();

-- Which contacts a guest had: addresses and numbers that were added say so by their absence. When one was used last is no change.
create function note_contacts() returns trigger language plpgsql as $$
begin
  perform note_changes(jsonb_agg(jsonb_build_object(
    'workspace_id', a.workspace_id, 'type', 'guest', 'id', a.guest_id, 'at', a.created_at,
    'previous', jsonb_build_object('contacts', coalesce((
      select jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value) order by c.type, c.value)
      from guest_contacts c
      where c.workspace_id = a.workspace_id and c.guest_id = a.guest_id
        and not exists (select from made m where m.workspace_id = c.workspace_id and m.guest_id = c.guest_id
                        and m.type = c.type and m.value = c.value)), '[]')))))
  from (select workspace_id, guest_id, max(created_at) as created_at from made group by workspace_id, guest_id) a
  having count(*) > 0;
  return null;
end $$;

create trigger guest_contacts_made after insert on guest_contacts referencing new table as made
  for each statement execute function note_contacts();

-- A guest that was to be forgotten: of who it was there is a keyed hash of each address, number and id, by which a vendor that tells of
-- them again is known; the row of the guest stays, empty, for the stays that were.
alter table guests add column forgotten_at timestamptz(3);

create table forgotten_guests (
  workspace_id bigint not null references workspaces (id),
  hash         bytea not null,
  guest_id     bigint not null,
  forgotten_at timestamptz(3) not null,
  primary key (workspace_id, hash)
);
create index forgotten_guests_guest on forgotten_guests (workspace_id, guest_id);
