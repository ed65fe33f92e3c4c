-- One row per Idempotency-Key of a workspace: who is running the request, and what was answered.
create table idempotency_keys (
  workspace_id bigint not null references workspaces (id),
  key          text not null check (length(key) between 1 and 255),
  -- The operation id of the route, for whoever looks into the table.
  operation    text not null,
  -- Keyed hash over method, path, query, X-Account-Id and body. Bodies can hold passwords, which a plain hash would give
  -- away to guessing.
  request      text not null,
  state        text not null check (state in ('running', 'done')),
  -- The request that runs. It may store its answer only as long as nobody took over after its lease had ended.
  holder       uuid not null,
  lease_until  timestamptz(3) not null,
  status       smallint,
  headers      jsonb,
  -- Encrypted: it can hold what guests wrote, or a signing secret.
  body         bytea,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3) not null,
  primary key (workspace_id, key),
  check ((state = 'done') = (status is not null and headers is not null and body is not null))
) with (fillfactor = 80);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
