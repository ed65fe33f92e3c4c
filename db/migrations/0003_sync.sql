create sequence sync_runs_id maxvalue 9006200154740991;

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
  -- How what waits in an account stands to each other: how far each kind of work is ahead, and since when
  -- the vendor's limit holds it back.
  fairness      jsonb not null default '{"ahead": {}, "heldSince": {}}',
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
  -- true: nobody asked for the record, it is only read again because time has passed.
  by_itself     boolean not null default false,
  primary key (workspace_id, connection_id, entity, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);
create index sync_fetches_due on sync_fetches (workspace_id, connection_id, due_at);

create table sync_runs (
  workspace_id   bigint not null references workspaces (id),
  id             bigint not null,
  connection_id  bigint not null,
  kind           text not null check (kind in ('first_import', 'import', 'incremental', 'full', 'hint', 'reconciliation', 'count')),
  strategy       text not null,
  state          text not null default 'running' check (state in ('running', 'completed', 'partial', 'failed', 'abandoned')),
  entities       text[] not null,
  -- {"reservations": {"expected": 600, "seen": 600, "changed": 12, "failed": 0, "done": true}, ...}
  progress       jsonb not null default '{}',
  -- Where to go on after a crash: {"reservations": {"cursor": "<connector's page token>", "walked": false}, ...};
  -- written with the page it follows.
  resume         jsonb not null default '{}',
  upstream_calls integer not null default 0,
  retries        integer not null default 0,
  errors         jsonb not null default '[]',
  -- Attempts in a row that failed at the same place; a run that failed goes on from where it stood.
  failures       integer not null default 0,
  started_at     timestamptz(3) not null default now(),
  heartbeat_at   timestamptz(3) not null default now(),
  finished_at    timestamptz(3),
  -- Which part of each list was read: {"reservations": {"since": "2026-05-14T09:30:00.000Z"}, "calendar": {"from": …, "to": …}}
  bounds         jsonb not null default '{}',
  -- When it was told that the import fails: once for each try.
  failed_told_at timestamptz(3),
  listed_as      text[],
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
);
create index sync_runs_connection on sync_runs (workspace_id, connection_id, id desc);
-- Runs that found nothing are kept for a while too, so these few must not be looked for among them.
create index sync_runs_open on sync_runs (workspace_id, connection_id, id) where finished_at is null;
create index sync_runs_imports on sync_runs (workspace_id, connection_id, id desc)
  where kind in ('first_import', 'full');
create index sync_runs_migrations on sync_runs (workspace_id, connection_id, id desc) where kind in ('first_import', 'import');
create index sync_runs_counts on sync_runs (workspace_id, connection_id, id desc) where kind = 'count';
create index sync_runs_shown on sync_runs (workspace_id, connection_id, id desc) where listed_as is not null;
create index sync_runs_alike on sync_runs (workspace_id, connection_id, listed_as, id desc);

-- Ids seen by a full pass that is still running: what is stored but not seen is gone upstream, once the pass is complete.
create table sync_seen (
  workspace_id bigint not null,
  run_id       bigint not null,
  entity       text not null,
  external_id  text not null,
  -- A compared stay as the vendor has it and as it is stored here, each as a hash.
  theirs       bytea,
  ours         bytea,
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
  -- A failure's place in lists.
  id            uuid not null default time_uuid(),
  listed_as     text[],
  -- A record that is stored without fields that could not be read is listed beside those that could not be stored at all.
  severity      text not null default 'failure' constraint sync_failures_severity check (severity in ('failure', 'warning')),
  fields        jsonb,
  primary key (workspace_id, connection_id, entity, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  constraint sync_failures_id_key unique (workspace_id, id)
);
create index sync_failures_recent on sync_failures (workspace_id, connection_id, last_at desc, id desc);
create index sync_failures_alike on sync_failures (workspace_id, connection_id, listed_as, last_at desc, id desc);

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

-- Sessions of the hosted connect page, and what reconnecting needs to leave a webhook address alone.

-- The id is what lets somebody in, so only its hash is kept. It names its workspace itself, so that the row is found by
-- workspace like every other.
create table connect_sessions (
  -- Where the account is connected to: for a migration the workspace that was made for it.
  workspace_id               bigint not null references workspaces (id),
  id_hash                    bytea not null,
  state                      text not null default 'pending'
                             check (state in ('pending', 'awaiting_room_mapping', 'completed', 'errored', 'cancelled')),
  purpose                    text not null check (purpose in ('connect', 'migrate')),
  -- The one chosen so far.
  provider                   text,
  -- null: all.
  allowed_providers          text[],
  -- The connection whose credentials are renewed, or the one that was made.
  connection_id              bigint,
  reconnect                  boolean not null default false check (not reconnect or connection_id is not null),
  -- null: nobody is waiting for the browser to come back.
  redirect_url               text,
  app_state                  text,
  access_type                text check (access_type in ('full_access', 'messaging', 'read_only')),
  reservation_history_months integer,
  locale                     text check (locale in ('en', 'fr')),
  scope                      text[],
  copy                       jsonb,
  error                      text,
  created_at                 timestamptz(3) not null,
  expires_at                 timestamptz(3) not null,
  finished_at                timestamptz(3),
  -- How the app that asks for an account is shown on the hosted page: its name, its logo and where its rules stand.
  display                    jsonb,
  primary key (workspace_id, id_hash),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  check ((finished_at is not null) = (state in ('completed', 'errored', 'cancelled')))
);
-- How many sessions of a workspace are young, and how many of those are open, is asked before another is made.
create index connect_sessions_age on connect_sessions (workspace_id, created_at);

-- A comparison of all future stays with the vendor's, field by field; made by a run, and of no more worth than that run.
create table reconciliations (
  workspace_id    bigint not null,
  run_id          bigint not null,
  connection_id   bigint not null,
  -- incomplete: it came to its end, but not every stay could be read. abandoned: the account was cut meanwhile.
  state           text not null default 'running' check (state in ('running', 'completed', 'incomplete', 'abandoned')),
  -- Stays whose last day is not before this one.
  from_date       date not null,
  started_at      timestamptz(3) not null,
  finished_at     timestamptz(3),
  stays_compared  integer not null default 0,
  -- Of stays: how many were different in any way, by what was wrong, and how many of them are equal now.
  drifted         integer not null default 0,
  missing_here    integer not null default 0,
  gone_upstream   integer not null default 0,
  mended          integer not null default 0,
  unread          integer not null default 0,
  -- Fields that differed, in all; the first of them stand in `differences`.
  fields_differed integer not null default 0,
  differences     jsonb not null default '[]',
  -- SHA-256 over the compared stays in the order of their ids, as they are stored here and as the vendor has them.
  digest          text,
  upstream_digest text,
  primary key (workspace_id, run_id),
  foreign key (workspace_id, run_id) references sync_runs (workspace_id, id) on delete cascade,
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);
create index reconciliations_connection on reconciliations (workspace_id, connection_id, run_id desc);

-- What the server's own account with a vendor has got (an access token), encrypted; all connections to the vendor use it.
create table vendor_access (
  name       text primary key,
  session    bytea not null,
  updated_at timestamptz(3) not null default now()
);
create trigger vendor_access_session_key before insert or update of session on vendor_access
  for each row when (is_closed_key(sealed_key_id(new.session))) execute function refuse_closed_key();

-- What each row of a vendor's list of stays was like when what is stored was made of it: one that comes as it was is not read again.
-- There is no key to the connection: it would be looked up for every row. Whoever ends a connection deletes them.
create table sync_rows (
  workspace_id        bigint not null,
  connection_id       bigint not null,
  external_id         text not null,
  kind                text not null check (kind in ('reservation', 'inquiry', 'block')),
  listing_external_id text,
  -- Of the row as it came, and of what reads it.
  row_digest          text not null,
  -- Of the record it became: where another one is stored now, the row says nothing. Empty where it became none.
  source_hash         bytea not null,
  primary key (workspace_id, connection_id, external_id)
);

-- What is known of an account whose provider refused the stored access and has accepted nothing since.
create table refused_access (
  workspace_id   bigint not null,
  connection_id  bigint not null,
  kind           text not null check (kind in ('credentials', 'reauth')),
  -- The first refusal since the provider accepted something.
  refused_at     timestamptz(3) not null,
  -- The refusal that was believed, some minutes after the first; null: the account is in doubt.
  confirmed_at   timestamptz(3),
  -- When the access is tried next.
  retry_at       timestamptz(3) not null,
  -- Tries in vain since it was believed; decides how long to wait.
  retries        integer not null default 0,
  -- How far our clock was ahead of the provider's at the last refusal; null: not enough to matter.
  clock_ahead_ms bigint,
  primary key (workspace_id, connection_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);
