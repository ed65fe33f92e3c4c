-- What a record shows beside what its history tells, as it was: last messages and unread counts, contacts with how they are used,
-- links and rooms of a listing, and the records that second sources were. Each row is the whole of one part as it read until a
-- moment, so that any moment is one look at the index. Kept by triggers, whatever statement makes the change.
create table past_parts (
  workspace_id bigint not null references workspaces (id),
  record_type  text not null,
  record_id    bigint not null,
  part         text not null,
  until        timestamptz(3) not null,
  was          jsonb not null,
  primary key (workspace_id, record_type, record_id, part, until)
);
create index past_parts_until on past_parts (workspace_id, until);
-- Bookings that were a guest's, and are another's now or part of another record.
create index past_parts_guest on past_parts (workspace_id, ((was ->> 'guestId'))) where record_type = 'reservation';
create index record_history_guest on record_history (workspace_id, ((previous ->> 'guestId')))
  where record_type = 'reservation' and previous ? 'guestId';

-- The moment of the change: that of the transaction's place in the order of changes (platform/outbox.ts).
create function written_at() returns timestamptz(3) language sql stable as $$
  select coalesce(nullif(current_setting('lodgewire.at', true), '')::timestamptz, now())::timestamptz(3)
$$;

-- What was there before the transaction is what was there until then: later changes of the same one add nothing.
create function keep_part(workspace bigint, type text, record bigint, part text, was jsonb) returns void language sql as $$
  insert into past_parts values (workspace, type, record, part, written_at(), was) on conflict do nothing
$$;

create function keep_listing() returns trigger language plpgsql as $$
begin
  if old.created_at < written_at() then
    perform keep_part(old.workspace_id, 'listing', old.id, 'row', jsonb_build_object(
      'active', old.active, 'inactiveReason', old.inactive_reason, 'lifecycleStatus', old.lifecycle_status,
      'archivedAt', old.archived_at, 'updatedAt', old.updated_at));
  end if;
  return new;
end $$;
create trigger listings_past before update on listings for each row
  when ((old.active, old.inactive_reason, old.lifecycle_status, old.archived_at, old.updated_at)
        is distinct from (new.active, new.inactive_reason, new.lifecycle_status, new.archived_at, new.updated_at))
  execute function keep_listing();

create function keep_conversation() returns trigger language plpgsql as $$
begin
  if old.created_at < written_at() then
    perform keep_part(old.workspace_id, 'conversation', old.id, 'row', jsonb_build_object(
      'lastMessageAt', old.last_message_at, 'lastMessagePreview', old.last_message_preview,
      'unreadCount', old.unread_count, 'updatedAt', old.updated_at, 'host', old.host));
  end if;
  return new;
end $$;
create trigger conversations_past before update on conversations for each row
  when ((old.last_message_at, old.last_message_preview, old.unread_count, old.updated_at, old.host)
        is distinct from (new.last_message_at, new.last_message_preview, new.unread_count, new.updated_at, new.host))
  execute function keep_conversation();

create function keep_reservation() returns trigger language plpgsql as $$
begin
  perform keep_part(old.workspace_id, 'reservation', old.id, 'row',
    case when old.merged_into is not null then jsonb_build_object('mergedInto', old.merged_into::text)
         else jsonb_build_object(
           'guestId', old.guest_id::text, 'listingId', old.listing_id::text, 'doc', old.doc::jsonb, 'status', old.status,
           'statusDetail', old.status_detail, 'pendingReason', old.pending_reason, 'respondBy', old.respond_by,
           'revision', old.revision) end);
  return new;
end $$;
create trigger reservations_past before update of merged_into on reservations for each row
  when (old.merged_into is distinct from new.merged_into) execute function keep_reservation();

-- In the order in which they are shown.
create function contacts_of(workspace bigint, guest bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'type', c.type, 'value', c.value, 'isPrimary', c.is_primary, 'verified', c.verified, 'lastUsedAt', c.last_used_at)
    order by c.is_primary desc, c.created_at, c.value), '[]')
  from guest_contacts c where c.workspace_id = workspace and c.guest_id = guest
$$;
create function keep_contacts() returns trigger language plpgsql as $$
declare
  one guest_contacts := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from guests g where g.workspace_id = one.workspace_id and g.id = one.guest_id
             and g.created_at < written_at())
     and (tg_op <> 'INSERT' or not exists (
       select from guest_contacts c
       where c.workspace_id = one.workspace_id and c.guest_id = one.guest_id and c.type = one.type and c.value = one.value
         and (c.is_primary, c.last_used_at) is not distinct from (one.is_primary, one.last_used_at))) then
    perform keep_part(one.workspace_id, 'guest', one.guest_id, 'contacts', contacts_of(one.workspace_id, one.guest_id));
  end if;
  return one;
end $$;
create trigger guest_contacts_past before insert or update or delete on guest_contacts
  for each row execute function keep_contacts();

create function channels_of(workspace bigint, listing bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'platform', l.platform, 'externalId', l.external_id, 'active', l.active, 'syncEnabled', l.sync_enabled)
    order by l.platform, l.external_id), '[]')
  from channel_links l where l.workspace_id = workspace and l.listing_id = listing
$$;
create function keep_channels() returns trigger language plpgsql as $$
declare
  one channel_links := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from listings l where l.workspace_id = one.workspace_id and l.id = one.listing_id
             and l.created_at < written_at())
     and (tg_op <> 'INSERT' or not exists (
       select from channel_links l
       where l.workspace_id = one.workspace_id and l.listing_id = one.listing_id and l.platform = one.platform
         and l.external_id = one.external_id and (l.active, l.sync_enabled) = (one.active, one.sync_enabled)))
     and (tg_op <> 'UPDATE' or (old.active, old.sync_enabled, old.external_id)
                               is distinct from (new.active, new.sync_enabled, new.external_id)) then
    perform keep_part(one.workspace_id, 'listing', one.listing_id, 'channels',
                      channels_of(one.workspace_id, one.listing_id));
  end if;
  return one;
end $$;
create trigger channel_links_past before insert or update or delete on channel_links
  for each row execute function keep_channels();

create function units_of(workspace bigint, listing bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', u.id::text, 'name', u.name, 'active', u.active, 'parent_id', u.parent_id::text,
    'housekeeping_status', u.housekeeping_status, 'floor', u.floor, 'source', u.source) order by u.id), '[]')
  from units u join listing_units l on l.workspace_id = u.workspace_id and l.unit_id = u.id
  where u.workspace_id = workspace and l.listing_id = listing
$$;
create function keep_units() returns trigger language plpgsql as $$
declare
  one listing_units := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from listings l where l.workspace_id = one.workspace_id and l.id = one.listing_id
             and l.created_at < written_at())
     and (tg_op <> 'INSERT' or not exists (
       select from listing_units l where l.workspace_id = one.workspace_id and l.listing_id = one.listing_id
         and l.unit_id = one.unit_id)) then
    perform keep_part(one.workspace_id, 'listing', one.listing_id, 'units', units_of(one.workspace_id, one.listing_id));
  end if;
  return one;
end $$;
create trigger listing_units_past before insert or delete on listing_units
  for each row execute function keep_units();

create function keep_rooms() returns trigger language plpgsql as $$
begin
  perform keep_part(l.workspace_id, 'listing', l.listing_id, 'units', units_of(l.workspace_id, l.listing_id))
  from listing_units l join listings home on home.workspace_id = l.workspace_id and home.id = l.listing_id
  where l.workspace_id = old.workspace_id and l.unit_id = old.id and home.created_at < written_at();
  return new;
end $$;
create trigger units_past before update on units for each row
  when ((old.name, old.active, old.parent_id, old.housekeeping_status, old.floor, old.source)
        is distinct from (new.name, new.active, new.parent_id, new.housekeeping_status, new.floor, new.source))
  execute function keep_rooms();

-- A change of a thread or a guest happened at the moment of its transaction, also where its statement leaves updated_at alone.
create function changed_at(updated timestamptz) returns timestamptz(3) language sql stable as $$
  select coalesce(nullif(current_setting('lodgewire.at', true), '')::timestamptz, updated)::timestamptz(3)
$$;
create or replace function note_guests() returns trigger language plpgsql as $$
begin
  perform note_changes(jsonb_agg(jsonb_build_object('workspace_id', n.workspace_id, 'type', 'guest', 'id', n.id,
                                                    'previous', d.previous, 'at', changed_at(n.updated_at))))
  from before o join after n on n.workspace_id = o.workspace_id and n.id = o.id
  cross join lateral replaced(guest_story(o), guest_story(n)) as d (previous)
  where d.previous <> '{}'
  having count(*) > 0;
  return null;
end $$;
create or replace function note_conversations() returns trigger language plpgsql as $$
begin
  perform note_changes(jsonb_agg(jsonb_build_object('workspace_id', n.workspace_id, 'type', 'conversation', 'id', n.id,
                                                    'previous', d.previous, 'at', changed_at(n.updated_at))))
  from before o join after n on n.workspace_id = o.workspace_id and n.id = o.id
  cross join lateral replaced(conversation_story(o), conversation_story(n)) as d (previous)
  where d.previous <> '{}'
  having count(*) > 0;
  return null;
end $$;
