-- The last entry of a record's history is read once, by its key. A join with the whole history is planned while the table is small and kept.
create or replace function note_changes(changes jsonb) returns void language sql as $$
  insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
  select c.workspace_id, c.type, c.id,
         case when last.created_at = c.at then last.revision else coalesce(last.revision + 1, 1) end, 'updated', c.previous, 'kept', c.at
  from jsonb_to_recordset(changes) as c (workspace_id bigint, type text, id bigint, previous jsonb, at timestamptz(3))
  left join lateral (
    select h.revision, h.change, h.created_at from record_history h
    where h.workspace_id = c.workspace_id and h.record_type = c.type and h.record_id = c.id
    order by h.revision desc limit 1) last on true
  -- A record that is new was never anything else.
  where (last.created_at = c.at and last.change = 'created') is not true
  on conflict (workspace_id, record_type, record_id, revision) do update
    set previous = excluded.previous || record_history.previous
$$;

-- A plan for the given values costs several times what running it does, and is never better: these functions read by key or read no table.
alter function figures_of_guests(bigint, bigint[]) set plan_cache_mode = 'force_generic_plan';
alter function letters_of(bigint, text) set plan_cache_mode = 'force_generic_plan';
