-- What made-up accounts of a sandbox remember of the things done in them, where a provider would remember it.
create table made_up_records (
  workspace_id  bigint not null references workspaces (id) check (workspace_id >= 900000000),
  connection_id bigint not null,
  kind          text not null check (kind in ('stay', 'night', 'message', 'offer', 'reply')),
  external_id   text not null,
  -- Stays and messages in the words of src/contract/records.ts.
  record        jsonb not null,
  primary key (workspace_id, connection_id, kind, external_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id)
);
