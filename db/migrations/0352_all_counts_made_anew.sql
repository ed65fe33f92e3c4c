-- Whatever is kept can be compared with its rows and made anew (`lodgewire doctor`): what is listed, figures, and every count.

-- As in 0250, with the whole key of a count, and with rows that are not listed as what they are. Time may have moved a status, or not yet.
drop function reservation_count_differences(bigint);
create function reservation_count_differences(workspace bigint) returns table (
  counted_by text, bucket bigint, listed_as text, source text, account_id bigint, listed_under bigint, kept bigint, found bigint)
  language sql stable as $$
  with found as (
    select p.counted_by, p.bucket, r.listed_as, coalesce(r.source, '') as source, coalesce(r.account_id, 0) as account_id,
           r.listed_under, count(*) as n
    from reservations r cross join lateral places_of(r) p
    where r.workspace_id = workspace and r.listed_as is not null
    group by 1, 2, 3, 4, 5, 6
  )
  select counted_by, bucket, listed_as, source, account_id, listed_under, coalesce(k.n, 0), coalesce(f.n, 0)
  from (select * from reservation_counts c where c.workspace_id = workspace) k
  full join found f using (counted_by, bucket, listed_as, source, account_id, listed_under)
  where k.n is distinct from f.n
  union all
  select 'listed', r.id, r.listed_as, coalesce(r.source, ''), coalesce(r.account_id, 0), r.listed_under, 1, 0
  from reservations r left join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
  where r.workspace_id = workspace and (
    r.listed_under <> coalesce(r.connection_id, l.connection_id, 0)
    or (r.listed_as is not null) <> (r.merged_into is null and coalesce(l.active, false))
    or r.listed_as not in (r.status, listed_status(r.status, r.completes_at, r.lapses_at, 'infinity')))
$$;

-- Nobody writes records meanwhile. What differs is added to what is kept, so that who counts at the same time is not lost.
create or replace function count_anew(workspace bigint) returns void language plpgsql as $$
declare
  counted text;
begin
  perform from workspace_heads h where h.workspace_id = workspace for update;
  perform note_where_sold(workspace, array(select l.id from listings l where l.workspace_id = workspace));
  -- The triggers set what a row is listed as, and count it.
  update reservations r set listing_id = r.listing_id where r.workspace_id = workspace and r.id in (
    select d.bucket from reservation_count_differences(workspace) d where d.counted_by = 'listed');
  delete from guest_figures f where f.workspace_id = workspace
    and not exists (select from guests g where g.workspace_id = workspace and g.id = f.id);
  insert into guest_figures (workspace_id, id)
  select g.workspace_id, g.id from guests g where g.workspace_id = workspace
    and not exists (select from guest_figures f where f.workspace_id = workspace and f.id = g.id);
  perform sum_guests(workspace, array(select g.id from guests g where g.workspace_id = workspace));
  for counted in
    select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'listed_as' and a.atttypid = 'text[]'::regtype and c.relkind in ('r', 'p')
      and c.relnamespace = current_schema::regnamespace
  loop
    execute format('update %I r set listed_as = null where r.workspace_id = $1 and r.listed_as is distinct from traits_of(r)',
      counted) using workspace;
  end loop;
  perform add_to_counts(array_agg(row(workspace, d.list, d.counted_by, d.bucket, d.traits, d.found - d.kept)::record_counts))
  from record_count_differences(workspace) d where d.counted_by <> 'listed' having count(*) > 0;
  perform add_to_counts(array_agg(row(workspace, d.counted_by, d.bucket, d.listed_as, d.source, d.account_id, d.listed_under,
    d.found - d.kept)::reservation_counts))
  from reservation_count_differences(workspace) d where d.counted_by <> 'listed' having count(*) > 0;
  insert into request_counts as c (workspace_id, unit, bucket, operation_id, family, n)
  select workspace, d.unit, d.bucket, d.operation_id, d.family, d.found - d.kept from request_count_differences(workspace) d
  order by 1, 2, 3, 4, 5
  on conflict (workspace_id, unit, bucket, operation_id, family) do update set n = c.n + excluded.n;
  insert into audit_counts as c (workspace_id, unit, bucket, action, outcome, actor, n)
  select workspace, d.unit, d.bucket, d.action, d.outcome, d.actor, d.found - d.kept from audit_count_differences(workspace) d
  order by 1, 2, 3, 4, 5, 6
  on conflict (workspace_id, unit, bucket, action, outcome, actor) do update set n = c.n + excluded.n;
  perform add_to_delivery_counts(array_agg(row(workspace, d.webhook_id, d.week, d.found_accepted - d.kept_accepted,
    d.found_others - d.kept_others)::delivery_counts))
  from delivery_count_differences(workspace) d having count(*) > 0;
end $$;
