-- What callers keep here for themselves, and how much of their space it takes.
create table kv_spaces (
  workspace_id bigint not null references workspaces (id) primary key,
  -- Of keys and values together, those among them whose time is over and that were not removed yet. Whoever changes entries
  -- holds this row, so that several writers at the edge do not pass it together.
  bytes        integer not null check (bytes >= 0)
);

create table kv_entries (
  workspace_id bigint not null references workspaces (id),
  -- Compared byte by byte: the order of keys is that of their characters everywhere.
  project_id   text collate "C" not null,
  key          text collate "C" not null,
  -- JSON, as it was sent.
  value        text not null,
  bytes        integer not null,
  updated_at   timestamptz(3) not null,
  -- Chosen by the caller; null: for good.
  expires_at   timestamptz(3),
  primary key (workspace_id, project_id, key)
);
create index kv_entries_expiry on kv_entries (workspace_id, expires_at) where expires_at is not null;
