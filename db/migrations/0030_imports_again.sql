-- What a migration's account is to read once more, and what of it is to be read at all; null: nothing is asked for, and all of it.
alter table connections add column import_wanted jsonb;
alter table connections add column import_scope text[];

alter table sync_runs drop constraint sync_runs_kind_check;
alter table sync_runs add constraint sync_runs_kind_check
  check (kind in ('first_import', 'import', 'incremental', 'full', 'hint', 'reconciliation'));
-- When it was told that the import fails: once for each try.
alter table sync_runs add column failed_told_at timestamptz(3);

drop index sync_runs_migrations;
create index sync_runs_migrations on sync_runs (workspace_id, connection_id, id desc) where kind in ('first_import', 'import');
