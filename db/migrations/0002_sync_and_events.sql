-- Runs of the sync engine, inbound hints, the event log and its deliveries.

create table sync_runs (
  workspace_id  bigint not null references workspaces (id),
  id            bigint not null,
  connection_id bigint not null,
  kind          text not null check (kind in ('first_import', 'incremental', 'full', 'hint')),
  strategy      text not null,
  state         text not null default 'running' check (state in ('running', 'completed', 'partial', 'failed', 'abandoned')),
  entities      text[] not null,
  -- {"reservations": {"expected": 600, "seen": 600, "changed": 12, "failed": 0, "done": true}, ...}
  progress      jsonb not null default '{}',
  -- Where to go on after a crash: {"reservations": "<connector's page token>"}; written with the page it follows.
  resume        jsonb not null default '{}',
  upstream_calls integer not null default 0,
  retries       integer not null default 0,
  errors        jsonb not null default '[]',
  started_at    timestamptz(3) not null default now(),
  heartbeat_at  timestamptz(3) not null default now(),
  finished_at   timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  check ((workspace_id >= 900000000) = (id >= 900000000))
);
create index sync_runs_connection on sync_runs (workspace_id, connection_id, id desc);

-- Ids seen by a full pass that is still running: what is stored but not seen is gone upstream, once the pass is complete.
create table sync_seen (
  workspace_id bigint not null,
  run_id       bigint not null,
  entity       text not null,
  external_id  text not null,
  primary key (workspace_id, run_id, entity, external_id)
);

-- A record that could not be mapped or stored: it never stops a run, it is kept, counted and shown.
create table sync_failures (
  workspace_id  bigint not null,
  connection_id bigint not null,
  entity        text not null,
  external_id   text not null,
  message       text not null,
  excerpt       text,
  attempts      integer not null default 1,
  first_at      timestamptz(3) not null default now(),
  last_at       timestamptz(3) not null default now(),
  primary key (workspace_id, connection_id, entity, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);

-- Upstream call budget, one row per identity the vendor counts (account, token, source address); shared by all processes.
create table upstream_budgets (
  identity    text primary key,
  window_start timestamptz(3) not null,
  used        integer not null,
  blocked_until timestamptz
);

-- The head of a workspace's change order. Every transaction that changes what the API shows takes this row first:
--   sequence   last number given out in the event log: no gaps, and numbers commit in order;
--   written_at updated_at of the last change: strictly increasing in commit order, so that an updated_since walk can
--              never pass a row that commits later with an earlier time.
create table workspace_heads (
  workspace_id bigint primary key references workspaces (id),
  sequence     bigint not null default 0,
  written_at   timestamptz(3) not null default '-infinity'
);

create table events (
  workspace_id bigint not null references workspaces (id),
  sequence     bigint not null,
  id           uuid not null default gen_random_uuid(),
  type         text not null,
  object_type  text,
  object_id    bigint,
  revision     integer,
  listing_id   bigint,
  -- The account block, or null when the event belongs to none.
  account      jsonb,
  -- The envelope's data as it will be sent.
  data         text not null,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, sequence),
  unique (workspace_id, id)
);
create index events_object on events (workspace_id, object_type, object_id, sequence);

create table webhooks (
  workspace_id         bigint not null references workspaces (id),
  id                   uuid not null default gen_random_uuid(),
  url                  text not null,
  description          text,
  events               text[] not null,
  api_version          text not null,
  status               text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  -- Encrypted signing secret and what may be shown of it.
  secret               bytea not null,
  secret_key_id        text not null,
  secret_masked        text not null,
  consecutive_failures integer not null default 0,
  last_delivered_at    timestamptz(3),
  last_success_at      timestamptz(3),
  last_failure_at      timestamptz(3),
  last_delivery_status integer,
  disabled_at          timestamptz(3),
  created_at           timestamptz(3) not null default now(),
  updated_at           timestamptz(3) not null default now(),
  deleted_at           timestamptz(3),
  primary key (workspace_id, id)
);

create table deliveries (
  workspace_id     bigint not null,
  id               uuid not null default gen_random_uuid(),
  webhook_id       uuid not null,
  event_sequence   bigint not null,
  -- pending -> sending -> succeeded | pending (retry) | exhausted; sending -> pending when we were interrupted.
  state            text not null default 'pending' check (state in ('pending', 'sending', 'succeeded', 'exhausted')),
  attempt          integer not null default 0,
  next_attempt_at  timestamptz(3) not null,
  -- While sending: who holds it until when; past that it is taken back.
  claimed_until    timestamptz(3),
  last_attempt_id  uuid,
  last_attempt_at  timestamptz(3),
  status_code      integer,
  response_time_ms integer,
  response_headers jsonb,
  response_body    text,
  error            text,
  created_at       timestamptz(3) not null,
  succeeded_at     timestamptz(3),
  failed_at        timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, webhook_id, event_sequence),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id),
  foreign key (workspace_id, event_sequence) references events (workspace_id, sequence)
);
-- The worker's only question: what is due?
create index deliveries_due on deliveries (next_attempt_at) where state = 'pending';
create index deliveries_claimed on deliveries (claimed_until) where state = 'sending';
create index deliveries_webhook on deliveries (workspace_id, webhook_id, created_at desc, id desc);
