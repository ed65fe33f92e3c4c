-- Accounts that are looked at for a while after a cutover, because whoever began the migration asked for it. What opens
-- them stands here and nowhere else, and no longer than the watch goes on.
create table migration_watches (
  workspace_id bigint not null,
  connection_id bigint not null,
  started_at timestamptz(3) not null,
  until timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_by text check (ended_by in ('time', 'rollback', 'deactivation')),
  credentials bytea,
  credentials_key_id text,
  session bytea,
  next_look_at timestamptz(3),
  -- Whose look it is.
  holder uuid,
  -- When the last look that came to its end began.
  looked_at timestamptz(3),
  -- Where the next look begins, and where the one under way goes on; both the connector's.
  since text,
  cursor text,
  found integer not null default 0,
  errors integer not null default 0,
  last_error text,
  primary key (workspace_id, connection_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  check ((ended_at is null) = (next_look_at is not null)),
  check ((ended_at is null) = (ended_by is null)),
  check (ended_at is null or (credentials is null and credentials_key_id is null and session is null))
);
create index migration_watches_due on migration_watches (next_look_at) where ended_at is null;

-- What was told of a stay, so that it is told once.
create table migration_watch_stays (
  workspace_id bigint not null,
  connection_id bigint not null,
  external_id text not null,
  seen text not null,
  found_at timestamptz(3) not null,
  primary key (workspace_id, connection_id, external_id),
  foreign key (workspace_id, connection_id) references migration_watches (workspace_id, connection_id) on delete cascade
);
