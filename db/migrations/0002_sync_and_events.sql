-- Runs of the sync engine, inbound hints, the event log and its deliveries.

-- The listings a disconnect switched off, as ids: connecting the same account again switches just these on.
alter table connections add column deactivated_listings jsonb not null default '[]';

-- The source's reservation or inquiry a thread is about; it may arrive here after the thread.
alter table conversations add column source_reservation_id text;
create index conversations_source_reservation on conversations (workspace_id, connection_id, source_reservation_id);

-- When a connection is worked on next, and by whom.
create table sync_schedule (
  workspace_id  bigint not null,
  connection_id bigint not null,
  -- null: not before somebody acts (reconnects, say).
  wake_at       timestamptz(3),
  -- The turn that works on the connection. Results of any other turn are refused, so that a process that lost its
  -- database session cannot write over the work of the one that took over.
  holder        uuid,
  -- When each entity was last read to its end: {"reservations": "2026-05-14T09:30:00.000Z", ...}
  swept         jsonb not null default '{}',
  -- Turns that failed in a row; decides how long to wait.
  failures      integer not null default 0,
  primary key (workspace_id, connection_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);
-- The scheduler's only question: what is due?
create index sync_schedule_wake on sync_schedule (wake_at) where wake_at is not null;

-- Single records to read again: what an inbound webhook hinted at, and what a page led to (the messages of a changed
-- conversation, the calendar of a listing). A row stands until its record was read and stored.
create table sync_fetches (
  workspace_id  bigint not null,
  connection_id bigint not null,
  entity        text not null,
  external_id   text not null,
  -- The run that counts it and does not end before it is done; null: asked for by a hint or by a change.
  run_id        bigint,
  due_at        timestamptz(3) not null,
  -- Raised by every new request, so that one that arrives while the record is being read is not lost.
  generation    integer not null default 1,
  attempts      integer not null default 0,
  primary key (workspace_id, connection_id, entity, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);
create index sync_fetches_due on sync_fetches (workspace_id, connection_id, due_at);

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
  -- Where to go on after a crash: {"reservations": {"cursor": "<connector's page token>", "walked": false}, ...};
  -- written with the page it follows.
  resume        jsonb not null default '{}',
  upstream_calls integer not null default 0,
  retries       integer not null default 0,
  errors        jsonb not null default '[]',
  -- Attempts in a row that failed at the same place; a run that failed goes on from where it stood.
  failures      integer not null default 0,
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

-- Upstream call budget, one row per thing a vendor counts (account, source address); shared by all processes.
create table upstream_budgets (
  key           text primary key,
  -- One instant per call that was granted: until then it counts.
  holds         timestamptz(3)[] not null default '{}',
  blocked_until timestamptz(3)
);

-- Takes `calls` from every limit at once, or from none. Answers 0 when they were granted, else how many milliseconds to
-- wait before asking again. The clock is the database's, the only one all processes share.
create function take_upstream_calls(
  identity text, keys text[], allowances integer[], windows_ms integer[], calls integer, use_within_ms integer
) returns integer language plpgsql volatile as $$
declare
  moment   timestamptz;
  budget   upstream_budgets;
  live     timestamptz[];
  slot     integer;
  excess   integer;
  wait_ms  numeric := 0;
begin
  insert into upstream_budgets (key) select distinct k from unnest(keys || identity) k order by k on conflict do nothing;
  perform 1 from upstream_budgets b where b.key = any(keys || identity) order by b.key for update;
  moment := clock_timestamp();
  for budget in select b.* from upstream_budgets b where b.key = any(keys || identity) loop
    wait_ms := greatest(wait_ms, extract(epoch from budget.blocked_until - moment) * 1000);
    slot := array_position(keys, budget.key);
    continue when slot is null;
    live := array(select h from unnest(budget.holds) h where h > moment order by h);
    excess := cardinality(live) + calls - allowances[slot];
    if excess > 0 then
      wait_ms := greatest(wait_ms, extract(epoch from live[excess] - moment) * 1000);
    end if;
  end loop;
  if wait_ms > 0 then
    return ceil(wait_ms);
  end if;
  update upstream_budgets b
  set holds = array(select h from unnest(b.holds) h where h > moment) || array_fill(
        (moment + make_interval(secs => (windows_ms[array_position(keys, b.key)] + use_within_ms) / 1000.0))::timestamptz(3),
        array[calls])
  where b.key = any(keys);
  return 0;
end $$;

-- The head of a workspace's change order. Every transaction that changes what the API shows takes this row first:
--   sequence   last number given out in the event log: no gaps, and numbers commit in order;
--   addressed  the same for events made for one webhook alone (pings, tests, snapshots): they stand under negative
--              numbers, so that they leave no gap in the log that everybody reads;
--   written_at updated_at of the last change: strictly increasing in commit order, so that an updated_since walk can
--              never pass a row that commits later with an earlier time.
create table workspace_heads (
  workspace_id bigint primary key references workspaces (id),
  sequence     bigint not null default 0,
  addressed    bigint not null default 0,
  written_at   timestamptz(3) not null default '-infinity'
);

-- A uuid that begins with the time (version 7): rows that follow each other stand side by side in the index, whatever the
-- size of the table. PostgreSQL has one of its own only from 18 on.
create function time_uuid() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

create table events (
  workspace_id bigint not null references workspaces (id),
  sequence     bigint not null,
  id           uuid not null default time_uuid(),
  type         text not null,
  object_type  text,
  object_id    bigint,
  revision     integer,
  listing_id   bigint,
  -- Events with the same one are delivered one after the other where a subscription asks for it.
  order_key    text,
  -- Why it was made for one webhook alone; null in the log.
  purpose      text check (purpose in ('ping', 'test', 'snapshot')),
  -- The account block, or null when the event belongs to none.
  account      jsonb,
  -- The envelope's data as it will be sent.
  data         text not null,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, sequence),
  unique (workspace_id, id),
  check ((sequence < 0) = (purpose is not null)),
  check (sequence <> 0)
);
create index events_object on events (workspace_id, object_type, object_id, sequence);
-- From an instant to its place in the log, and what is past its keeping time.
create index events_created on events (workspace_id, created_at, sequence);

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
  -- The secret before the last rotation signs as well until then.
  previous_secret        bytea,
  previous_secret_key_id text,
  previous_secret_until  timestamptz(3),
  -- Events with the same order key are delivered one after the other.
  ordered              boolean not null default false,
  -- While records from before the subscription are delivered, live events wait.
  snapshot_pending     boolean not null default false,
  -- Attempts the receiver failed since it last accepted one, and deliveries given up since then; the second disables.
  consecutive_failures  integer not null default 0,
  consecutive_exhausted integer not null default 0,
  last_delivered_at    timestamptz(3),
  last_success_at      timestamptz(3),
  last_failure_at      timestamptz(3),
  last_delivery_status integer,
  disabled_at          timestamptz(3),
  disabled_reason      text check (disabled_reason in ('deliveries_given_up', 'gone')),
  -- The receiver asked for a pause with Retry-After.
  held_until           timestamptz(3),
  created_at           timestamptz(3) not null default now(),
  updated_at           timestamptz(3) not null default now(),
  -- Deliveries that were queued before still go out.
  deleted_at           timestamptz(3),
  primary key (workspace_id, id),
  check ((status = 'disabled') = (disabled_at is not null)),
  check ((previous_secret is null) = (previous_secret_until is null))
);
create index webhooks_created on webhooks (workspace_id, created_at desc, id desc) where deleted_at is null;

-- The job of bringing one event to one subscription. The moves between states stand in features/webhooks/delivery/state.ts.
create table deliveries (
  workspace_id     bigint not null,
  id               uuid not null default time_uuid(),
  webhook_id       uuid not null,
  event_sequence   bigint not null,
  state            text not null default 'pending'
                   check (state in ('waiting', 'pending', 'sending', 'succeeded', 'exhausted', 'withheld')),
  -- Of an ordered subscription: waits for what is unfinished before it with the same key.
  order_key        text,
  -- Whether a failed attempt is repeated; a ping is not.
  retries          boolean not null default true,
  -- Attempts that were begun, and those of them that the receiver failed: only these use up the schedule.
  attempts         integer not null default 0,
  failures         integer not null default 0,
  next_attempt_at  timestamptz(3) not null,
  -- While sending: the attempt that is under way and until when it has the row; past that it is taken back.
  attempt_id       uuid,
  attempt_at       timestamptz(3),
  claimed_until    timestamptz(3),
  -- While a replay is under way: what the delivery was before, and becomes again should it fail.
  replay_from      text check (replay_from in ('pending', 'succeeded', 'exhausted')),
  -- Replays of the last hour.
  replayed_at      timestamptz(3)[] not null default '{}',
  created_at       timestamptz(3) not null,
  finished_at      timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, event_sequence, webhook_id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id),
  foreign key (workspace_id, event_sequence) references events (workspace_id, sequence),
  check ((state = 'sending') = (claimed_until is not null)),
  check ((state = 'sending') = (attempt_id is not null)),
  check (replay_from is null or state = 'sending')
);
-- Rows of the queue die as fast in a large table as in a small one, so cleaning does not wait for a share of it.
alter table deliveries set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
-- What is due, endpoint by endpoint: a backlog of one costs the others nothing.
create index deliveries_pending on deliveries (workspace_id, webhook_id, next_attempt_at, event_sequence)
  where state = 'pending';
create index deliveries_claimed on deliveries (claimed_until) where state = 'sending';
-- Both are empty but for ordered subscriptions and snapshots.
create index deliveries_chain on deliveries (workspace_id, webhook_id, order_key, event_sequence)
  where order_key is not null and state in ('waiting', 'pending', 'sending');
create index deliveries_waiting on deliveries (workspace_id, webhook_id, order_key, event_sequence)
  where state = 'waiting';
-- What is past its keeping time.
create index deliveries_created on deliveries (workspace_id, created_at);

-- One row per request that was sent; its id is the delivery id the receiver sees. Headers and answers make it by far the
-- largest table, so it is cut by time: the worker makes a partition for each week ahead and drops those past their keeping
-- time (features/webhooks/retention.ts). What no week was made for yet is kept in the rest.
create table delivery_attempts (
  workspace_id     bigint not null,
  id               uuid not null,
  delivery_id      uuid not null,
  webhook_id       uuid not null,
  event_sequence   bigint not null,
  -- Counts from 1 over the attempts of one delivery.
  number           integer not null,
  -- Asked for by hand.
  replay           boolean not null default false,
  -- interrupted: the sender stopped before it knew; the receiver may have got it or not, and it counts as no failure.
  outcome          text not null check (outcome in ('accepted', 'failed', 'interrupted')),
  status_code      integer,
  response_time_ms integer,
  request_headers  jsonb,
  response_headers jsonb,
  response_body    text,
  error            text,
  started_at       timestamptz(3) not null,
  finished_at      timestamptz(3) not null,
  primary key (workspace_id, id, started_at),
  foreign key (workspace_id, delivery_id) references deliveries (workspace_id, id)
) partition by range (started_at);
create table delivery_attempts_rest partition of delivery_attempts default;
create index delivery_attempts_webhook on delivery_attempts (workspace_id, webhook_id, started_at desc, id desc);
create index delivery_attempts_delivery on delivery_attempts (workspace_id, delivery_id, number);
