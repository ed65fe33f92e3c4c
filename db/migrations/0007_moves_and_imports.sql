-- The last rehearsal of a migration's cutover, of the workspace that is filled: what the next one is compared with.
create table migration_rehearsals (
  workspace_id bigint primary key references workspaces (id),
  rehearsed_at timestamptz(3) not null,
  go           boolean not null,
  score        integer not null check (score between 0 and 100),
  items        jsonb not null
);

-- Accounts that are looked at for a while after a cutover, because whoever began the migration asked for it. What opens
-- them stands here and nowhere else, and no longer than the watch goes on.
create table migration_watches (
  workspace_id       bigint not null,
  connection_id      bigint not null,
  started_at         timestamptz(3) not null,
  until              timestamptz(3) not null,
  ended_at           timestamptz(3),
  ended_by           text check (ended_by in ('time', 'rollback', 'deactivation')),
  credentials        bytea,
  credentials_key_id text,
  session            bytea,
  next_look_at       timestamptz(3),
  -- Whose look it is.
  holder             uuid,
  -- When the last look that came to its end began.
  looked_at          timestamptz(3),
  -- Where the next look begins, and where the one under way goes on; both the connector's.
  since              text,
  cursor             text,
  found              integer not null default 0,
  errors             integer not null default 0,
  last_error         text,
  -- Accounts whose access is kept for a rollback, though there is nothing in them to look at.
  looks              boolean not null default true,
  primary key (workspace_id, connection_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  check ((ended_at is null) = (next_look_at is not null)),
  check ((ended_at is null) = (ended_by is null)),
  check (ended_at is null or (credentials is null and credentials_key_id is null and session is null))
);
create index migration_watches_due on migration_watches (next_look_at) where ended_at is null;
create index migration_watches_until on migration_watches (until) where ended_at is null;

-- What was told of a stay, so that it is told once.
create table migration_watch_stays (
  workspace_id  bigint not null,
  connection_id bigint not null,
  external_id   text not null,
  seen          text not null,
  found_at      timestamptz(3) not null,
  primary key (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references migration_watches (workspace_id, connection_id) on delete cascade
);

-- A workspace that is filled from a file: how far it is, and which record of the file is which of ours.
create table file_imports (
  workspace_id bigint not null references workspaces (id),
  -- The first line of the file: another file has another one.
  header       jsonb not null,
  -- Lines that were taken in, the header among them.
  lines        integer not null,
  -- By type, the records among them.
  counts       jsonb not null,
  started_at   timestamptz(3) not null,
  finished_at  timestamptz(3),
  primary key (workspace_id)
);

create table imported_ids (
  workspace_id bigint not null references file_imports (workspace_id) on delete cascade,
  type         text not null,
  file_id      text not null,
  id           bigint not null,
  -- Ids in the file of records of the same type that may stand further down, by column.
  later        jsonb,
  primary key (workspace_id, type, file_id),
  check ((is_sandbox_id(workspace_id)) = (is_sandbox_id(id)))
);
create trigger migration_watches_credentials_key before insert or update of credentials on migration_watches
  for each row when (is_closed_key(sealed_key_id(new.credentials))) execute function refuse_closed_key();
create trigger migration_watches_session_key before insert or update of session on migration_watches
  for each row when (is_closed_key(sealed_key_id(new.session))) execute function refuse_closed_key();
