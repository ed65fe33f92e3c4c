-- Tokens of language models: of AI operations done here, and of those that callers report of their own.
create table ai_usage (
  workspace_id bigint not null references workspaces (id),
  source       text not null check (source in ('operation', 'reported')),
  -- Of an operation its id, of a report what the caller calls it.
  id           text not null,
  -- In UTC, as limits are counted.
  day          date not null,
  operation    text,
  model        text not null,
  tokens_in    bigint not null check (tokens_in >= 0),
  tokens_out   bigint not null check (tokens_out >= 0),
  latency_ms   bigint,
  fallback     boolean,
  project_id   text,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, source, id)
);
create index ai_usage_day on ai_usage (workspace_id, day) include (tokens_in, tokens_out);
create index ai_usage_old on ai_usage (day);
