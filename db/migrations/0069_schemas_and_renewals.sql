-- Shapes that callers want answers in, chosen by name with the header `X-Schema`.
create table response_schemas (
  workspace_id bigint not null references workspaces (id),
  id           uuid not null,
  name         text collate "C" not null,
  description  text,
  -- JSON as it was sent: the fields of an answer stand in this order.
  mappings     text not null,
  active       boolean not null default true,
  -- Moves on with every change, so that who compiled the mappings knows whether they are still these.
  version      integer not null default 1,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
create index response_schemas_created on response_schemas (workspace_id, created_at desc, id desc);

-- How often access to providers was asked for anew, of all accounts together: what the health of a channel tells.
create table access_renewals (
  provider   text not null,
  hour       timestamptz(3) not null,
  attempts   integer not null,
  -- Those the provider gave no token for.
  rejections integer not null,
  primary key (provider, hour)
);
