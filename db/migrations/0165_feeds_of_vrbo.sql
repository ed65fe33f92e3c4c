-- Accounts of Vrbo that fetch our feeds, each with a pair of its own for HTTP Basic.
create table vrbo_accounts (
  workspace_id bigint not null references workspaces (id),
  -- Its user name, which is also what Vrbo calls the advertiser.
  id text not null check (id ~ '^lw[a-z0-9]{14}$'),
  name text not null,
  password_hash bytea not null,
  password_end text not null,
  -- Whether Vrbo may book and ask here; nobody has said yet for which partners it does.
  takes_calls boolean not null default false,
  created_at timestamptz(3) not null,
  rotated_at timestamptz(3),
  revoked_at timestamptz(3),
  last_fetched_at timestamptz(3),
  -- When it came for the index of availability, the newest last: documents are fetched when they moved alone.
  reads timestamptz(3)[] not null default '{}',
  primary key (workspace_id, id)
);
create unique index vrbo_accounts_id on vrbo_accounts (id);
create index vrbo_accounts_listed on vrbo_accounts (workspace_id, created_at, id);

-- Listings in the feeds of an account. One that was taken out stays, so that Vrbo learns of it.
create table vrbo_listings (
  workspace_id bigint not null,
  account_id text not null,
  listing_id bigint not null,
  added_at timestamptz(3) not null,
  removed_at timestamptz(3),
  -- Offline: it is in the feeds as not active, with every night closed.
  hidden_at timestamptz(3),
  -- When that was changed last.
  turned_at timestamptz(3) not null,
  -- Nights as Vrbo fetched them last, those with something left: [first, day after the last, units].
  served jsonb not null default '[]',
  served_at timestamptz(3),
  primary key (workspace_id, account_id, listing_id),
  foreign key (workspace_id, account_id) references vrbo_accounts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index vrbo_listings_listing on vrbo_listings (workspace_id, listing_id, account_id);

-- Since when each document of a listing is as it is.
create table vrbo_documents (
  workspace_id bigint not null,
  account_id text not null,
  listing_id bigint not null,
  kind text not null check (kind in ('listing', 'availability', 'rates', 'configuration')),
  etag text not null,
  changed_at timestamptz(3) not null,
  primary key (workspace_id, account_id, listing_id, kind),
  foreign key (workspace_id, account_id, listing_id) references vrbo_listings (workspace_id, account_id, listing_id)
    on delete cascade
);

-- What was booked at Vrbo, the newest first.
create index reservations_vrbo on reservations (workspace_id, id) where source = 'vrbo' and merged_into is null;
