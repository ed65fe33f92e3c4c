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
  -- A listing can be taken off a channel and stay mapped: until it is put back every night of it is closed there.
  unlisted_at   timestamptz(3),
  primary key (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id, external_id, listing_id)
    references listing_links (workspace_id, connection_id, external_id, listing_id),
  check ((changed_from is null) = (changed_since is null) and (changed_to is null) = (changed_since is null))
);
create index selling_links_listing on selling_links (workspace_id, listing_id);
create index selling_links_wake on selling_links (wake_at);
-- Of a long backlog the first link of each account is looked for.
create index selling_links_turn on selling_links (workspace_id, connection_id, wake_at);

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
  -- What our calendar has left of a night is what a channel may show of it without selling it twice; a listing that was taken
  -- off the channel is to show less.
  units_left          integer not null,
  primary key (workspace_id, connection_id, external_id, date),
  foreign key (workspace_id, connection_id, external_id)
    references selling_links (workspace_id, connection_id, external_id) on delete cascade,
  check ((state in ('confirmed', 'refused')) = (next_attempt_at is null))
);
create index channel_nights_due on channel_nights (workspace_id, connection_id, next_attempt_at) where next_attempt_at is not null;
create index channel_nights_exposed on channel_nights (exposed_since, workspace_id)
  where exposed_since is not null and told_at is null;
create index channel_nights_over on channel_nights (workspace_id) where told_at is not null and exposed_since is null;

-- What channel listings say of themselves, section by section, as the channel showed it last.
create table channel_content (
  workspace_id  bigint not null,
  connection_id bigint not null,
  -- What the channel calls its listing.
  external_id   text not null,
  section       text not null,
  -- Null: it was never read.
  content       jsonb,
  -- When the channel showed it; null: it may be another by now.
  read_at       timestamptz(3),
  -- Fields that the channel took and did not show when they were written last.
  locked_fields text[] not null default '{}',
  -- Until when somebody has it to himself who writes to the channel.
  held_until    timestamptz(3),
  holder        uuid,
  primary key (workspace_id, connection_id, external_id, section),
  foreign key (workspace_id, connection_id, external_id)
    references listing_links (workspace_id, connection_id, external_id) on delete cascade,
  check ((held_until is null) = (holder is null))
);

-- What Airbnb paid and is to pay, from the file that a host downloads and from bookings.
create table airbnb_transactions (
  workspace_id           bigint not null,
  connection_id          bigint not null,
  -- The same however often it is read.
  id                     text not null,
  status                 text not null check (status in ('COMPLETED', 'UPCOMING')),
  type                   text not null,
  is_payout              boolean not null,
  date                   date not null,
  currency               text,
  amount                 numeric,
  gross_amount           numeric,
  host_service_fee       numeric,
  cleaning_fee           numeric,
  payout_id              text,
  payout_id_synthetic    boolean not null,
  payout_date            date,
  line_index             integer,
  -- Of the payout itself: its lines are this together.
  paid_out_amount        numeric,
  confirmation_code      text,
  listing_name           text,
  guest_name             text,
  nights                 integer,
  reservation_start_date date,
  description            text,
  reference              text,
  synced_at              timestamptz(3) not null,
  listed_as              text[],
  primary key (workspace_id, connection_id, id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  check (is_payout = (paid_out_amount is not null))
);
create index airbnb_transactions_order on airbnb_transactions
  (workspace_id, ((coalesce(payout_date, date) - '2000-01-01'::date)::bigint) desc, (coalesce(payout_id, '')) desc,
   ((- coalesce(line_index, -1))::bigint) desc, id desc, connection_id desc);
create index airbnb_transactions_code on airbnb_transactions (workspace_id, connection_id, confirmation_code);
create index airbnb_transactions_alike on airbnb_transactions (workspace_id, listed_as,
  ((coalesce(payout_date, date) - '2000-01-01'::date)::bigint) desc, (coalesce(payout_id, '')) desc,
  ((- coalesce(line_index, -1))::bigint) desc, id desc, connection_id desc);
create index airbnb_transactions_payout on airbnb_transactions (workspace_id, payout_id);

-- How many nights were sent to a channel and came to an end, and how many of these it did not take: of all live accounts together, in
-- slots of ten minutes. Kept for some hours.
create table channel_push_counts (
  provider text not null,
  slot     timestamptz(3) not null,
  finished int not null,
  failed   int not null,
  primary key (provider, slot),
  check (failed <= finished)
);

-- Accounts of Vrbo that fetch our feeds, each with a pair of its own for HTTP Basic.
create table vrbo_accounts (
  workspace_id    bigint not null references workspaces (id),
  -- Its user name, which is also what Vrbo calls the advertiser.
  id              text not null check (id ~ '^lw[a-z0-9]{14}$'),
  name            text not null,
  password_hash   bytea not null,
  password_end    text not null,
  -- Whether Vrbo may book and ask here; nobody has said yet for which partners it does.
  takes_calls     boolean not null default false,
  created_at      timestamptz(3) not null,
  rotated_at      timestamptz(3),
  revoked_at      timestamptz(3),
  last_fetched_at timestamptz(3),
  -- When it came for the index of availability, the newest last: documents are fetched when they moved alone.
  reads           timestamptz(3)[] not null default '{}',
  primary key (workspace_id, id)
);
create index vrbo_accounts_listed on vrbo_accounts (workspace_id, created_at, id);
create index vrbo_accounts_id on vrbo_accounts (id);

-- Listings in the feeds of an account. One that was taken out stays, so that Vrbo learns of it.
create table vrbo_listings (
  workspace_id bigint not null,
  account_id   text not null,
  listing_id   bigint not null,
  added_at     timestamptz(3) not null,
  removed_at   timestamptz(3),
  -- Offline: it is in the feeds as not active, with every night closed.
  hidden_at    timestamptz(3),
  -- When that was changed last.
  turned_at    timestamptz(3) not null,
  -- Nights as Vrbo fetched them last, those with something left: [first, day after the last, units].
  served       jsonb not null default '[]',
  served_at    timestamptz(3),
  primary key (workspace_id, account_id, listing_id),
  foreign key (workspace_id, account_id) references vrbo_accounts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, listing_id) references listings (workspace_id, id) on delete cascade
);
create index vrbo_listings_listing on vrbo_listings (workspace_id, listing_id, account_id);

-- Since when each document of a listing is as it is.
create table vrbo_documents (
  workspace_id bigint not null,
  account_id   text not null,
  listing_id   bigint not null,
  kind         text not null check (kind in ('listing', 'availability', 'rates', 'configuration')),
  etag         text,
  changed_at   timestamptz(3) not null,
  mark         text,
  active       boolean,
  primary key (workspace_id, account_id, listing_id, kind),
  foreign key (workspace_id, account_id, listing_id) references vrbo_listings (workspace_id, account_id, listing_id)
    on delete cascade
);

-- Bookings that Vrbo made by calling here, each once: it sends the same again when it had no answer.
create table vrbo_bookings (
  workspace_id   bigint not null,
  account_id     text not null,
  tracking_uuid  text not null,
  -- Within the transaction that books it is not known yet.
  reservation_id bigint,
  booked_at      timestamptz(3) not null,
  primary key (workspace_id, account_id, tracking_uuid),
  foreign key (workspace_id, account_id) references vrbo_accounts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, reservation_id) references reservations (workspace_id, id) on delete cascade
);
create unique index vrbo_bookings_reservation on vrbo_bookings (workspace_id, reservation_id);

-- What a channel wants to hear of bookings that it told of: that they were taken in. Written before its notification is answered.
create table booking_receipts (
  workspace_id    bigint not null,
  connection_id   bigint not null,
  -- The booking, as the account calls it.
  external_id     text not null,
  -- By which the channel knows what is confirmed. Of no use without the partner's own access.
  token           text not null,
  action          text not null check (action in ('BOOKED', 'MODIFIED', 'CANCELLED')),
  told_at         timestamptz(3) not null,
  attempts        integer not null default 0,
  next_attempt_at timestamptz(3) not null,
  primary key (workspace_id, connection_id, external_id, token),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);
create index booking_receipts_due on booking_receipts (next_attempt_at);

-- Bookings of Airbnb in the words of the channel, those included that another source tells of as well (GET /v1/channels/airbnb/reservations):
-- a row beside each reservation that came through a host, by triggers, with counts that are kept.
create table airbnb_bookings (
  workspace_id  bigint not null references workspaces (id),
  -- The reservation's: it comes and goes with it.
  id            bigint not null,
  connection_id bigint not null,
  listing_id    bigint not null,
  -- A stay that was over for an hour, and a request that lapsed an hour ago, are put under what time made of them when the row is written or
  -- when somebody comes round. Until then whoever reads looks at the few that are due.
  state         text not null,
  check_in      date not null,
  check_out     date not null,
  completes_at  timestamptz,
  lapses_at     timestamptz,
  listed_as     text[],
  primary key (workspace_id, id),
  check (is_sandbox_id(workspace_id) = is_sandbox_id(id))
);
-- Pages: of all, of those that are alike, of a listing, of a day or a month.
create index airbnb_bookings_listed on airbnb_bookings (workspace_id, id) where listed_as is not null;
create index airbnb_bookings_alike on airbnb_bookings (workspace_id, listed_as, id);
create index airbnb_bookings_listing on airbnb_bookings (workspace_id, listing_id, listed_as, id);
create index airbnb_bookings_check_in on airbnb_bookings (workspace_id, check_in, listed_as, id);
create index airbnb_bookings_check_out on airbnb_bookings (workspace_id, check_out, listed_as, id);
-- What time has changed and nobody has come round to yet.
create index airbnb_bookings_due_over on airbnb_bookings (workspace_id, completes_at) where state = 'accepted';
create index airbnb_bookings_due_lapsed on airbnb_bookings (workspace_id, lapses_at) where state = 'pending';
