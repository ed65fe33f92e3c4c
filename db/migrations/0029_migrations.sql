-- A workspace that another one made is a migration: what is brought into it, and when its source was cut off.
alter table workspaces add column cut_over_at timestamptz(3);

drop index workspaces_parent;
create index workspaces_children on workspaces (parent_id, id desc) where parent_id is not null;

-- The import a migration is at, among the many runs that only keep an account up to date.
create index sync_runs_migrations on sync_runs (workspace_id, connection_id, id desc) where kind = 'first_import';
