-- A session that an agent acts with: the address that names the agent, and until when its access token opens something. The
-- session itself ends later, as it is given new tokens.
alter table api_keys add column agent_client text;
alter table api_keys add column token_until timestamptz(3);
alter table api_keys add constraint api_keys_agent_check
  check ((agent_client is null) = (token_until is null) and (agent_client is null or member_id is not null));

-- What belongs to a key names its workspace too.
drop index api_keys_workspace;
alter table api_keys add constraint api_keys_workspace unique (workspace_id, id);

-- What an agent gives for a token, once: the code that the member's consent made, and the refresh tokens after it. Used ones stay, so that
-- a second use is noticed.
create table agent_secrets (
  workspace_id bigint not null references workspaces (id),
  hash         bytea not null,
  key_id       bigint not null,
  kind         text not null check (kind in ('code', 'refresh')),
  expires_at   timestamptz(3) not null,
  used_at      timestamptz(3),
  -- A code is for one address and for whoever knows the text behind the challenge.
  redirect_uri text,
  challenge    text,
  primary key (workspace_id, hash),
  foreign key (workspace_id, key_id) references api_keys (workspace_id, id) on delete cascade,
  check ((kind = 'code') = (redirect_uri is not null) and (kind = 'code') = (challenge is not null))
);
create index agent_secrets_key on agent_secrets (workspace_id, key_id, expires_at);
