-- How long a workspace keeps who its guests were, and the history of its records. Without a row: as the settings say, which is for
-- guests: for ever.
create table retention (
  workspace_id       bigint primary key references workspaces (id),
  guest_months       integer check (guest_months between 1 and 240),
  history_days       integer check (history_days between 31 and 36500),
  -- What changed before this is not known any more.
  history_from       timestamptz(3),
  history_looked_at  timestamptz(3),
  -- When guests whose time is over are looked for next; null: never.
  next_look_at       timestamptz(3),
  -- The guest up to whom this look has come.
  looked_to          bigint not null default 0
);
create index retention_due on retention (next_look_at) where next_look_at is not null;
