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
  id          bigint generated always as identity primary key,
  market_id   bigint not null references markets (id) on delete cascade,
  taken_on    date not null,
  complete    boolean not null default false,
  -- The first night of its calendars, and how many follow; null without a calendar file.
  first_day   date,
  days        integer not null default 0,
  price_from  text not null default 'none' check (price_from in ('calendar', 'listing', 'none')),
  listings    integer not null default 0,
  -- Beside the snapshot before it; null: there is none.
  new_listings  integer,
  gone_listings integer,
  -- Means of the listings' prices, and of the nights that follow.
  summary     jsonb not null default '{}'::jsonb,
  loaded_at   timestamptz(3) not null
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
  primary key (snapshot_id, id)
);
create index market_listings_place on market_listings using gist (place);
create index market_listings_reviews on market_listings (snapshot_id, reviews desc, id);

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
  primary key (market_id, id)
);
create index market_events_by_day on market_events (market_id, start_date, id);
