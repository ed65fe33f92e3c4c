-- What a key for agents may write, of what its scopes allow; such a key writes by confirmed plans alone. Null: it is no key for agents.
alter table api_keys add column agent_limits jsonb;
drop trigger api_keys_change on api_keys;
create trigger api_keys_change after delete or update of
  workspace_id, connection_ids, listing_ids, hash, scopes, expires_at, revoked_at, previous_hash, previous_until, agent_limits on api_keys
  for each row execute function tell_of_key();

-- A write that was described and not done: its caller confirms it with the token, once.
create table agent_plans (
  workspace_id  bigint not null references workspaces (id),
  id            uuid not null,
  key_id        bigint not null,
  kind          text not null check (kind in ('booking', 'change', 'cancellation', 'prices', 'closure', 'message')),
  -- `refused`: the operation refused it when it was confirmed. `erased`: a guest was forgotten, and what was planned with them.
  status        text not null default 'open' check (status in ('open', 'confirming', 'done', 'refused', 'erased')),
  connection_id bigint,
  listing_id    bigint,
  token_hash    bytea not null,
  -- The operation that carries it out, as it is called; null once erased.
  operation     json,
  -- The description that its caller saw.
  shown         json,
  -- Digests of the records it rests on.
  basis         jsonb not null,
  -- Status and body of the operation's answer.
  outcome       json,
  -- Counts toward the limits of the key.
  money         numeric,
  currency      text,
  created_at    timestamptz(3) not null,
  expires_at    timestamptz(3) not null,
  confirmed_at  timestamptz(3),
  primary key (workspace_id, id)
);
create index agent_plans_newest on agent_plans (workspace_id, created_at desc, id desc);
create index agent_plans_listing on agent_plans (workspace_id, listing_id, created_at desc, id desc);
create index agent_plans_confirmed on agent_plans (workspace_id, key_id, confirmed_at) where confirmed_at is not null;
create index agent_plans_expired on agent_plans (expires_at);
