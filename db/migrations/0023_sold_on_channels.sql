-- Channel listings that our calendar is written to, and what is known of every night of theirs.

create table selling_links (
  workspace_id  bigint not null,
  connection_id bigint not null,
  -- What the channel calls its listing or room.
  external_id   text not null,
  listing_id    bigint not null,
  since         timestamptz(3) not null,
  -- What somebody changes on the channel by hand is written over; false: it is only shown.
  mends_drift   boolean not null default true,
  -- Nights that our calendar may show differently since they were last looked at.
  changed_from  date,
  changed_to    date,
  changed_since timestamptz(3),
  -- When the channel's calendar was last compared with ours as a whole.
  compared_at   timestamptz(3),
  wake_at       timestamptz(3) not null,
  primary key (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id, external_id, listing_id)
    references listing_links (workspace_id, connection_id, external_id, listing_id),
  check ((changed_from is null) = (changed_since is null) and (changed_to is null) = (changed_since is null))
);
create index selling_links_listing on selling_links (workspace_id, listing_id);
create index selling_links_wake on selling_links (wake_at);

create table channel_nights (
  workspace_id        bigint not null,
  connection_id       bigint not null,
  external_id         text not null,
  date                date not null,
  -- What the channel is to show.
  available           boolean not null,
  units               integer not null,
  price               numeric,
  min_nights          integer not null,
  max_nights          integer,
  closed_to_arrival   boolean not null,
  closed_to_departure boolean not null,
  -- Stays that hold the night here.
  stays               integer not null,
  version             integer not null default 1,
  state               text not null check (state in ('pending', 'sent', 'failed', 'confirmed', 'refused')),
  attempts            integer not null default 0,
  checks              integer not null default 0,
  accepted_at         timestamptz(3),
  error_code          text,
  error               text,
  next_attempt_at     timestamptz(3),
  -- Since when the channel is to show something else than it does; null: it shows what it should.
  differs_since       timestamptz(3),
  -- What the channel showed when it was last read.
  shown               jsonb,
  -- Of that, how many could be booked.
  shown_units         integer,
  shown_at            timestamptz(3),
  -- Since when the channel can sell what was sold elsewhere.
  exposed_since       timestamptz(3),
  -- When that was told.
  told_at             timestamptz(3),
  primary key (workspace_id, connection_id, external_id, date),
  foreign key (workspace_id, connection_id, external_id)
    references selling_links (workspace_id, connection_id, external_id) on delete cascade,
  check ((state in ('confirmed', 'refused')) = (next_attempt_at is null))
);
create index channel_nights_due on channel_nights (workspace_id, connection_id, next_attempt_at) where next_attempt_at is not null;
create index channel_nights_exposed on channel_nights (exposed_since) where exposed_since is not null or told_at is not null;
