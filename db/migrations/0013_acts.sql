-- Writes to vendors whose answer was lost are looked for by the server itself, in any process and after any crash.

alter table vendor_acts
  drop constraint vendor_acts_kind_check,
  add constraint vendor_acts_kind_check check (kind in (
    'pre_approve', 'send_offer', 'withdraw_offer', 'reply_to_review', 'create_guest', 'write_listing', 'add_photo')),
  drop constraint vendor_acts_state_check,
  add constraint vendor_acts_state_check check (state in ('asking', 'unknown', 'done', 'refused', 'absent')),
  -- What was asked for, and what it takes to record it here; kept only until that is done, for it may name a guest.
  add column request jsonb,
  -- Looks for what became of it, since its outcome is not known.
  add column looks integer not null default 0,
  -- When it is looked for, or recorded; null where nothing is left to do.
  add column next_look_at timestamptz(3),
  -- Why it is not known or not there, in words.
  add column outcome text;
create index vendor_acts_open on vendor_acts (next_look_at) where next_look_at is not null;
