-- A migration calls this after it creates a table. On Citus the table goes to the machines as those of its kind did before; elsewhere nothing
-- happens. References to tables of workspaces are added afterwards, because Citus refuses them while the table is in one place.
create function place_new_table(new_table regclass, is_of_workspace boolean) returns void language plpgsql as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then return; end if;
  if not exists (select from pg_catalog.pg_dist_partition where logicalrelid = 'workspace_heads'::regclass) then return; end if;
  if is_of_workspace then
    perform create_distributed_table(new_table, 'workspace_id', colocate_with => 'workspace_heads');
  else
    perform create_reference_table(new_table);
  end if;
end $$;
