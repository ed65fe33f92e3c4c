-- Calendars of others that a listing follows.
create table ical_feeds (
  workspace_id bigint not null,
  id uuid not null default gen_random_uuid(),
  listing_id bigint not null,
  name text not null,
  platform text not null check (platform in ('airbnb', 'booking', 'vrbo', 'other')),
  -- Told by whoever made the feed; else it is guessed of the address and the file.
  platform_told boolean not null,
  -- The address is a secret: whoever knows it can read the calendar.
  url bytea not null,
  url_shown text not null,
  -- Whether a block of it closes one unit or the listing.
  closes text not null check (closes in ('unit', 'listing')),
  interval_minutes integer not null check (interval_minutes >= 10),
  paused_at timestamptz(3),
  -- null: paused.
  next_fetch_at timestamptz(3),
  claimed_until timestamptz(3),
  holder uuid,
  last_fetched_at timestamptz(3),
  last_good_at timestamptz(3),
  failures integer not null default 0,
  stale_since timestamptz(3),
  stale_reason text,
  stale_detail text,
  stale_told_at timestamptz(3),
  -- What the other side said of the last good file, to ask for a newer one only.
  etag text,
  modified text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade,
  check ((stale_since is null) = (stale_reason is null))
);
create index ical_feeds_listing on ical_feeds (workspace_id, listing_id, created_at, id);
create index ical_feeds_due on ical_feeds (next_fetch_at) where next_fetch_at is not null;

-- What the last good files of a feed said. Texts of the file are kept as hashes: they can name guests.
create table ical_spans (
  workspace_id bigint not null,
  feed_id uuid not null,
  id uuid not null default gen_random_uuid(),
  listing_id bigint not null,
  kind text not null check (kind in ('stay', 'block')),
  uid text not null,
  label text not null,
  first_night date not null,
  -- The day after its last night.
  until date not null check (until > first_night),
  -- Whether it closes its nights by itself; of a stay its reservation does, once there is one with these dates.
  holds boolean not null,
  -- Of a stay: what its reservation is called.
  ref text,
  -- Good files in a row that lacked it; at the second it is gone.
  missed integer not null default 0,
  first_seen_at timestamptz(3) not null,
  primary key (workspace_id, feed_id, id),
  foreign key (workspace_id, feed_id) references ical_feeds (workspace_id, id) on delete cascade
);
create index ical_spans_nights on ical_spans (workspace_id, listing_id, until) where holds;

-- Addresses under which others read what is closed here.
create table ical_exports (
  workspace_id bigint not null,
  id uuid not null default gen_random_uuid(),
  listing_id bigint not null,
  name text not null,
  platform text not null check (platform in ('airbnb', 'booking', 'vrbo', 'other')),
  -- Feeds whose events are not told back; null: those of the reader's platform.
  feed_ids uuid[],
  token_hash bytea not null,
  token_end text not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- What was served last: its hash, since when it is so, and its nights as [first, day after the last].
  etag text,
  changed_at timestamptz(3),
  served jsonb not null default '[]',
  -- When the reader came, the newest last.
  reads timestamptz(3)[] not null default '{}',
  primary key (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index ical_exports_listing on ical_exports (workspace_id, listing_id, created_at, id);
create index ical_exports_token on ical_exports (token_hash) where revoked_at is null;
