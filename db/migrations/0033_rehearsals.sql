-- The last rehearsal of a migration's cutover, of the workspace that is filled: what the next one is compared with.
create table migration_rehearsals (
  workspace_id bigint primary key references workspaces (id),
  rehearsed_at timestamptz(3) not null,
  go boolean not null,
  score integer not null check (score between 0 and 100),
  items jsonb not null
);
