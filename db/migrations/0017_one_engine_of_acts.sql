-- What is to be done in a PMS with reservations is an act like every other: one table, one way to go on, one resolver.

alter table vendor_acts
  drop constraint vendor_acts_kind_check,
  add constraint vendor_acts_kind_check check (kind in (
    'pre_approve', 'send_offer', 'withdraw_offer', 'reply_to_review', 'create_guest', 'write_listing', 'add_photo',
    'send_message', 'create_reservation', 'modify_reservation', 'cancel_reservation', 'accept_request',
    'decline_request')),
  drop constraint vendor_acts_state_check,
  add constraint vendor_acts_state_check check (state in (
    'started', 'asking', 'unknown', 'done', 'refused', 'absent')),
  -- Who works on it and until when; past that anybody may take it over.
  add column holder uuid,
  add column held_until timestamptz(3),
  add constraint vendor_acts_hold_check check ((holder is null) = (held_until is null)),
  -- What it is about, where that is a stay; the reservation of a new one once it is stored here.
  add column listing_id bigint,
  add column reservation_id bigint,
  -- What the vendor calls it.
  add column external_id text,
  -- Code of the error that was answered; `outcome` is its message.
  add column outcome_code text,
  add column created_at timestamptz(3),
  add foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  add foreign key (workspace_id, reservation_id) references reservations (workspace_id, id)
    on delete set null (reservation_id);

update vendor_acts set created_at = asked_at;
alter table vendor_acts alter column created_at set not null;

-- A key may stand for a booking and for something else. The booking keeps it; what else was done is found by its id, and asking
-- for that once more with the key is answered as reuse.
update vendor_acts a set key = 'before-bookings:' || a.id || ':' || a.key
from reservation_intents i where i.workspace_id = a.workspace_id and i.key = a.key;

insert into vendor_acts (workspace_id, id, key, kind, connection_id, listing_id, reservation_id, external_id, request_hash,
  request, state, attempts, looks, result, outcome, outcome_code, holder, held_until, asked_at, settles_at, next_look_at,
  created_at, updated_at)
select workspace_id, id, key, kind || case when kind in ('accept', 'decline') then '_request' else '_reservation' end,
  connection_id, listing_id, reservation_id, external_id, request_hash, request,
  case state when 'sent' then 'asking' when 'made' then 'done' when 'succeeded' then 'done' else state end,
  attempts, searches,
  case when state in ('made', 'succeeded')
    then jsonb_build_object('externalId', external_id, 'errors', coalesce(outcome -> 'errors', '[]')) end,
  outcome ->> 'message', outcome ->> 'code', holder, held_until, coalesce(sent_at, created_at),
  coalesce(settles_at, created_at), next_search_at, created_at, updated_at
from reservation_intents;

drop table reservation_intents;

-- Which bookings of a place may be what an act made whose outcome is not known.
create index vendor_acts_bookings on vendor_acts (workspace_id, connection_id)
  where kind = 'create_reservation';
-- What ended is deleted some time later.
create index vendor_acts_ended on vendor_acts (updated_at) where next_look_at is null;
