-- Counting of requests, events of child workspaces, and what lapses because time passes.

-- Requests of a key's workspace by UTC day and operation; written in batches, a few seconds behind.
create table usage_operations (
  workspace_id bigint not null references workspaces (id),
  day          date not null,
  operation_id text not null,
  requests     bigint not null default 0,
  -- Answers from 400 on.
  errors       bigint not null default 0,
  -- Whole milliseconds of all of them.
  latency_ms   bigint not null default 0,
  status_2xx   bigint not null default 0,
  status_3xx   bigint not null default 0,
  status_4xx   bigint not null default 0,
  status_5xx   bigint not null default 0,
  primary key (workspace_id, day, operation_id)
);

-- The same added up, which is what the limits ask for.
create table usage_days (
  workspace_id bigint not null references workspaces (id),
  day          date not null,
  requests     bigint not null default 0,
  ai_requests  bigint not null default 0,
  -- When it was told that the day's limit is near: once for each day.
  warned_at    timestamptz(3),
  primary key (workspace_id, day)
);

-- An event of a workspace that another one created is copied for that one's webhooks, and keeps its id. Copies stand
-- under numbers of their own far below zero (platform/outbox-parent.ts), so that they are no part of the log.
alter table events add column origin_workspace_id bigint;
alter table events add column origin_sequence bigint;
alter table events drop constraint events_purpose_check;
alter table events add constraint events_purpose_check check (purpose in ('ping', 'test', 'snapshot', 'child'));
alter table events add constraint events_origin_check check (
  (coalesce(purpose, '') = 'child') = (origin_workspace_id is not null)
  and (origin_workspace_id is null) = (origin_sequence is null));
-- Copies made so far for this workspace's webhooks.
alter table workspace_heads add column copied bigint not null default 0;

-- When it was told that a request or inquiry lapsed; it is told again only if it got a new deadline after that.
alter table reservations add column lapse_told_at timestamptz(3);
update reservations set lapse_told_at = now() where status = 'pending' and lapses_at <= now();
create index reservations_lapsing on reservations (lapses_at)
  where status = 'pending' and (lapse_told_at is null or lapses_at > lapse_told_at);
alter table inquiries add column lapse_told_at timestamptz(3);
update inquiries set lapse_told_at = now()
  where status in ('open', 'pre_approved', 'special_offer_sent') and lapses_at <= now();
create index inquiries_lapsing on inquiries (lapses_at)
  where status in ('open', 'pre_approved', 'special_offer_sent')
    and (lapse_told_at is null or lapses_at > lapse_told_at);
