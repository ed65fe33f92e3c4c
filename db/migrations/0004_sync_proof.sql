-- What shows that an account is kept current: what each run read, and the proof that stays equal the vendor's.

alter table sync_runs drop constraint sync_runs_kind_check;
alter table sync_runs add constraint sync_runs_kind_check
  check (kind in ('first_import', 'incremental', 'full', 'hint', 'reconciliation'));
-- Which part of each list was read: {"reservations": {"since": "2026-05-14T09:30:00.000Z"}, "calendar": {"from": …, "to": …}}
alter table sync_runs add column bounds jsonb not null default '{}';
-- A failure's place in lists.
alter table sync_failures add column id uuid not null default time_uuid();
alter table sync_failures add constraint sync_failures_id_key unique (workspace_id, id);
create index sync_failures_recent on sync_failures (workspace_id, connection_id, last_at desc, id desc);
-- Runs that found nothing are kept for a while too, so these few must not be looked for among them.
create index sync_runs_open on sync_runs (workspace_id, connection_id, id) where finished_at is null;
create index sync_runs_imports on sync_runs (workspace_id, connection_id, id desc)
  where kind in ('first_import', 'full');

alter table connections add column last_reconciled_at timestamptz(3);
-- Asked for by hand; a comparison that began since has done it.
alter table connections add column reconciliation_wanted_at timestamptz(3);

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

-- A compared stay as the vendor has it and as it is stored here, each as a hash.
alter table sync_seen add column theirs bytea, add column ours bytea;
