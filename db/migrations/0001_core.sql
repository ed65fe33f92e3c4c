-- The unified model. Two rules hold for every tenant table and are proven by a test that reads the catalogue:
--   1. primary key, unique keys and foreign keys start with workspace_id, so the tables can be sharded by workspace
--      and a join can never cross tenants;
--   2. sandbox rows have ids >= 900000000 and live rows never do, because a sandbox space is a workspace row of its
--      own (sandbox_of) with an id in that range.
-- Stay dates are civil dates. Amounts are numeric and stand beside their currency. Instants are timestamptz(3).

create sequence sandbox_id minvalue 900000001;
create sequence workspaces_id maxvalue 899999999;
create sequence api_keys_id;
create sequence connections_id maxvalue 899999999;
create sequence accounts_id maxvalue 899999999;
create sequence listings_id maxvalue 899999999;
create sequence units_id maxvalue 899999999;
create sequence guests_id maxvalue 899999999;
create sequence reservations_id maxvalue 899999999;
create sequence conversations_id maxvalue 899999999;
create sequence messages_id maxvalue 899999999;
create sequence inquiries_id maxvalue 899999999;
create sequence reviews_id maxvalue 899999999;
create sequence sync_runs_id maxvalue 899999999;

-- The id for a new row of a workspace: its table's own sequence in a live space, one shared sequence in sandboxes.
create function next_id(workspace bigint, live_sequence regclass) returns bigint
  language sql volatile
  as $$ select nextval(case when workspace >= 900000000 then 'sandbox_id'::regclass else live_sequence end) $$;

-- Not tenant tables: a key has to be found before its workspace is known.
create table workspaces (
  id                bigint primary key,
  parent_id         bigint references workspaces (id),
  sandbox_of        bigint unique references workspaces (id),
  name              text not null,
  external_ref      text,
  plan              text not null default 'free' check (plan in ('free', 'starter', 'custom')),
  contact_confirmed boolean not null default false,
  created_at        timestamptz(3) not null default now(),
  deactivated_at    timestamptz(3),
  check ((sandbox_of is not null or coalesce(parent_id, 0) >= 900000000) = (id >= 900000000))
);
create index workspaces_parent on workspaces (parent_id) where parent_id is not null;

create table api_keys (
  id           bigint primary key default nextval('api_keys_id'),
  workspace_id bigint not null references workspaces (id),
  mode         text not null check (mode in ('live', 'sandbox')),
  prefix       text not null,
  hash         bytea not null unique,
  name         text,
  created_at   timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at   timestamptz(3),
  check ((mode = 'sandbox') = (workspace_id >= 900000000))
);
create index api_keys_workspace on api_keys (workspace_id);

create table connections (
  workspace_id        bigint not null references workspaces (id),
  id                  bigint not null,
  provider            text not null,
  status              text not null default 'active'
                      check (status in ('active', 'inactive', 'error', 'pending', 'disconnected', 'needs_permissions')),
  external_account_id text not null,
  account_name        text,
  -- AES-256-GCM, see platform/crypto.ts; null once disconnected or for sandbox fixtures.
  credentials         bytea,
  credentials_key_id  text,
  -- What the connector keeps between calls (an access token, say), encrypted the same way.
  session             bytea,
  write_policy        jsonb not null,
  -- Secret path token of the inbound webhook address, hashed; and what the vendor registered.
  inbound_token_hash  bytea,
  inbound             jsonb,
  -- Where the incremental walk of each entity stands: {"reservations": {...}, ...}; opaque to all but the connector.
  watermarks          jsonb not null default '{}',
  action_reason       text,
  action_message      text,
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  connected_at        timestamptz(3) not null default now(),
  disconnected_at     timestamptz(3),
  first_import_at     timestamptz(3),
  last_success_at     timestamptz(3),
  last_full_at        timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, provider, external_account_id),
  check ((workspace_id >= 900000000) = (id >= 900000000))
);

create table accounts (
  workspace_id        bigint not null references workspaces (id),
  id                  bigint not null,
  connection_id       bigint not null,
  provider            text not null,
  external_account_id text not null,
  name                text,
  picture_url         text,
  created_at          timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, provider, external_account_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  check ((workspace_id >= 900000000) = (id >= 900000000))
);

create table listings (
  workspace_id          bigint not null references workspaces (id),
  id                    bigint not null,
  connection_id         bigint,
  account_id            bigint,
  external_id           text,
  model                 text not null default 'home' check (model in ('home', 'hotel')),
  name                  text not null,
  public_name           text,
  street                text,
  city                  text,
  state                 text,
  postal_code           text,
  country_code          text,
  latitude              numeric(9, 6),
  longitude             numeric(9, 6),
  time_zone             text,
  currency              text,
  active                boolean not null default true,
  inactive_reason       text check (inactive_reason in ('plan_limit', 'unlisted_on_airbnb', 'deactivated')),
  lifecycle_status      text,
  -- Set when the source no longer has the listing; shown as status "archived".
  archived_at           timestamptz(3),
  thumbnail_url         text,
  default_nightly_price numeric,
  min_nights            integer,
  max_nights            integer,
  -- How many homes or rooms of this kind are sold under this listing.
  unit_count            integer not null default 1,
  content               jsonb,
  details               jsonb,
  amenities             jsonb not null default '[]',
  photos                jsonb not null default '[]',
  source_hash           bytea,
  revision              integer not null default 1,
  created_at            timestamptz(3) not null default now(),
  updated_at            timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts (workspace_id, id),
  check ((workspace_id >= 900000000) = (id >= 900000000)),
  check (active = (inactive_reason is null))
);
create index listings_updated on listings (workspace_id, updated_at, id);

create table units (
  workspace_id        bigint not null references workspaces (id),
  id                  bigint not null,
  connection_id       bigint,
  external_id         text,
  parent_id           bigint,
  name                text not null,
  active              boolean not null default true,
  housekeeping_status text,
  floor               text,
  source              text,
  source_hash         bytea,
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, parent_id) references units (workspace_id, id),
  check ((workspace_id >= 900000000) = (id >= 900000000))
);

-- A room can belong to several room types.
create table listing_units (
  workspace_id bigint not null,
  listing_id   bigint not null,
  unit_id      bigint not null,
  primary key (workspace_id, listing_id, unit_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, unit_id) references units (workspace_id, id) on delete cascade
);
create index listing_units_unit on listing_units (workspace_id, unit_id);

create table channel_links (
  workspace_id   bigint not null,
  listing_id     bigint not null,
  platform       text not null check (platform in ('airbnb', 'booking', 'vrbo', 'plumguide')),
  external_id    text not null,
  -- The hotel on booking; a hotel's markup is shared by every listing on it.
  hotel_id       text,
  active         boolean not null default true,
  sync_enabled   boolean not null default true,
  markup_percent numeric(6, 3),
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now(),
  primary key (workspace_id, listing_id, platform, external_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id)
);
create index channel_links_platform on channel_links (workspace_id, platform, listing_id) where active;
create index channel_links_hotel on channel_links (workspace_id, hotel_id) where hotel_id is not null;

create table calendar_days (
  workspace_id        bigint not null,
  listing_id          bigint not null,
  date                date not null,
  available           boolean not null,
  price               numeric,
  min_nights          integer,
  max_nights          integer,
  closed_to_arrival   boolean,
  closed_to_departure boolean,
  available_units     integer not null,
  note                text,
  updated_at          timestamptz(3) not null default now(),
  primary key (workspace_id, listing_id, date),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id)
);

create table guests (
  workspace_id       bigint not null references workspaces (id),
  id                 bigint not null,
  connection_id      bigint,
  external_id        text,
  first_name         text,
  last_name          text,
  avatar_url         text,
  language           text,
  country            text,
  currency           text,
  is_blacklisted     boolean not null default false,
  blacklisted_reason text,
  risk_level         text,
  verification_level text,
  flags              jsonb not null default '[]',
  notes              jsonb not null default '[]',
  created_at         timestamptz(3) not null default now(),
  updated_at         timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  check ((workspace_id >= 900000000) = (id >= 900000000))
);

create table guest_contacts (
  workspace_id bigint not null,
  guest_id     bigint not null,
  type         text not null check (type in ('email', 'phone')),
  -- Emails in lower case; phones as digits with a leading plus when given.
  value        text not null,
  is_primary   boolean not null default false,
  verified     boolean not null default false,
  last_used_at timestamptz(3),
  created_at   timestamptz(3) not null default now(),
  primary key (workspace_id, guest_id, type, value),
  foreign key (workspace_id, guest_id) references guests (workspace_id, id) on delete cascade
);
-- Guests are matched on a contact and a name.
create index guest_contacts_value on guest_contacts (workspace_id, type, value);

create table reservations (
  workspace_id      bigint not null references workspaces (id),
  id                bigint not null,
  listing_id        bigint not null,
  connection_id     bigint,
  account_id        bigint,
  external_id       text,
  guest_id          bigint,
  unit_id           bigint,
  check_in          date not null,
  check_out         date not null,
  check_in_time     text,
  check_out_time    text,
  -- As stored; "completed" and a lapsed request are derived at read time from the two instants below.
  status            text not null check (status in ('confirmed', 'pending', 'cancelled')),
  status_detail     text,
  pending_reason    text,
  respond_by        timestamptz(3),
  -- The instant at which the property's local date passes check_out: a confirmed stay reads as completed from here.
  completes_at      timestamptz(3) not null,
  -- The instant at which a request for the host's approval reads as cancelled/request_expired.
  lapses_at         timestamptz(3),
  source            text check (source in ('airbnb', 'booking.com', 'vrbo', 'direct', 'website', 'owner', 'other')),
  confirmation_code text not null,
  booked_at         timestamptz(3),
  cancelled_at      timestamptz(3),
  cancelled_by      text check (cancelled_by in ('guest', 'host', 'platform')),
  occupancy         jsonb,
  total_price       numeric,
  currency          text,
  payment_status    text,
  financials        jsonb,
  guest_details     jsonb,
  source_status     text,
  source_hash       bytea,
  revision          integer not null default 1,
  -- The record's JSON as the API sends it, without the derived status fields: rendered when written, sent as it stands.
  doc               text not null default '{}',
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts (workspace_id, id),
  foreign key (workspace_id, guest_id) references guests (workspace_id, id),
  foreign key (workspace_id, unit_id) references units (workspace_id, id),
  check (check_out >= check_in),
  check ((workspace_id >= 900000000) = (id >= 900000000))
);
create index reservations_updated on reservations (workspace_id, updated_at, id);
create index reservations_listing on reservations (workspace_id, listing_id, id);
create index reservations_guest on reservations (workspace_id, guest_id);
create index reservations_check_in on reservations (workspace_id, check_in, id);
create index reservations_check_out on reservations (workspace_id, check_out, id);
create index reservations_code on reservations (workspace_id, confirmation_code);

create table conversations (
  workspace_id         bigint not null references workspaces (id),
  id                   bigint not null,
  connection_id        bigint,
  account_id           bigint,
  external_id          text,
  platform             text check (platform in ('airbnb', 'booking', 'vrbo', 'website', 'email')),
  external_thread_id   text,
  guest_id             bigint,
  listing_id           bigint,
  reservation_id       bigint,
  subject              text,
  last_message_at      timestamptz(3),
  last_message_preview text,
  unread_count         integer not null default 0,
  status               text not null default 'open' check (status in ('open', 'archived')),
  host                 jsonb,
  source_hash          bytea,
  created_at           timestamptz(3) not null default now(),
  updated_at           timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts (workspace_id, id),
  foreign key (workspace_id, guest_id) references guests (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id),
  check ((workspace_id >= 900000000) = (id >= 900000000))
);
-- Never-messaged threads sort last; the same expression stands in the list query.
create index conversations_recent on conversations
  (workspace_id, (coalesce(last_message_at, '-infinity'::timestamptz)) desc, id desc);
create index conversations_reservation on conversations (workspace_id, reservation_id);

create table messages (
  workspace_id    bigint not null,
  id              bigint not null,
  conversation_id bigint not null,
  external_id     text,
  direction       text not null check (direction in ('inbound', 'outbound')),
  sender_type     text,
  sender_name     text,
  sender_avatar   text,
  channel         text,
  body            text not null,
  translated_body text,
  attachments     jsonb not null default '[]',
  is_automated    boolean not null default false,
  ai_generated    boolean not null default false,
  sent_at         timestamptz(3) not null,
  delivered_at    timestamptz(3),
  read_at         timestamptz(3),
  source_hash     bytea,
  created_at      timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, conversation_id, external_id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id),
  check ((workspace_id >= 900000000) = (id >= 900000000))
);
create index messages_thread on messages (workspace_id, conversation_id, sent_at, id);

create table inquiries (
  workspace_id             bigint not null references workspaces (id),
  id                       bigint not null,
  connection_id            bigint,
  account_id               bigint,
  external_id              text,
  conversation_id          bigint,
  listing_id               bigint,
  guest_id                 bigint,
  channel                  text not null,
  -- As stored; one that is neither booked nor closed reads as expired once lapses_at has passed.
  status                   text not null check (status in
                           ('open', 'pre_approved', 'special_offer_sent', 'booked', 'expired', 'declined', 'not_possible')),
  lapses_at                timestamptz(3),
  check_in                 date,
  check_out                date,
  guests                   jsonb,
  expected_payout_amount   numeric,
  expected_payout_currency text,
  reservation_id           bigint,
  relayed_by               text,
  respond_by               timestamptz(3),
  responded_at             timestamptz(3),
  source_status            text,
  source_hash              bytea,
  revision                 integer not null default 1,
  created_at               timestamptz(3) not null default now(),
  updated_at               timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, guest_id) references guests (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id),
  check ((workspace_id >= 900000000) = (id >= 900000000))
);
create index inquiries_recent on inquiries (workspace_id, created_at desc, id desc);
create index inquiries_conversation on inquiries (workspace_id, conversation_id);
create index inquiries_listing on inquiries (workspace_id, listing_id);

create table reviews (
  workspace_id             bigint not null references workspaces (id),
  id                       bigint not null,
  connection_id            bigint,
  account_id               bigint,
  external_id              text not null,
  platform                 text check (platform in ('airbnb', 'booking', 'vrbo')),
  pms                      text,
  listing_id               bigint,
  provider_property_id     text,
  reservation_id           bigint,
  reservation_code         text,
  guest_id                 bigint,
  guest_name               text,
  guest_avatar             text,
  reviewer_role            text not null check (reviewer_role in ('guest', 'host')),
  -- On the scale 0 to 5, whatever scale the source uses.
  rating                   numeric(4, 2),
  categories               jsonb not null default '[]',
  public_review            text,
  private_feedback         text,
  is_reviewee_recommended  boolean,
  response_body            text,
  response_submitted_at    timestamptz(3),
  submitted_at             timestamptz(3),
  expires_at               timestamptz(3),
  hidden                   boolean not null default false,
  language                 text,
  source_hash              bytea,
  created_at               timestamptz(3) not null default now(),
  updated_at               timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id),
  foreign key (workspace_id, guest_id) references guests (workspace_id, id),
  check ((workspace_id >= 900000000) = (id >= 900000000))
);
create index reviews_recent on reviews (workspace_id, (coalesce(submitted_at, '-infinity'::timestamptz)) desc, id desc);
create index reviews_listing on reviews (workspace_id, listing_id);

-- What changed, when and why: one row per change of a record, written in the change's own transaction.
create table record_history (
  workspace_id bigint not null references workspaces (id),
  record_type  text not null,
  record_id    bigint not null,
  revision     integer not null,
  change       text not null check (change in ('created', 'updated', 'cancelled', 'deleted')),
  -- Prior values of the fields the API shows that changed; empty for created.
  previous     jsonb not null default '{}',
  origin       text not null,
  run_id       bigint,
  created_at   timestamptz(3) not null default now(),
  primary key (workspace_id, record_type, record_id, revision)
);
