-- A row of a second source of a stay names the row that is shown: it holds no nights and is shown nowhere.
alter table reservations add column merged_into bigint;
alter table reservations add constraint reservations_merged_into_check check (merged_into <> id);
alter table reservations add constraint reservations_workspace_id_merged_into_fkey
  foreign key (workspace_id, merged_into) references reservations (workspace_id, id);
create unique index reservations_merged on reservations (workspace_id, merged_into) where merged_into is not null;

-- Looked at when a statement ends, so that two rows can exchange what they hold.
alter table reservations drop constraint reservations_workspace_id_connection_id_external_id_key;
alter table reservations add constraint reservations_workspace_id_connection_id_external_id_key
  unique (workspace_id, connection_id, external_id) deferrable initially immediate;
