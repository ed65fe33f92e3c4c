create table events (
  workspace_id        bigint not null references workspaces (id),
  sequence            bigint not null,
  id                  uuid not null default time_uuid(),
  type                text not null,
  object_type         text,
  object_id           bigint,
  revision            integer,
  listing_id          bigint,
  -- Events with the same one are delivered one after the other where a subscription asks for it.
  order_key           text,
  -- Why it was made for one webhook alone; null in the log.
  purpose             text check (purpose in ('ping', 'test', 'snapshot', 'child')),
  -- The account block, or null when the event belongs to none.
  account             jsonb,
  -- The envelope's data as it will be sent.
  data                text not null,
  created_at          timestamptz(3) not null,
  -- An event of a workspace that another one created is copied for that one's webhooks, and keeps its id. Copies stand
  -- under numbers of their own far below zero (outbox-parent.ts), so that they are no part of the log.
  origin_workspace_id bigint,
  origin_sequence     bigint,
  primary key (workspace_id, sequence),
  unique (workspace_id, id),
  check ((sequence < 0) = (purpose is not null)),
  check (sequence <> 0),
  constraint events_origin_check check (
  (coalesce(purpose, '') = 'child') = (origin_workspace_id is not null)
  and (origin_workspace_id is null) = (origin_sequence is null))
);
create index events_object on events (workspace_id, object_type, object_id, sequence);
-- From an instant to its place in the log, and what is past its keeping time.
create index events_created on events (workspace_id, created_at, sequence);
-- What was sent about a listing that is switched off is not shown, and not counted: found by the listings that are.
create index events_listing on events (workspace_id, coalesce(origin_workspace_id, workspace_id), listing_id)
  where listing_id is not null;

create table webhooks (
  workspace_id           bigint not null references workspaces (id),
  id                     uuid not null default gen_random_uuid(),
  url                    text not null,
  description            text,
  events                 text[] not null,
  api_version            text not null,
  status                 text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  -- Encrypted signing secret and what may be shown of it.
  secret                 bytea not null,
  secret_key_id          text not null,
  secret_masked          text not null,
  -- The secret before the last rotation signs as well until then.
  previous_secret        bytea,
  previous_secret_key_id text,
  previous_secret_until  timestamptz(3),
  -- Events with the same order key are delivered one after the other.
  ordered                boolean not null default false,
  -- While records from before the subscription are delivered, live events wait.
  snapshot_pending       boolean not null default false,
  -- Attempts the receiver failed since it last accepted one, and deliveries given up since then; the second disables.
  consecutive_failures   integer not null default 0,
  consecutive_exhausted  integer not null default 0,
  last_delivered_at      timestamptz(3),
  last_success_at        timestamptz(3),
  last_failure_at        timestamptz(3),
  last_delivery_status   integer,
  disabled_at            timestamptz(3),
  disabled_reason        text check (disabled_reason in ('deliveries_given_up', 'gone')),
  -- The receiver asked for a pause with Retry-After.
  held_until             timestamptz(3),
  created_at             timestamptz(3) not null default now(),
  updated_at             timestamptz(3) not null default now(),
  -- Deliveries that were queued before still go out.
  deleted_at             timestamptz(3),
  primary key (workspace_id, id),
  check ((status = 'disabled') = (disabled_at is not null)),
  check ((previous_secret is null) = (previous_secret_until is null))
);
create index webhooks_created on webhooks (workspace_id, created_at desc, id desc) where deleted_at is null;

-- The job of bringing one event to one subscription. The moves between states stand in state.ts of delivery.
create table deliveries (
  workspace_id    bigint not null,
  id              uuid not null default time_uuid(),
  webhook_id      uuid not null,
  event_sequence  bigint not null,
  state           text not null default 'pending'
                   check (state in ('waiting', 'pending', 'sending', 'succeeded', 'exhausted', 'withheld')),
  -- Of an ordered subscription: waits for what is unfinished before it with the same key.
  order_key       text,
  -- Whether a failed attempt is repeated; a ping is not.
  retries         boolean not null default true,
  -- Attempts that were begun, and those of them that the receiver failed: only these use up the schedule.
  attempts        integer not null default 0,
  failures        integer not null default 0,
  next_attempt_at timestamptz(3) not null,
  -- While sending: the attempt that is under way and until when it has the row; past that it is taken back.
  attempt_id      uuid,
  attempt_at      timestamptz(3),
  claimed_until   timestamptz(3),
  -- While a replay is under way: what the delivery was before, and becomes again should it fail.
  replay_from     text check (replay_from in ('pending', 'succeeded', 'exhausted')),
  -- Replays of the last hour.
  replayed_at     timestamptz(3)[] not null default '{}',
  created_at      timestamptz(3) not null,
  finished_at     timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, event_sequence, webhook_id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id),
  foreign key (workspace_id, event_sequence) references events (workspace_id, sequence),
  check ((state = 'sending') = (claimed_until is not null)),
  check ((state = 'sending') = (attempt_id is not null)),
  check (replay_from is null or state = 'sending')
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
-- What is due, endpoint by endpoint: a backlog of one costs the others nothing.
create index deliveries_pending on deliveries (workspace_id, webhook_id, next_attempt_at, event_sequence)
  where state = 'pending';
create index deliveries_claimed on deliveries (claimed_until) where state = 'sending';
-- Both are empty but for ordered subscriptions and snapshots.
create index deliveries_chain on deliveries (workspace_id, webhook_id, order_key, event_sequence)
  where order_key is not null and state in ('waiting', 'pending', 'sending');
create index deliveries_waiting on deliveries (workspace_id, webhook_id, order_key, event_sequence)
  where state = 'waiting';

-- One row per request that was sent; its id is the delivery id the receiver sees. Headers and answers make it by far the
-- largest table, so it is cut by time: the worker makes a partition for each week ahead and drops those past their keeping
-- time (retention.ts). What no week was made for yet is kept in the rest.
create table delivery_attempts (
  workspace_id         bigint not null,
  id                   uuid not null,
  delivery_id          uuid not null,
  webhook_id           uuid not null,
  event_sequence       bigint not null,
  -- Counts from 1 over the attempts of one delivery.
  number               integer not null,
  -- Asked for by hand.
  replay               boolean not null default false,
  -- interrupted: the sender stopped before it knew; the receiver may have got it or not, and it counts as no failure.
  outcome              text not null check (outcome in ('accepted', 'failed', 'interrupted')),
  status_code          integer,
  response_time_ms     integer,
  request_headers      jsonb,
  response_headers     jsonb,
  response_body        text,
  error                text,
  started_at           timestamptz(3) not null,
  finished_at          timestamptz(3) not null,
  -- Of the headers of an attempt what differs from one to the next: as JSON they were half of its row, and a third of what writing it took.
  -- Rows made before keep theirs in request_headers and response_headers until they are past their keeping time.
  -- The service's name and the two signatures, with spaces between them; the rest follows from the row.
  signatures           text,
  -- JSON, read only when somebody asks.
  response_header_text text,
  primary key (workspace_id, id, started_at)
) partition by range (started_at);
create index delivery_attempts_delivery on delivery_attempts (workspace_id, delivery_id, number);
-- A page is merged from the beginnings of the outcomes it shows.
create index delivery_attempts_outcome on delivery_attempts (workspace_id, webhook_id, outcome, started_at desc, id desc);
create table delivery_attempts_rest partition of delivery_attempts default;
create trigger webhooks_secret_key before insert or update of secret on webhooks
  for each row when (is_closed_key(sealed_key_id(new.secret))) execute function refuse_closed_key();

-- Who sends to an endpoint: one process at a time, for as long as it may be sending. A claim is one row for each endpoint instead
-- of a new version of every delivery with its entries in four indexes. A delivery that is listed here and whose next attempt has
-- this number is under way.
create table delivery_turns (
  workspace_id bigint not null,
  webhook_id   uuid not null,
  -- The process, and until when nobody else takes over what it may be sending.
  holder       uuid not null,
  until        timestamptz(3) not null,
  -- Rises with every claim: who looked before one cannot take over after it.
  version      bigint not null,
  -- What was claimed and not over at the last claim: deliveries, the numbers of their attempts, and when they were claimed.
  delivery_ids uuid[] not null,
  numbers      int[] not null,
  claimed_at   timestamptz(3)[] not null,
  primary key (workspace_id, webhook_id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
