-- Calendars of others that a listing follows.
create table ical_feeds (
  workspace_id     bigint not null,
  id               uuid not null default gen_random_uuid(),
  listing_id       bigint not null,
  name             text not null,
  platform         text not null check (platform in ('airbnb', 'booking', 'vrbo', 'other')),
  -- Told by whoever made the feed; else it is guessed of the address and the file.
  platform_told    boolean not null,
  -- The address is a secret: whoever knows it can read the calendar.
  url              bytea not null,
  url_shown        text not null,
  -- Whether a block of it closes one unit or the listing.
  closes           text not null check (closes in ('unit', 'listing')),
  interval_minutes integer not null check (interval_minutes >= 10),
  paused_at        timestamptz(3),
  -- null: paused.
  next_fetch_at    timestamptz(3),
  claimed_until    timestamptz(3),
  holder           uuid,
  last_fetched_at  timestamptz(3),
  last_good_at     timestamptz(3),
  failures         integer not null default 0,
  stale_since      timestamptz(3),
  stale_reason     text,
  stale_detail     text,
  stale_told_at    timestamptz(3),
  -- What the other side said of the last good file, to ask for a newer one only.
  etag             text,
  modified         text,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade,
  check ((stale_since is null) = (stale_reason is null))
);
create index ical_feeds_listing on ical_feeds (workspace_id, listing_id, created_at, id);
create index ical_feeds_due on ical_feeds (next_fetch_at) where next_fetch_at is not null;
-- Of a long backlog the first rows of each workspace are looked for.
create index ical_feeds_turn on ical_feeds (workspace_id, next_fetch_at) where next_fetch_at is not null;

-- What the last good files of a feed said. Texts of the file are kept as hashes: they can name guests.
create table ical_spans (
  workspace_id  bigint not null,
  feed_id       uuid not null,
  id            uuid not null default gen_random_uuid(),
  listing_id    bigint not null,
  kind          text not null check (kind in ('stay', 'block')),
  uid           text not null,
  label         text not null,
  first_night   date not null,
  -- The day after its last night.
  until         date not null check (until > first_night),
  -- Whether it closes its nights by itself; of a stay its reservation does, once there is one with these dates.
  holds         boolean not null,
  -- Of a stay: what its reservation is called.
  ref           text,
  -- Good files in a row that lacked it; at the second it is gone.
  missed        integer not null default 0,
  first_seen_at timestamptz(3) not null,
  -- A confirmation code says which booking an event of a calendar is, whatever its UID and its dates. Codes made here begin with ICAL-.
  code          text,
  primary key (workspace_id, feed_id, id),
  foreign key (workspace_id, feed_id) references ical_feeds (workspace_id, id) on delete cascade
);
create index ical_spans_nights on ical_spans (workspace_id, listing_id, until) where holds;

-- Addresses under which others read what is closed here.
create table ical_exports (
  workspace_id bigint not null,
  id           uuid not null default gen_random_uuid(),
  listing_id   bigint not null,
  name         text not null,
  platform     text not null check (platform in ('airbnb', 'booking', 'vrbo', 'other')),
  -- Feeds whose events are not told back; null: those of the reader's platform.
  feed_ids     uuid[],
  token_hash   bytea not null,
  token_end    text not null,
  created_at   timestamptz(3) not null,
  revoked_at   timestamptz(3),
  -- What was served last: its hash, since when it is so, and its nights as [first, day after the last].
  etag         text,
  changed_at   timestamptz(3),
  served       jsonb not null default '[]',
  -- When the reader came, the newest last.
  reads        timestamptz(3)[] not null default '{}',
  primary key (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index ical_exports_listing on ical_exports (workspace_id, listing_id, created_at, id);
create index ical_exports_token on ical_exports (token_hash) where revoked_at is null;
create trigger ical_feeds_url_key before insert or update of url on ical_feeds
  for each row when (is_closed_key(sealed_key_id(new.url))) execute function refuse_closed_key();

-- Nights that a PMS was told to close because a calendar that the listing follows closes them: opened there again when none does.
create table ical_pms_nights (
  workspace_id bigint not null,
  listing_id   bigint not null,
  date         date not null,
  -- When it is looked at next whether the night may be open again.
  look_at      timestamptz(3) not null,
  primary key (workspace_id, listing_id, date),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index ical_pms_nights_due on ical_pms_nights (look_at);

-- What those who fetch a listing's nights by themselves have not fetched yet: who reads a calendar address, and Vrbo by its feeds.
create table reader_looks (
  workspace_id     bigint not null,
  -- What it reads.
  door             text not null check (door in ('ical', 'vrbo')),
  -- The calendar address, or the account in whose feeds the listing stands.
  reader_id        text not null,
  listing_id       bigint not null,
  channel          text not null,
  name             text not null,
  last_read_at     timestamptz(3),
  interval_minutes int not null,
  -- Sold nights that it can still sell, each with since when, and when that was told: [date, since, told at].
  nights           jsonb not null default '[]',
  exposed_since    timestamptz(3),
  -- The head of the workspace when it was looked at: what is sold has changed only if that did.
  seen_version     timestamptz(3),
  -- Rises with every look, so that of two at once one counts.
  turn             int not null default 1,
  -- Not looked at again before this.
  look_after       timestamptz(3) not null,
  -- When the next of its nights is to be told.
  tell_at          timestamptz(3),
  primary key (workspace_id, door, reader_id, listing_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index reader_looks_listing on reader_looks (workspace_id, listing_id);
create index reader_looks_exposed on reader_looks (workspace_id, exposed_since, door, reader_id, listing_id)
  where exposed_since is not null;
create index reader_looks_wanted on reader_looks (look_after) where seen_version is null;
create index reader_looks_to_tell on reader_looks (tell_at) where tell_at is not null;
create index reader_looks_again on reader_looks (look_after) where exposed_since is not null;
create index reader_looks_seen on reader_looks (workspace_id, seen_version);
