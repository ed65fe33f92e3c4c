-- Nights set through the API and sent to the PMS that keeps the listing; listings made and written here.

-- One row per night of a PMS listing that was set here. While it is open (pending, sent, failed) its values are shown
-- before those of calendar_days, which always hold what the PMS said last: no reading in between can undo it, and a night
-- that the PMS refuses falls back to what the PMS has. The moves between states stand in features/calendar-pushes/state.ts.
create table calendar_pushes (
  workspace_id    bigint not null,
  listing_id      bigint not null,
  date            date not null,
  connection_id   bigint not null,
  -- What was set; null: not this.
  available       boolean,
  price           numeric,
  min_nights      integer,
  max_nights      integer,
  state           text not null check (state in ('pending', 'sent', 'failed', 'confirmed', 'refused')),
  -- Goes up each time the night is set: what was sent before must not settle what was set since.
  version         integer not null default 1,
  attempts        integer not null default 0,
  -- Readings that did not show it although the PMS had taken it.
  checks          integer not null default 0,
  -- The PMS took it; what is left is to see it there.
  accepted_at     timestamptz(3),
  error_code      text,
  error           text,
  -- When something is to be done next; null once it is settled.
  next_attempt_at timestamptz(3),
  settled_at      timestamptz(3),
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (workspace_id, listing_id, date),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade,
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  check ((state in ('confirmed', 'refused')) = (next_attempt_at is null)),
  check ((state in ('confirmed', 'refused')) = (settled_at is not null))
) with (fillfactor = 70);
create index calendar_pushes_due on calendar_pushes (workspace_id, connection_id, next_attempt_at)
  where next_attempt_at is not null;

-- When the nights of a connection are to be sent next. One small row each, so that asking what is due costs nothing.
create table calendar_push_turns (
  workspace_id  bigint not null,
  connection_id bigint not null,
  wake_at       timestamptz(3),
  primary key (workspace_id, connection_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);
create index calendar_push_turns_due on calendar_push_turns (wake_at) where wake_at is not null;

-- When the nights of a listing were last read from the PMS. Not a column of listings: rows of those are locked by whoever
-- holds the workspace's head row, and a reading takes that last.
create table calendar_reads (
  workspace_id bigint not null,
  listing_id   bigint not null,
  read_at      timestamptz(3) not null,
  primary key (workspace_id, listing_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);

-- The price follows the listing's rates until the night is priced by itself.
alter table calendar_days add column from_rate boolean not null default false;

-- Parts of a listing that are only kept here.
alter table listings add column rooms jsonb not null default '[]';
alter table listings add column checkout_tasks jsonb not null default '[]';
-- {"weekendPrice": …, "cleaningFee": …, …}; amounts as decimal text in the listing's currency.
alter table listings add column pricing jsonb not null default '{}';
alter table listings add column policies jsonb not null default '{}';
-- Values of a PMS listing that were written here and that the PMS does not take: they stay when the listing is read again.
alter table listings add column own_values jsonb not null default '{}';

-- Set here, so that a reading of the PMS does not change it.
alter table channel_links add column markup_set_here boolean not null default false;

-- Texts in other languages; the English ones are listings.content.
create table listing_texts (
  workspace_id bigint not null,
  listing_id   bigint not null,
  locale       text not null check (locale <> 'en'),
  content      jsonb not null,
  updated_at   timestamptz(3) not null,
  primary key (workspace_id, listing_id, locale),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);

-- Pictures uploaded for a listing. Their bytes are in the object store, under the same path.
create table listing_files (
  workspace_id bigint not null,
  path         text not null,
  listing_id   bigint not null,
  content_type text not null,
  size         integer not null,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, path),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index listing_files_listing on listing_files (workspace_id, listing_id, created_at);
