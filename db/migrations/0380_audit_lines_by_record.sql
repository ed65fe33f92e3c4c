-- Lines about a record are found among those of its workspace alone.
create function targets_in(workspace bigint, targets text[]) returns text[] language sql immutable parallel safe
  return (select coalesce(array_agg(workspace || ' ' || target), '{}') from unnest(targets) target);
drop index audit_lines_targets;
create index audit_lines_targets on audit_lines using gin (targets_in(workspace_id, targets));
