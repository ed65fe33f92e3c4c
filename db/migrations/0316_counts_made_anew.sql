-- Makes anew what is kept of a workspace's rows, for whoever finds that it differs (`lodgewire doctor`). Nobody writes meanwhile.
create function count_anew(workspace bigint) returns void language plpgsql as $$
declare
  counted text;
begin
  perform from workspace_heads h where h.workspace_id = workspace for update;
  perform sum_guests(workspace, array(select g.id from guests g where g.workspace_id = workspace));
  for counted in
    select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'listed_as' and a.atttypid = 'text[]'::regtype and c.relkind in ('r', 'p')
      and c.relnamespace = current_schema::regnamespace
  loop
    -- The trigger sets it.
    execute format('update %I r set listed_as = null where r.workspace_id = $1 and r.listed_as is distinct from traits_of(r)',
      counted) using workspace;
    execute format('delete from record_counts c where c.workspace_id = $1 and c.list = %L', counted) using workspace;
    execute format($sql$
      insert into record_counts
      select r.workspace_id, %1$L, p.counted_by, p.bucket, r.listed_as, count(*)
      from %1$I r cross join lateral counted_in(r) p
      where r.workspace_id = $1 and r.listed_as is not null and p.bucket is not null group by 1, 2, 3, 4, 5$sql$, counted)
      using workspace;
  end loop;
  delete from reservation_counts c where c.workspace_id = workspace;
  insert into reservation_counts
  select r.workspace_id, p.counted_by, p.bucket, r.listed_as, coalesce(r.source, ''), coalesce(r.account_id, 0), r.listed_under,
         count(*)
  from reservations r cross join lateral places_of(r) p where r.workspace_id = workspace and r.listed_as is not null
  group by 1, 2, 3, 4, 5, 6, 7;
end $$;
