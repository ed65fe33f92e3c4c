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
  primary key (workspace_id, id_hash),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id),
  check ((finished_at is not null) = (state in ('completed', 'errored', 'cancelled')))
);

-- Somebody just connected the account: the worker is to register its webhook before it reads anything.
alter table connections add column inbound_due boolean not null default false;
-- A registration that is to be removed upstream as soon as its successor stands.
alter table connections add column retired_inbound jsonb;
