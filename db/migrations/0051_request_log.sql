-- What was asked of a workspace, and how it went. Written in batches from memory; partitions by day, made ahead
-- and dropped whole (features/requests). No values of queries, no headers, no bodies.
create table request_log (
  workspace_id        bigint not null references workspaces (id),
  id                  uuid not null,
  -- The caller's own `X-Request-ID`, or the one the server gave.
  request_id          text not null,
  key_id              bigint not null,
  method              text not null,
  -- The route's pattern with the ids of records filled in and the names of the query.
  path                text not null,
  operation_id        text not null,
  status              integer not null,
  latency_ms          integer not null,
  request_bytes       bigint,
  response_bytes      bigint,
  ip_address          text,
  user_agent          text,
  error_code          text,
  created_at          timestamptz(3) not null,
  primary key (workspace_id, created_at, id)
) partition by range (created_at);
create table request_log_rest partition of request_log default;
create index request_log_request on request_log (workspace_id, request_id, created_at desc, id desc);
