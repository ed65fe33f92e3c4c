-- What those who fetch a listing's nights by themselves have not fetched yet: who reads a calendar address, and Vrbo by its feeds.
create table reader_looks (
  workspace_id bigint not null,
  -- What it reads.
  door text not null check (door in ('ical', 'vrbo')),
  -- The calendar address, or the account in whose feeds the listing stands.
  reader_id text not null,
  listing_id bigint not null,
  channel text not null,
  name text not null,
  last_read_at timestamptz(3),
  interval_minutes int not null,
  -- Sold nights that it can still sell, each with since when, and when that was told: [date, since, told at].
  nights jsonb not null default '[]',
  exposed_since timestamptz(3),
  -- The head of the workspace when it was looked at: what is sold has changed only if that did.
  seen_version timestamptz(3),
  -- Rises with every look, so that of two at once one counts.
  turn int not null default 1,
  -- Not looked at again before this.
  look_after timestamptz(3) not null,
  -- When the next of its nights is to be told.
  tell_at timestamptz(3),
  primary key (workspace_id, door, reader_id, listing_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index reader_looks_listing on reader_looks (workspace_id, listing_id);
create index reader_looks_exposed on reader_looks (workspace_id, exposed_since, door, reader_id, listing_id)
  where exposed_since is not null;
