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
  check ((workspace_id >= 900000000) = (id >= 900000000))
);
