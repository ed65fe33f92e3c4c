-- Markets: what the operator loaded of cities, the same for every workspace. Nothing of a workspace stands here.
create table markets (
  id          bigint generated always as identity primary key,
  name        text not null,
  -- The name in lower case: what paths and imports find it by.
  key         text not null unique,
  country     text not null check (country ~ '^[A-Z]{2}$'),
  -- What the prices of the files are in, as the operator said: the files write `$` everywhere.
  currency    text not null check (currency ~ '^[A-Z]{3}$'),
  -- The latest snapshot: the one that is shown. Null: nothing was loaded to its end yet.
  snapshot_id bigint,
  -- How many listings the latest snapshot has; lists are ordered by it.
  listings    integer not null default 0,
  -- Where its listings stand: corners in the plane of `market_listings.place`.
  area        box
);
create index markets_by_listings on markets (listings, id);
create index markets_area on markets using gist (area);

-- One reading of a city. One that is not complete is shown nowhere, and removed by the next import of the city.
create table market_snapshots (
  id            bigint generated always as identity primary key,
  market_id     bigint not null references markets (id) on delete cascade,
  taken_on      date not null,
  complete      boolean not null default false,
  -- The first night of its calendars, and how many follow; null without a calendar file.
  first_day     date,
  days          integer not null default 0,
  price_from    text not null default 'none' check (price_from in ('calendar', 'listing', 'none')),
  listings      integer not null default 0,
  -- Beside the snapshot before it; null: there is none.
  new_listings  integer,
  gone_listings integer,
  -- Means of the listings' prices, and of the nights that follow.
  summary       jsonb not null default '{}'::jsonb,
  loaded_at     timestamptz(3) not null,
  -- What the files of a snapshot were, so that the same ones are not read twice.
  files_hash    bytea,
  -- How much of the files was read so far, in bytes, while they are taken in by a request.
  bytes_read    bigint,
  bytes         bigint
);
create unique index market_snapshots_once on market_snapshots (market_id, taken_on) where complete;
create index market_snapshots_market on market_snapshots (market_id, complete, taken_on);

-- Listings of the latest snapshots, in narrow rows: searches read many. Nobody's name is among it.
create table market_listings (
  snapshot_id   bigint not null references market_snapshots (id) on delete cascade,
  id            bigint not null,
  -- Longitude, and latitude stretched as on a Mercator map, both in degrees: there near points are as near as on the ground.
  place         point not null,
  name          text,
  property_type text,
  room_type     text,
  bedrooms      integer,
  capacity      integer,
  -- Of 5.
  rating        numeric,
  reviews       integer not null default 0,
  -- Hundredths of the currency.
  price         integer check (price > 0),
  first_review  date,
  thumbnail_url text,
  -- Homes of one size stand on a map of their own, a thousand degrees east of that of the size below: so the nearest of a size are
  -- handed out in order by the index, however rare it is among its neighbours. Nine bedrooms and more are one size.
  place_of_size point
  generated always as (point(place[0] + 1000 * least(coalesce(bedrooms, -1), 9), place[1])) stored,
  primary key (snapshot_id, id)
);
create index market_listings_place on market_listings using gist (place);
create index market_listings_reviews on market_listings (snapshot_id, reviews desc, id);
create index market_listings_place_of_size on market_listings using gist (place_of_size);

-- The nights of one of them, packed: `nights.ts` says how.
create table market_nights (
  snapshot_id bigint not null,
  id          bigint not null,
  nights      bytea not null,
  primary key (snapshot_id, id),
  foreign key (snapshot_id, id) references market_listings (snapshot_id, id) on delete cascade
);

-- A night of a whole city.
create table market_days (
  snapshot_id bigint not null references market_snapshots (id) on delete cascade,
  date        date not null,
  listings    integer not null,
  taken       integer not null,
  -- Of the nights that are open: how many have a price, and what they ask, in hundredths.
  priced      integer not null,
  price_sum   bigint not null,
  price_least integer,
  price_most  integer,
  primary key (snapshot_id, date)
);

create table market_events (
  market_id  bigint not null references markets (id) on delete cascade,
  -- The uid of the file.
  id         text not null,
  title      text not null,
  category   text,
  start_date date not null,
  -- The last day of it.
  end_date   date not null check (end_date >= start_date),
  latitude   double precision,
  longitude  double precision,
  rank       integer,
  attendance integer,
  labels     text[] not null default '{}',
  -- Which file told of an event: what it told of before and does not any more is gone.
  source     text not null default '',
  primary key (market_id, id)
);
create index market_events_by_day on market_events (market_id, start_date, id);
-- Those that are gone are looked for among the events of a market that are not over.
create index market_events_by_end on market_events (market_id, end_date);

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
create index priced_listings_turn on priced_listings (workspace_id, due_at);

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
  -- What was asked of the night since it was first looked at: [days before the night, price], one for each change, at most sixty.
  -- How guests took a price is learnt from it; the calendar knows the last one only.
  shown               jsonb not null default '[]',
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
