-- Listings that prices are recommended for: what their host wants of them, and when they are looked at next.
create table priced_listings (
  workspace_id  bigint not null,
  listing_id    bigint not null,
  -- What was set of the strategy; what is not there is as it is for everybody.
  settings      jsonb not null default '{}',
  -- Null: nothing was ever set.
  settings_at   timestamptz(3),
  -- What was found at the last look: the usual price and what it follows from, months.
  summary       jsonb,
  priced_at     timestamptz(3),
  -- The day at the property of that look.
  priced_on     date,
  due_at        timestamptz(3) not null,
  failures      integer not null default 0,
  -- Who looks, and for how long nobody else does.
  claim         uuid,
  claimed_until timestamptz(3),
  primary key (workspace_id, listing_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index priced_listings_due on priced_listings (due_at);

-- One recommendation a night: the newest while the night is to come, the last one when it is over.
create table price_recommendations (
  workspace_id        bigint not null,
  listing_id          bigint not null,
  date                date not null,
  status              text not null check (status in ('pending', 'applied', 'declined')),
  currency            text not null,
  current_price       numeric,
  recommended_price   numeric not null,
  min_price           numeric,
  max_price           numeric,
  confidence          numeric not null,
  booking_probability numeric not null,
  expected_revenue    numeric not null,
  -- Their order is that in which they were taken.
  factors             json not null,
  model_version       text not null,
  generated_at        timestamptz(3) not null,
  decided_at          timestamptz(3),
  -- With which Idempotency-Key, so that what was done before a crash is known for it.
  decision_key        text,
  -- What the calendar was given last, also of an earlier recommendation of the night.
  applied_price       numeric,
  applied_at          timestamptz(3),
  -- A key, a member, or `auto`.
  applied_by          text,
  primary key (workspace_id, listing_id, date),
  foreign key (workspace_id, listing_id) references priced_listings (workspace_id, listing_id) on delete cascade,
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'applied' or applied_price is not null),
  check ((applied_price is null) = (applied_at is null))
);

-- What listings of one place and one currency showed together.
create table price_models (
  workspace_id bigint not null references workspaces (id),
  market       text not null,
  model        jsonb not null,
  learned_at   timestamptz(3) not null,
  primary key (workspace_id, market)
);
