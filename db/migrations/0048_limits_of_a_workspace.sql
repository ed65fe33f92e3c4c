-- Limits that the operator set for one workspace, in place of its plan's. They hold for its sandbox as well.
create table limit_overrides (
  workspace_id bigint not null references workspaces (id),
  name         text not null check (name in ('burstRequests', 'dailyRequests', 'monthlyRequests', 'dailyAiRequests', 'activeListings')),
  -- Null: unlimited.
  value        bigint check (value between 0 and 1000000000),
  set_at       timestamptz(3) not null,
  primary key (workspace_id, name),
  check (workspace_id < 900000000),
  check (name <> 'burstRequests' or value between 1 and 1000000)
);

-- What the operator changed of plans and limits: never altered.
create table plan_changes (
  id           bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces (id),
  changed_at   timestamptz(3) not null,
  -- Through which door.
  origin       text not null check (origin in ('command', 'api')),
  before       jsonb not null,
  after        jsonb not null
);
create index plan_changes_workspace on plan_changes (workspace_id, id);
