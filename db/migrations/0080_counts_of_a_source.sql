-- After an import into a migrated workspace the account is gone through once more for what it has, ids alone: a run of its own.
alter table sync_runs drop constraint sync_runs_kind_check;
alter table sync_runs add constraint sync_runs_kind_check
  check (kind in ('first_import', 'import', 'incremental', 'full', 'hint', 'reconciliation', 'count'));
create index sync_runs_counts on sync_runs (workspace_id, connection_id, id desc) where kind = 'count';
