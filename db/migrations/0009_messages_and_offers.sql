-- Messages sent, inquiries answered, offers made, reviews replied to and guests created through the API.

alter table guests add column is_business_traveler boolean not null default false;

create sequence special_offers_id maxvalue 899999999;

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

-- One message at the vendor. The moves between states stand in features/conversations/sending/part-state.ts.
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

-- What else is done at a vendor, each in one call. The moves between states stand in features/relay/act-state.ts.
create table vendor_acts (
  workspace_id  bigint not null references workspaces (id),
  id            uuid not null default time_uuid(),
  key           text not null,
  kind          text not null check (kind in ('pre_approve', 'send_offer', 'withdraw_offer', 'reply_to_review', 'create_guest')),
  connection_id bigint not null,
  request_hash  bytea not null,
  state         text not null default 'asking' check (state in ('asking', 'unknown', 'done', 'refused')),
  attempts      integer not null default 1,
  -- What the vendor answered; kept until it is recorded here, and for a request that is repeated.
  result        jsonb,
  asked_at      timestamptz(3) not null,
  settles_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, key),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);

-- Offers made through the API. The moves between states stand in features/inquiries/offer-state.ts.
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
  check ((workspace_id >= 900000000) = (id >= 900000000))
);
create index special_offers_conversation on special_offers (workspace_id, conversation_id);
