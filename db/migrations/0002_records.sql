create sequence connections_id maxvalue 9006200154740991;
create sequence accounts_id maxvalue 9006200154740991;
create sequence listings_id maxvalue 9006200154740991;
create sequence units_id maxvalue 9006200154740991;
create sequence guests_id maxvalue 9006200154740991;
create sequence reservations_id maxvalue 9006200154740991;
create sequence conversations_id maxvalue 9006200154740991;
create sequence messages_id maxvalue 9006200154740991;
create sequence inquiries_id maxvalue 9006200154740991;
create sequence reviews_id maxvalue 9006200154740991;

create table connections (
  workspace_id             bigint not null references workspaces (id),
  id                       bigint not null,
  provider                 text not null,
  status                   text not null default 'active'
                      check (status in ('active', 'inactive', 'error', 'pending', 'disconnected', 'needs_permissions')),
  external_account_id      text not null,
  account_name             text,
  -- AES-256-GCM, see crypto.ts; null once disconnected or for sandbox fixtures.
  credentials              bytea,
  credentials_key_id       text,
  -- What the connector keeps between calls (an access token, say), encrypted the same way.
  session                  bytea,
  write_policy             jsonb not null,
  -- Secret path token of the inbound webhook address, hashed; and what the vendor registered.
  inbound_token_hash       bytea,
  inbound                  jsonb,
  -- Where the incremental walk of each entity stands: {"reservations": {...}, ...}; opaque to all but the connector.
  watermarks               jsonb not null default '{}',
  action_reason            text,
  action_message           text,
  created_at               timestamptz(3) not null default now(),
  updated_at               timestamptz(3) not null default now(),
  connected_at             timestamptz(3) not null default now(),
  disconnected_at          timestamptz(3),
  first_import_at          timestamptz(3),
  last_success_at          timestamptz(3),
  last_full_at             timestamptz(3),
  -- The listings a disconnect switched off, as ids: connecting the same account again switches just these on.
  deactivated_listings     jsonb not null default '[]',
  -- Somebody just connected the account: the worker is to register its webhook before it reads anything.
  inbound_due              boolean not null default false,
  -- A registration that is to be removed upstream as soon as its successor stands.
  retired_inbound          jsonb,
  last_reconciled_at       timestamptz(3),
  -- Asked for by hand; a comparison that began since has done it.
  reconciliation_wanted_at timestamptz(3),
  -- What a migration's account is to read once more, and what of it is to be read at all; null: nothing is asked for, and all of it.
  import_wanted            jsonb,
  import_scope             text[],
  -- Stays that were over before this day are not read of the account.
  history_from             date,
  -- What the owner of an account allowed this server to do, in the words of its provider; null: nobody told it.
  granted                  text[],
  primary key (workspace_id, id),
  unique (workspace_id, provider, external_account_id),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
);
create index connections_host on connections (provider, external_account_id);
create index connections_callable on connections (provider, id) where status = 'active' and credentials is not null;

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
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
);

-- Under which ids the connected accounts know a listing. The account that keeps it is one of them; others bring stays and
-- threads of it. What an account reads finds its listing here.
create table listing_links (
  workspace_id  bigint not null,
  connection_id bigint not null,
  -- What the account calls the listing.
  external_id   text not null,
  listing_id    bigint not null,
  created_at    timestamptz(3) not null default now(),
  -- What a channel calls its own listing or room, once it is of a listing with another name. Null where nothing else is known than the listing's name.
  unit_name     text,
  primary key (workspace_id, connection_id, external_id),
  unique (workspace_id, connection_id, external_id, listing_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);
create index listing_links_listing on listing_links (workspace_id, listing_id);
-- A channel names a listing or a host, and not whose they are here.
create index listing_links_external on listing_links (external_id);

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
  -- Parts of a listing that are only kept here.
  rooms                 jsonb not null default '[]',
  checkout_tasks        jsonb not null default '[]',
  -- {"weekendPrice": …, "cleaningFee": …, …}; amounts as decimal text in the listing's currency.
  pricing               jsonb not null default '{}',
  policies              jsonb not null default '{}',
  -- Values of a PMS listing that were written here and that the PMS does not take: they stay when the listing is read again.
  own_values            jsonb not null default '{}',
  -- The channels it is published on, and the hosts of Airbnb that have it, by their connections: ',airbnb,vrbo,'. Kept by the triggers below.
  on_channels           text not null default '',
  on_hosts              text not null default '',
  listed_as             text[],
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts (workspace_id, id),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id))),
  check (active = (inactive_reason is null)),
  -- A listing is kept by us, without either, or by the account of one of its links. Each of the two rows names the other,
  -- so this is looked at when the transaction ends.
  check ((connection_id is null) = (external_id is null)),
  foreign key (workspace_id, connection_id, external_id, id)
    references listing_links (workspace_id, connection_id, external_id, listing_id) deferrable initially deferred
);
create index listings_updated on listings (workspace_id, updated_at, id);
-- What is asked for most; what is asked for besides is merged from those that are alike.
create index listings_active on listings (workspace_id, id) where active;
create index listings_shown on listings (workspace_id, id) where active and archived_at is null;
create index listings_alike on listings (workspace_id, listed_as, id);
create index listings_on_airbnb on listings (workspace_id, id) where on_hosts <> '' and active and archived_at is null;
create index listings_active_updated on listings (workspace_id, updated_at, id) where active;
create index listings_inactive on listings (workspace_id, id) where not active;
alter table question_holds add foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade;
alter table listing_links add foreign key (workspace_id, listing_id) references listings (workspace_id, id);

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
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
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
  workspace_id    bigint not null,
  listing_id      bigint not null,
  platform        text not null check (platform in ('airbnb', 'booking', 'vrbo', 'plumguide')),
  external_id     text not null,
  -- The hotel on booking; a hotel's markup is shared by every listing on it.
  hotel_id        text,
  active          boolean not null default true,
  sync_enabled    boolean not null default true,
  markup_percent  numeric(6, 3),
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  -- Set here, so that a reading of the PMS does not change it.
  markup_set_here boolean not null default false,
  -- How far a channel lets each linked listing be managed from outside. No row is rewritten or looked at under the lock of the table:
  -- a link has no category until its channel is read again.
  sync_category   text check (sync_category in ('sync_all', 'sync_rates_and_availability', 'none')),
  listed_as       text[],
  primary key (workspace_id, listing_id, platform, external_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id)
);
create index channel_links_platform on channel_links (workspace_id, platform, listing_id) where active;
create index channel_links_hotel on channel_links (workspace_id, hotel_id) where hotel_id is not null;
create index channel_links_vrbo on channel_links (workspace_id, listing_id, external_id) where platform = 'vrbo' and listed_as is not null;
create index channel_links_vrbo_by_state on channel_links (workspace_id, active, listing_id, external_id)
  where platform = 'vrbo' and listed_as is not null;

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
  -- The price follows the listing's rates until the night is priced by itself.
  from_rate           boolean not null default false,
  primary key (workspace_id, listing_id, date),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id)
);
-- A guest who is forgotten is looked for in the notes of nights. Few nights have one: 730 nights of 1,000 listings need not be read.
create index calendar_days_notes on calendar_days (workspace_id, listing_id, date) where note is not null;

create table guests (
  workspace_id         bigint not null references workspaces (id),
  id                   bigint not null,
  connection_id        bigint,
  external_id          text,
  first_name           text,
  last_name            text,
  avatar_url           text,
  language             text,
  country              text,
  currency             text,
  is_blacklisted       boolean not null default false,
  blacklisted_reason   text,
  risk_level           text,
  verification_level   text,
  flags                jsonb not null default '[]',
  notes                jsonb not null default '[]',
  created_at           timestamptz(3) not null default now(),
  updated_at           timestamptz(3) not null default now(),
  -- Messages sent, inquiries answered, offers made, reviews replied to and guests created through the API.
  is_business_traveler boolean not null default false,
  -- A guest that was to be forgotten: of who it was there is a keyed hash of each address, number and id, by which a vendor that tells of
  -- them again is known; the row of the guest stays, empty, for the stays that were.
  forgotten_at         timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
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
  workspace_id        bigint not null references workspaces (id),
  id                  bigint not null,
  listing_id          bigint not null,
  connection_id       bigint,
  account_id          bigint,
  external_id         text,
  guest_id            bigint,
  unit_id             bigint,
  check_in            date not null,
  check_out           date not null,
  check_in_time       text,
  check_out_time      text,
  -- As stored; "completed" and a lapsed request are derived at read time from the two instants below.
  status              text not null check (status in ('confirmed', 'pending', 'cancelled')),
  status_detail       text,
  pending_reason      text,
  respond_by          timestamptz(3),
  -- The instant at which the property's local date passes check_out: a confirmed stay reads as completed from here.
  completes_at        timestamptz(3) not null,
  -- The instant at which a request for the host's approval reads as cancelled/request_expired.
  lapses_at           timestamptz(3),
  source              text check (source in ('airbnb', 'booking.com', 'vrbo', 'direct', 'website', 'owner', 'other')),
  confirmation_code   text not null,
  booked_at           timestamptz(3),
  cancelled_at        timestamptz(3),
  cancelled_by        text check (cancelled_by in ('guest', 'host', 'platform')),
  occupancy           jsonb,
  total_price         numeric,
  currency            text,
  payment_status      text,
  financials          jsonb,
  guest_details       jsonb,
  source_status       text,
  source_hash         bytea,
  revision            integer not null default 1,
  -- The record's JSON as the API sends it, without the derived status fields: rendered when written, sent as it stands.
  doc                 text not null default '{}',
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  -- When it was told that a request or inquiry lapsed; it is told again only if it got a new deadline after that.
  lapse_told_at       timestamptz(3),
  -- Why the host cancelled, in the host's words.
  cancel_reason       text,
  -- A row of a second source of a stay names the row that is shown: it holds no nights and is shown nowhere.
  merged_into         bigint,
  -- The inquiry that a booking came from, as its account calls it: the question may be read after its answer.
  inquiry_external_id text,
  -- A second source that clients knew as a record of its own before it was found to be the same booking as another one.
  was_record          boolean not null default false,
  -- The status a row is listed as; null for one that no list shows: on an inactive listing, or what a second source says of another.
  -- Time moves on without a statement: a stay that was over for an hour is put under `completed`, a request that lapsed under
  -- `cancelled`, when the row is written or when somebody comes round. Until then whoever reads looks at the
  -- few that are due. An hour, so that clocks of machines that differ a little find the same.
  listed_as           text,
  -- The connection it belongs to: its own, or that of its listing when it was made here. 0: none.
  listed_under        bigint not null default 0,
  primary key (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts (workspace_id, id),
  foreign key (workspace_id, guest_id) references guests (workspace_id, id),
  foreign key (workspace_id, unit_id) references units (workspace_id, id),
  check (check_out >= check_in),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id))),
  constraint reservations_merged_into_check check (merged_into <> id),
  constraint reservations_workspace_id_merged_into_fkey
  foreign key (workspace_id, merged_into) references reservations (workspace_id, id),
  constraint reservations_workspace_id_connection_id_external_id_key
  unique (workspace_id, connection_id, external_id) deferrable initially immediate
);
create index reservations_updated on reservations (workspace_id, updated_at, id);
create index reservations_listing on reservations (workspace_id, listing_id, id);
create index reservations_guest on reservations (workspace_id, guest_id);
create index reservations_code on reservations (workspace_id, confirmation_code);
-- Which stays stand on a night, asked before a night is sold.
create index reservations_standing on reservations (workspace_id, listing_id, check_out) where status <> 'cancelled';
create unique index reservations_merged on reservations (workspace_id, merged_into) where merged_into is not null;
create index reservations_inquiry on reservations (workspace_id, connection_id, inquiry_external_id)
  where inquiry_external_id is not null;
-- The next moment at which time itself changes a status: read for every answer that tells whether it is still the same.
create index reservations_completing on reservations (workspace_id, completes_at) where status = 'confirmed';
create index reservations_running_out on reservations (workspace_id, lapses_at) where status = 'pending';
-- Pages: of all, of a status, a source and an account, of a day or a month, of changes.
create index reservations_listed on reservations (workspace_id, id) where listed_as is not null;
create index reservations_alike on reservations
  (workspace_id, listed_as, coalesce(source, ''), coalesce(account_id, 0), listed_under, id) where listed_as is not null;
create index reservations_check_in on reservations (workspace_id, check_in, listed_as, id);
create index reservations_check_out on reservations (workspace_id, check_out, listed_as, id);
create index reservations_changed on reservations (workspace_id, updated_at, id) where listed_as is not null;
-- What time has changed and nobody has come round to yet.
create index reservations_due_over on reservations (workspace_id, completes_at) where listed_as = 'confirmed';
create index reservations_due_lapsed on reservations (workspace_id, lapses_at) where listed_as = 'pending';
create index reservations_guest_open on reservations (workspace_id, guest_id) where listed_as in ('confirmed', 'pending');
create index reservations_listing_guest on reservations (workspace_id, listing_id, guest_id);
create index reservations_vrbo on reservations (workspace_id, id) where source = 'vrbo' and listed_as is not null;
create index reservations_lapsing on reservations (lapses_at)
  where status = 'pending' and merged_into is null and (lapse_told_at is null or lapses_at > lapse_told_at);

create table conversations (
  workspace_id          bigint not null references workspaces (id),
  id                    bigint not null,
  connection_id         bigint,
  account_id            bigint,
  external_id           text,
  platform              text check (platform in ('airbnb', 'booking', 'vrbo', 'website', 'email')),
  external_thread_id    text,
  guest_id              bigint,
  listing_id            bigint,
  reservation_id        bigint,
  subject               text,
  last_message_at       timestamptz(3),
  last_message_preview  text,
  unread_count          integer not null default 0,
  status                text not null default 'open' check (status in ('open', 'archived')),
  host                  jsonb,
  source_hash           bytea,
  created_at            timestamptz(3) not null default now(),
  updated_at            timestamptz(3) not null default now(),
  -- The source's reservation or inquiry a thread is about; it may arrive here after the thread.
  source_reservation_id text,
  listed_as             text[],
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts (workspace_id, id),
  foreign key (workspace_id, guest_id) references guests (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
);
create index conversations_reservation on conversations (workspace_id, reservation_id);
create index conversations_source_reservation on conversations (workspace_id, connection_id, source_reservation_id);
create index conversations_recent on conversations (workspace_id, coalesce(last_message_at, '-infinity'::timestamptz) desc, id desc)
  where listed_as is not null;
create index conversations_alike on conversations
  (workspace_id, listed_as, coalesce(last_message_at, '-infinity'::timestamptz) desc, id desc);
create index conversations_listing on conversations
  (workspace_id, listing_id, listed_as, coalesce(last_message_at, '-infinity'::timestamptz) desc, id desc);

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
  -- Channels that look at messages before the other side sees them say how far they are.
  moderation      text check (moderation in ('in_review', 'accepted', 'blocked')),
  primary key (workspace_id, id),
  unique (workspace_id, conversation_id, external_id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
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
  lapse_told_at            timestamptz(3),
  listed_as                text[],
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, guest_id) references guests (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
);
create index inquiries_lapsing on inquiries (lapses_at)
  where status in ('open', 'pre_approved', 'special_offer_sent')
    and (lapse_told_at is null or lapses_at > lapse_told_at);
create index inquiries_recent on inquiries (workspace_id, created_at desc, id desc) where listed_as is not null;
create index inquiries_alike on inquiries (workspace_id, listed_as, created_at desc, id desc);
create index inquiries_listing on inquiries (workspace_id, listing_id, listed_as, created_at desc, id desc);
create index inquiries_conversation on inquiries (workspace_id, conversation_id, created_at desc, id desc);
create index inquiries_due on inquiries (workspace_id, lapses_at) where listed_as[1] in ('open', 'pre_approved', 'special_offer_sent');

create table reviews (
  workspace_id            bigint not null references workspaces (id),
  id                      bigint not null,
  connection_id           bigint,
  account_id              bigint,
  external_id             text not null,
  platform                text check (platform in ('airbnb', 'booking', 'vrbo')),
  pms                     text,
  listing_id              bigint,
  provider_property_id    text,
  reservation_id          bigint,
  reservation_code        text,
  guest_id                bigint,
  guest_name              text,
  guest_avatar            text,
  reviewer_role           text not null check (reviewer_role in ('guest', 'host')),
  -- On the scale 0 to 5, whatever scale the source uses.
  rating                  numeric(4, 2),
  categories              jsonb not null default '[]',
  public_review           text,
  private_feedback        text,
  is_reviewee_recommended boolean,
  response_body           text,
  response_submitted_at   timestamptz(3),
  submitted_at            timestamptz(3),
  expires_at              timestamptz(3),
  hidden                  boolean not null default false,
  language                text,
  source_hash             bytea,
  created_at              timestamptz(3) not null default now(),
  updated_at              timestamptz(3) not null default now(),
  listed_as               text[],
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, account_id) references accounts (workspace_id, id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id),
  foreign key (workspace_id, guest_id) references guests (workspace_id, id),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
);
create index reviews_recent on reviews (workspace_id, coalesce(submitted_at, '-infinity'::timestamptz) desc, id desc)
  where listed_as is not null;
create index reviews_by_role on reviews
  (workspace_id, reviewer_role, coalesce(submitted_at, '-infinity'::timestamptz) desc, id desc) where listed_as is not null;
create index reviews_alike on reviews (workspace_id, listed_as, coalesce(submitted_at, '-infinity'::timestamptz) desc, id desc);
create index reviews_rated on reviews
  (workspace_id, rating, listed_as, coalesce(submitted_at, '-infinity'::timestamptz) desc, id desc);
create index reviews_listing on reviews
  (workspace_id, listing_id, listed_as, coalesce(submitted_at, '-infinity'::timestamptz) desc, id desc);

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
  -- Who or what made a change: {"kind": "request", "requestId": …, "keyId": …}, {"kind": "sync_run", "connectionId": …,
  -- "runId": …}. What is written in a transaction takes over the cause that its head row was taken with (outbox.ts),
  -- so that no statement has to carry it. Of what was written before, and of what nobody named a cause for, it is null.
  cause        jsonb default nullif(current_setting('lodgewire.cause', true), '')::jsonb,
  primary key (workspace_id, record_type, record_id, revision)
);
create index record_history_guest on record_history (workspace_id, ((previous ->> 'guestId')))
  where record_type = 'reservation' and previous ? 'guestId';

-- Every night this server has sold itself, one row per night and unit. The primary key is what makes it impossible to sell
-- the same unit twice for one night, whatever the program thinks it has checked. Stays that were read from a PMS stand
-- elsewhere and have no rows here: two of them may overlap, and that is for the PMS to say.
create table sold_nights (
  workspace_id   bigint not null,
  listing_id     bigint not null,
  date           date not null,
  -- Which of the listing's homes or rooms, counted from 1.
  place          integer not null check (place >= 1),
  reservation_id bigint not null,
  primary key (workspace_id, listing_id, date, place),
  unique (workspace_id, reservation_id, date),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade,
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id) on delete cascade
);

-- Nights set through the API and sent to the PMS that keeps the listing; listings made and written here.

-- One row per night of a PMS listing that was set here. While it is open (pending, sent, failed) its values are shown
-- before those of calendar_days, which always hold what the PMS said last: no reading in between can undo it, and a night
-- that the PMS refuses falls back to what the PMS has. The moves between states stand in state.ts of calendar-pushes.
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
  -- The place of the newest reading of the whole calendar in that order; 0: there was none.
  read_order   bigint not null default 0,
  primary key (workspace_id, listing_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);

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
create sequence special_offers_id maxvalue 9006200154740991;

-- A send is written down before anything goes out, so that a request that is repeated after a crash goes on where the first
-- one stopped. It may take several channel messages: its parts.
create table message_sends (
  workspace_id    bigint not null references workspaces (id),
  id              uuid not null default time_uuid(),
  -- The caller's Idempotency-Key, or one made here.
  key             text not null,
  conversation_id bigint not null,
  connection_id   bigint not null,
  request_hash    bytea not null,
  -- The files as they are stored here: a repeated request sends these, not what their addresses give by then.
  files           jsonb not null default '[]',
  created_at      timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, key),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);

-- One message at the vendor. The moves between states stand in part-state.ts.
create table message_parts (
  workspace_id    bigint not null,
  send_id         uuid not null,
  place           integer not null check (place >= 0),
  conversation_id bigint not null,
  has_text        boolean not null,
  -- Positions in the files of the send.
  file_places     jsonb not null,
  -- Of the text with its white space evened out: by this it is found in the thread.
  text_hash       bytea not null,
  state           text not null default 'waiting' check (state in ('waiting', 'sending', 'unknown', 'sent', 'refused')),
  attempts        integer not null default 0,
  -- When the vendor was first asked.
  asked_at        timestamptz(3),
  -- From then on a look that finds nothing means that nothing was sent.
  settles_at      timestamptz(3),
  external_id     text,
  message_id      bigint,
  channel         text,
  -- Why it was refused, in the vendor's words.
  refusal         text,
  primary key (workspace_id, send_id, place),
  foreign key (workspace_id, send_id) references message_sends (workspace_id, id) on delete cascade,
  foreign key (workspace_id, message_id) references messages (workspace_id, id) on delete set null (message_id)
);
-- Which messages of a thread may be ones that were sent here and are not known by their id yet.
create index message_parts_open on message_parts (workspace_id, conversation_id)
  where state in ('sending', 'unknown') or (state = 'sent' and external_id is null);

-- What else is done at a vendor, each in one call. The moves between states stand in act-state.ts.
create table vendor_acts (
  workspace_id   bigint not null references workspaces (id),
  id             uuid not null default time_uuid(),
  key            text not null,
  kind           text not null check (kind in (
  'pre_approve', 'send_offer', 'withdraw_offer', 'reply_to_review', 'review_guest', 'create_guest', 'write_listing',
  'add_photo', 'send_message', 'create_reservation', 'modify_reservation', 'cancel_reservation', 'accept_request',
  'decline_request', 'request_alteration', 'answer_alteration', 'invite_partner', 'create_property', 'create_property_unit',
  'add_channel_content', 'add_property_unit', 'remove_channel_content', 'create_channel_listing', 'change_reservation',
  'refund_reservation')),
  connection_id  bigint not null,
  request_hash   bytea not null,
  state          text not null default 'asking' check (state in (
    'started', 'asking', 'unknown', 'done', 'refused', 'absent')),
  attempts       integer not null default 1,
  -- What the vendor answered; kept until it is recorded here, and for a request that is repeated.
  result         jsonb,
  asked_at       timestamptz(3) not null,
  settles_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  -- What was asked for, and what it takes to record it here; kept only until that is done, for it may name a guest.
  request        jsonb,
  -- Looks for what became of it, since its outcome is not known.
  looks          integer not null default 0,
  -- When it is looked for, or recorded; null where nothing is left to do.
  next_look_at   timestamptz(3),
  -- Why it is not known or not there, in words.
  outcome        text,
  -- Who works on it and until when; past that anybody may take it over.
  holder         uuid,
  held_until     timestamptz(3),
  -- What it is about, where that is a stay; the reservation of a new one once it is stored here.
  listing_id     bigint,
  reservation_id bigint,
  -- What the vendor calls it.
  external_id    text,
  -- Code of the error that was answered; `outcome` is its message.
  outcome_code   text,
  created_at     timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, key),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  constraint vendor_acts_hold_check check ((holder is null) = (held_until is null)),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id)
    on delete set null (reservation_id)
);
create index vendor_acts_open on vendor_acts (next_look_at) where next_look_at is not null;
-- An offer whose outcome is not known, by the id it is going to have.
create index vendor_acts_offers on vendor_acts (workspace_id, (request ->> 'offerId'))
  where kind = 'send_offer' and request is not null;
-- Which bookings of a place may be what an act made whose outcome is not known.
create index vendor_acts_bookings on vendor_acts (workspace_id, connection_id)
  where kind = 'create_reservation';
create index vendor_acts_content_open on vendor_acts (workspace_id, (request->>'externalId'))
  where kind = 'add_channel_content' and request is not null;
create index vendor_acts_content_made on vendor_acts (workspace_id, (result->>'id'))
  where kind = 'add_channel_content' and state = 'done';
create index vendor_acts_ended on vendor_acts (kind, updated_at) where next_look_at is null;

-- Offers made through the API. The moves between states stand in offer-state.ts.
create table special_offers (
  workspace_id    bigint not null references workspaces (id),
  id              bigint not null,
  connection_id   bigint not null,
  -- What the vendor calls it.
  external_id     text not null,
  conversation_id bigint not null,
  inquiry_id      bigint not null,
  listing_id      bigint,
  channel         text not null,
  status          text not null check (status in ('active', 'accepted', 'declined', 'withdrawn')),
  check_in        date,
  check_out       date,
  guests          jsonb,
  -- Amounts as decimal text: {"totalPrice": …} or {"rentalAmount": …, "fees": […], "damageDeposit": …}.
  price           jsonb not null,
  currency        text,
  message         text,
  expires_at      timestamptz(3),
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, inquiry_id) references inquiries (workspace_id, id) on delete cascade,
  foreign key (workspace_id, listing_id) references listings (workspace_id, id),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
);
create index special_offers_conversation on special_offers (workspace_id, conversation_id);
-- Which reservations of a PMS its calendar does not know of yet.

-- Puts readings of calendars and changes of stays in one order, whatever the clocks of several machines say.
create sequence calendar_order;

-- One row per night and stay that took or left the night after the calendar that is stored began to be read. It ends with
-- the first reading of the whole calendar that begins later.
create table night_changes (
  workspace_id   bigint not null,
  listing_id     bigint not null,
  date           date not null,
  reservation_id bigint not null,
  -- Whether the stay is on the night.
  stands         boolean not null,
  -- When the stay took the night; null: the units left in the stored calendar are without its own already.
  taken          bigint,
  -- When it last took or left it.
  changed        bigint not null,
  primary key (workspace_id, listing_id, date, reservation_id),
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade,
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id) on delete cascade
);
create index night_changes_reservation on night_changes (workspace_id, reservation_id);

-- What made-up accounts of a sandbox remember of the things done in them, where a provider would remember it.
create table made_up_records (
  workspace_id  bigint not null references workspaces (id) check (is_sandbox_id(workspace_id)),
  connection_id bigint not null,
  kind          text not null check (kind in (
    'stay', 'night', 'message', 'offer', 'reply', 'approval')),
  external_id   text not null,
  -- Stays and messages in the words of records.ts.
  record        jsonb not null,
  primary key (workspace_id, connection_id, kind, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);

-- Which stays were sold the same night.

-- One row per pair for as long as it is so. It is written with the stays.
create table stay_conflicts (
  workspace_id bigint not null,
  -- The one that has been known here longer.
  stay_id      bigint not null,
  other_id     bigint not null,
  listing_id   bigint not null,
  since        timestamptz(3) not null,
  primary key (workspace_id, stay_id, other_id),
  check (stay_id < other_id),
  foreign key (workspace_id, stay_id) references reservations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, other_id) references reservations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index stay_conflicts_other on stay_conflicts (workspace_id, other_id);
create index stay_conflicts_listing on stay_conflicts (workspace_id, listing_id);
-- Changes of bookings that one side asked the other for.
create sequence reservation_alterations_id;

create table reservation_alterations (
  workspace_id        bigint not null,
  id                  bigint not null,
  connection_id       bigint not null,
  external_id         text not null,
  reservation_id      bigint not null,
  status              text not null check (status in ('pending', 'accepted', 'declined', 'cancelled')),
  initiator           text check (initiator in ('guest', 'host')),
  -- What the booking was when the change was asked for, as far as it is known.
  original            jsonb not null,
  check_in            date,
  check_out           date,
  guest_count         integer,
  total_price         numeric,
  -- What the account calls the listing that it is to be at.
  listing_external_id text,
  source_status       text not null,
  requested_at        timestamptz(3),
  responded_at        timestamptz(3),
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id) on delete cascade,
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
);
create index reservation_alterations_reservation on reservation_alterations (workspace_id, reservation_id);

-- Guests and conversations write their own history: whatever statement changes them, it is there with the statement, many rows
-- at once, and no statement more is sent. What moves with every message of a thread is told by the messages themselves.

-- A change of a record that is written down already in this transaction, at this moment, is one change with it.
create function note_changes(changes jsonb) returns void language sql as $$
  insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
  select c.workspace_id, c.type, c.id, coalesce(same.revision, last.revision + 1, 1), 'updated', c.previous, 'kept', c.at
  from jsonb_to_recordset(changes) as c (workspace_id bigint, type text, id bigint, previous jsonb, at timestamptz(3))
  left join lateral (
    select max(h.revision) as revision from record_history h
    where h.workspace_id = c.workspace_id and h.record_type = c.type and h.record_id = c.id) last on true
  left join record_history same on same.workspace_id = c.workspace_id and same.record_type = c.type
    and same.record_id = c.id and same.revision = last.revision and same.created_at = c.at
  -- A record that is new was never anything else.
  where same.change is distinct from 'created'
  on conflict (workspace_id, record_type, record_id, revision) do update
    set previous = excluded.previous || record_history.previous
$$;

-- What was known of a guest, under the names that the API has for it.
create function guest_story(g guests) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'firstName', g.first_name, 'lastName', g.last_name, 'avatarUrl', g.avatar_url, 'language', g.language,
    'country', g.country, 'currency', g.currency, 'isBlacklisted', g.is_blacklisted,
    'blacklistedReason', g.blacklisted_reason, 'riskLevel', g.risk_level, 'verificationLevel', g.verification_level,
    'isBusinessTraveler', g.is_business_traveler, 'flags', g.flags, 'notes', g.notes)
$$;

create function conversation_story(c conversations) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'platform', c.platform, 'guestId', c.guest_id::text, 'listingId', c.listing_id::text,
    'reservationId', c.reservation_id::text, 'subject', c.subject, 'status', c.status,
    'externalThreadId', c.external_thread_id)
$$;

-- Of two states the fields that differ, as they were in the first.
create function replaced(old jsonb, new jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') from jsonb_each(old) o where o.value is distinct from new -> o.key
$$;

create function note_made() returns trigger language plpgsql as $$
begin
  insert into record_history (workspace_id, record_type, record_id, revision, change, origin, created_at)
  select workspace_id, tg_argv[0], id, 1, 'created', 'kept', created_at from made
  on conflict do nothing;
  return null;
end $$;

create function note_guests() returns trigger language plpgsql as $$
begin
  perform note_changes(jsonb_agg(jsonb_build_object('workspace_id', n.workspace_id, 'type', 'guest', 'id', n.id,
                                                    'previous', d.previous, 'at', changed_at(n.updated_at))))
  from before o join after n on n.workspace_id = o.workspace_id and n.id = o.id
  cross join lateral replaced(guest_story(o), guest_story(n)) as d (previous)
  where d.previous <> '{}'
  having count(*) > 0;
  return null;
end $$;

create function note_conversations() returns trigger language plpgsql as $$
begin
  perform note_changes(jsonb_agg(jsonb_build_object('workspace_id', n.workspace_id, 'type', 'conversation', 'id', n.id,
                                                    'previous', d.previous, 'at', changed_at(n.updated_at))))
  from before o join after n on n.workspace_id = o.workspace_id and n.id = o.id
  cross join lateral replaced(conversation_story(o), conversation_story(n)) as d (previous)
  where d.previous <> '{}'
  having count(*) > 0;
  return null;
end $$;
create trigger guests_made after insert on guests referencing new table as made
  for each statement execute function note_made('guest');
create trigger guests_changed after update on guests referencing old table as before new table as after
  for each statement execute function note_guests();
create trigger conversations_made after insert on conversations referencing new table as made
  for each statement execute function note_made('conversation');
create trigger conversations_changed after update on conversations referencing old table as before new table as after
  for each statement execute function note_conversations();

-- Contacts that come with a guest that is new are no change of it: left out before anything is looked up for them, and not after. Each guest
-- is looked for by its key: a join would be planned while the table is still small, and kept.
create function note_contacts() returns trigger language plpgsql as $$
begin
  perform note_changes(jsonb_agg(jsonb_build_object(
    'workspace_id', a.workspace_id, 'type', 'guest', 'id', a.guest_id, 'at', a.created_at,
    'previous', jsonb_build_object('contacts', coalesce((
      select jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value) order by c.type, c.value)
      from guest_contacts c
      where c.workspace_id = a.workspace_id and c.guest_id = a.guest_id
        and not exists (select from made m where m.workspace_id = c.workspace_id and m.guest_id = c.guest_id
                        and m.type = c.type and m.value = c.value)), '[]')))))
  from (select workspace_id, guest_id, max(created_at) as created_at from made group by workspace_id, guest_id) a
  where a.created_at <> (select g.created_at from guests g where g.workspace_id = a.workspace_id and g.id = a.guest_id)
  having count(*) > 0;
  return null;
end $$;
create trigger guest_contacts_made after insert on guest_contacts referencing new table as made
  for each statement execute function note_contacts();

create table forgotten_guests (
  workspace_id bigint not null references workspaces (id),
  hash         bytea not null,
  guest_id     bigint not null,
  forgotten_at timestamptz(3) not null,
  primary key (workspace_id, hash)
);
create index forgotten_guests_guest on forgotten_guests (workspace_id, guest_id);
create trigger connections_credentials_key before insert or update of credentials on connections
  for each row when (is_closed_key(sealed_key_id(new.credentials))) execute function refuse_closed_key();
create trigger connections_session_key before insert or update of session on connections
  for each row when (is_closed_key(sealed_key_id(new.session))) execute function refuse_closed_key();
create trigger connections_inbound_key before insert or update of inbound on connections
  for each row when (is_closed_key(sealed_text_key_id(new.inbound ->> 'sealed'))) execute function refuse_closed_key();

-- Which change of a record replaced which field: what a field read after any change is found by one look at the next change that
-- replaced it, however many changes lie in between.
create table history_fields (
  workspace_id bigint not null references workspaces (id),
  record_type  text not null,
  record_id    bigint not null,
  field        text not null,
  revision     integer not null,
  primary key (workspace_id, record_type, record_id, field, revision)
);

-- The history keeps it itself, whoever writes, erases or deletes it.
create function index_history() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from history_fields f
    using gone g cross join lateral jsonb_object_keys(g.previous) as k (field)
    where f.workspace_id = g.workspace_id and f.record_type = g.record_type and f.record_id = g.record_id
      and f.field = k.field and f.revision = g.revision;
  end if;
  if tg_op <> 'DELETE' then
    insert into history_fields (workspace_id, record_type, record_id, field, revision)
    select c.workspace_id, c.record_type, c.record_id, k.field, c.revision
    from come c cross join lateral jsonb_object_keys(c.previous) as k (field)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger record_history_made after insert on record_history referencing new table as come
  for each statement execute function index_history();
create trigger record_history_changed after update on record_history referencing old table as gone new table as come
  for each statement execute function index_history();
create trigger record_history_gone after delete on record_history referencing old table as gone
  for each statement execute function index_history();

-- What a record shows beside what its history tells, as it was: last messages and unread counts, contacts with how they are used,
-- links and rooms of a listing, and the records that second sources were. Each row is the whole of one part as it read until a
-- moment, so that any moment is one look at the index. Kept by triggers, whatever statement makes the change.
create table past_parts (
  workspace_id bigint not null references workspaces (id),
  record_type  text not null,
  record_id    bigint not null,
  part         text not null,
  until        timestamptz(3) not null,
  was          jsonb not null,
  primary key (workspace_id, record_type, record_id, part, until)
);
create index past_parts_until on past_parts (workspace_id, until);
-- Bookings that were a guest's, and are another's now or part of another record.
create index past_parts_guest on past_parts (workspace_id, ((was ->> 'guestId'))) where record_type = 'reservation';

-- What was there before the transaction is what was there until then: later changes of the same one add nothing.
create function keep_part(workspace bigint, type text, record bigint, part text, was jsonb) returns void language sql as $$
  insert into past_parts values (workspace, type, record, part, written_at(), was) on conflict do nothing
$$;

create function keep_listing() returns trigger language plpgsql as $$
begin
  if old.created_at < written_at() then
    perform keep_part(old.workspace_id, 'listing', old.id, 'row', jsonb_build_object(
      'active', old.active, 'inactiveReason', old.inactive_reason, 'lifecycleStatus', old.lifecycle_status,
      'archivedAt', old.archived_at, 'updatedAt', old.updated_at));
  end if;
  return new;
end $$;
create trigger listings_past before update on listings for each row
  when ((old.active, old.inactive_reason, old.lifecycle_status, old.archived_at, old.updated_at)
        is distinct from (new.active, new.inactive_reason, new.lifecycle_status, new.archived_at, new.updated_at))
  execute function keep_listing();

create function keep_conversation() returns trigger language plpgsql as $$
begin
  if old.created_at < written_at() then
    perform keep_part(old.workspace_id, 'conversation', old.id, 'row', jsonb_build_object(
      'lastMessageAt', old.last_message_at, 'lastMessagePreview', old.last_message_preview,
      'unreadCount', old.unread_count, 'updatedAt', old.updated_at, 'host', old.host));
  end if;
  return new;
end $$;
create trigger conversations_past before update on conversations for each row
  when ((old.last_message_at, old.last_message_preview, old.unread_count, old.updated_at, old.host)
        is distinct from (new.last_message_at, new.last_message_preview, new.unread_count, new.updated_at, new.host))
  execute function keep_conversation();

create function keep_reservation() returns trigger language plpgsql as $$
begin
  perform keep_part(old.workspace_id, 'reservation', old.id, 'row',
    case when old.merged_into is not null then jsonb_build_object('mergedInto', old.merged_into::text)
         else jsonb_build_object(
           'guestId', old.guest_id::text, 'listingId', old.listing_id::text, 'doc', old.doc::jsonb, 'status', old.status,
           'statusDetail', old.status_detail, 'pendingReason', old.pending_reason, 'respondBy', old.respond_by,
           'revision', old.revision) end);
  return new;
end $$;
create trigger reservations_past before update of merged_into on reservations for each row
  when (old.merged_into is distinct from new.merged_into) execute function keep_reservation();

-- In the order in which they are shown.
create function contacts_of(workspace bigint, guest bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'type', c.type, 'value', c.value, 'isPrimary', c.is_primary, 'verified', c.verified, 'lastUsedAt', c.last_used_at)
    order by c.is_primary desc, c.created_at, c.value), '[]')
  from guest_contacts c where c.workspace_id = workspace and c.guest_id = guest
$$;

create function keep_contacts() returns trigger language plpgsql as $$
declare
  one guest_contacts := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from guests g where g.workspace_id = one.workspace_id and g.id = one.guest_id
             and g.created_at < written_at())
     and (tg_op <> 'INSERT' or not exists (
       select from guest_contacts c
       where c.workspace_id = one.workspace_id and c.guest_id = one.guest_id and c.type = one.type and c.value = one.value
         and (c.is_primary, c.last_used_at) is not distinct from (one.is_primary, one.last_used_at))) then
    perform keep_part(one.workspace_id, 'guest', one.guest_id, 'contacts', contacts_of(one.workspace_id, one.guest_id));
  end if;
  return one;
end $$;
create trigger guest_contacts_past before insert or update or delete on guest_contacts
  for each row execute function keep_contacts();

create function channels_of(workspace bigint, listing bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'platform', l.platform, 'externalId', l.external_id, 'active', l.active, 'syncEnabled', l.sync_enabled)
    order by l.platform, l.external_id), '[]')
  from channel_links l where l.workspace_id = workspace and l.listing_id = listing
$$;

create function keep_channels() returns trigger language plpgsql as $$
declare
  one channel_links := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from listings l where l.workspace_id = one.workspace_id and l.id = one.listing_id
             and l.created_at < written_at())
     and (tg_op <> 'INSERT' or not exists (
       select from channel_links l
       where l.workspace_id = one.workspace_id and l.listing_id = one.listing_id and l.platform = one.platform
         and l.external_id = one.external_id and (l.active, l.sync_enabled) = (one.active, one.sync_enabled)))
     and (tg_op <> 'UPDATE' or (old.active, old.sync_enabled, old.external_id)
                               is distinct from (new.active, new.sync_enabled, new.external_id)) then
    perform keep_part(one.workspace_id, 'listing', one.listing_id, 'channels',
                      channels_of(one.workspace_id, one.listing_id));
  end if;
  return one;
end $$;
create trigger channel_links_past before insert or update or delete on channel_links
  for each row execute function keep_channels();

create function units_of(workspace bigint, listing bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', u.id::text, 'name', u.name, 'active', u.active, 'parent_id', u.parent_id::text,
    'housekeeping_status', u.housekeeping_status, 'floor', u.floor, 'source', u.source) order by u.id), '[]')
  from units u join listing_units l on l.workspace_id = u.workspace_id and l.unit_id = u.id
  where u.workspace_id = workspace and l.listing_id = listing
$$;

create function keep_units() returns trigger language plpgsql as $$
declare
  one listing_units := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from listings l where l.workspace_id = one.workspace_id and l.id = one.listing_id
             and l.created_at < written_at())
     and (tg_op <> 'INSERT' or not exists (
       select from listing_units l where l.workspace_id = one.workspace_id and l.listing_id = one.listing_id
         and l.unit_id = one.unit_id)) then
    perform keep_part(one.workspace_id, 'listing', one.listing_id, 'units', units_of(one.workspace_id, one.listing_id));
  end if;
  return one;
end $$;
create trigger listing_units_past before insert or delete on listing_units
  for each row execute function keep_units();

create function keep_rooms() returns trigger language plpgsql as $$
begin
  perform keep_part(l.workspace_id, 'listing', l.listing_id, 'units', units_of(l.workspace_id, l.listing_id))
  from listing_units l join listings home on home.workspace_id = l.workspace_id and home.id = l.listing_id
  where l.workspace_id = old.workspace_id and l.unit_id = old.id and home.created_at < written_at();
  return new;
end $$;
create trigger units_past before update on units for each row
  when ((old.name, old.active, old.parent_id, old.housekeeping_status, old.floor, old.source)
        is distinct from (new.name, new.active, new.parent_id, new.housekeeping_status, new.floor, new.source))
  execute function keep_rooms();

-- A change of a thread or a guest happened at the moment of its transaction, also where its statement leaves updated_at alone.
create function changed_at(updated timestamptz) returns timestamptz(3) language sql stable as $$
  select coalesce(nullif(current_setting('lodgewire.at', true), '')::timestamptz, updated)::timestamptz(3)
$$;

-- Guests are found by a part of their name, address or number: the three letters that stand beside one another, each with the
-- workspace before it, so that one workspace's search does not pass over another's guests. Needs no extension.
create function letters_of(workspace bigint, words text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct workspace || ' ' || substr(low, place, 3)), '{}')
  from lower(words) low, generate_series(1, length(low) - 2) place
$$;
create index guest_contacts_letters on guest_contacts using gin (letters_of(workspace_id, value))
  with (gin_pending_list_limit = 256);

create function name_of_guest(first_name text, last_name text) returns text language sql immutable parallel safe
  return case when first_name is null then coalesce(last_name, '') when last_name is null then first_name
              else first_name || ' ' || last_name end;
-- What was written last is gone through one by one, up to so much.
create index guests_letters on guests using gin (letters_of(workspace_id, name_of_guest(first_name, last_name)))
  with (gin_pending_list_limit = 256);

-- Listings are found by a part of their name, street or city: by the three letters that stand beside one another, as guests are.
create function words_of_listing(name text, street text, city text) returns text language sql immutable parallel safe
  return coalesce(name, '') || chr(10) || coalesce(street, '') || chr(10) || coalesce(city, '');
create index listings_letters on listings using gin (letters_of(workspace_id, words_of_listing(name, street, city)))
  with (gin_pending_list_limit = 256);
