-- Bookings made, changed and cancelled through the API.

-- Why the host cancelled, in the host's words.
alter table reservations add column cancel_reason text;
-- Which stays stand on a night, asked before a night is sold.
create index reservations_standing on reservations (workspace_id, listing_id, check_out) where status <> 'cancelled';

-- Every night this server has sold itself, one row per night and unit. The primary key is what makes it impossible to sell
-- the same unit twice for one night, whatever the program thinks it has checked. Stays that were read from a PMS stand
-- elsewhere and have no rows here: two of them may overlap, and that is for the PMS to say.
create table sold_nights (
  workspace_id   bigint not null,
  listing_id     bigint not null,
  date           date not null,
  -- Which of the listing's homes or rooms, counted from 1.
  place          integer not null check (place >= 1),
  reservation_id bigint not null,
  primary key (workspace_id, listing_id, date, place),
  unique (workspace_id, reservation_id, date),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade,
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id) on delete cascade
);

-- What was to be done in a PMS: written and committed before the PMS hears of it, so that a crash or a lost answer can
-- never lead to a second booking. The moves between states stand in features/bookings/intent-state.ts.
create table reservation_intents (
  workspace_id    bigint not null references workspaces (id),
  id              uuid not null default time_uuid(),
  -- The caller's Idempotency-Key, or one made here.
  key             text not null,
  kind            text not null check (kind in ('create', 'modify', 'cancel', 'accept', 'decline')),
  connection_id   bigint not null,
  provider        text not null,
  listing_id      bigint not null,
  -- The booking it is about; of a create once it is stored here.
  reservation_id  bigint,
  -- What the PMS calls it.
  external_id     text,
  -- Stands in the booking the PMS makes, so that it is found again.
  marker          text not null,
  -- What is to be done; kept only until it is settled, for it names the guest.
  request         jsonb,
  request_hash    bytea not null,
  state           text not null default 'started'
                  check (state in ('started', 'sent', 'unknown', 'made', 'succeeded', 'refused')),
  attempts        integer not null default 0,
  -- Looks for what became of it, since its outcome is not known.
  searches        integer not null default 0,
  -- {"code": …, "message": …} of a refusal or of the trouble that left it unknown; of what was done the parts that were not.
  outcome         jsonb,
  -- Who works on it and until when; past that anybody may take it over.
  holder          uuid,
  held_until      timestamptz(3),
  -- When it is looked for; null where nothing is left to find out.
  next_search_at  timestamptz(3),
  sent_at         timestamptz(3),
  -- From then on a look that finds nothing means that nothing was done.
  settles_at      timestamptz(3),
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, key),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id) on delete set null (reservation_id),
  check ((holder is null) = (held_until is null))
);
-- The resolver's only question: what is there to find out?
create index reservation_intents_open on reservation_intents (next_search_at) where next_search_at is not null;
