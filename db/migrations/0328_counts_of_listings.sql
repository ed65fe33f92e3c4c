-- Listings, and those that are sold at Vrbo, have counts that are kept (0311), and an index for each way in which their lists are asked for.

-- As in 0311, but a statement whose triggers change a row again may take it away before it adds it.
create or replace function add_to_counts(more record_counts[]) returns void language sql as $$
  insert into record_counts as c
  select * from unnest(more) order by 1, 2, 3, 4, 5
  on conflict (workspace_id, list, counted_by, bucket, traits) do update set n = c.n + excluded.n;
  delete from record_counts c using unnest(more) m
  where c.n = 0 and c.workspace_id = m.workspace_id and c.list = m.list and c.counted_by = m.counted_by
    and c.bucket = m.bucket and c.traits = m.traits
$$;

-- The channels it is published on, and the hosts of Airbnb that have it, by their connections: ',airbnb,vrbo,'. Kept by the triggers below.
alter table listings add column on_channels text not null default '', add column on_hosts text not null default '';

create function sold_where(workspace bigint, listings bigint[]) returns table (id bigint, on_channels text, on_hosts text)
  language sql stable as $$
  select l.id, coalesce(c.names, ''), coalesce(h.ids, '')
  from (select distinct unnest(listings) as id) l
  left join (
    select c.listing_id, ',' || string_agg(distinct c.platform, ',' order by c.platform) || ',' as names from channel_links c
    where c.workspace_id = workspace and c.listing_id = any(listings) and c.active group by c.listing_id) c on c.listing_id = l.id
  left join (
    select k.listing_id, ',' || string_agg(distinct k.connection_id::text, ',' order by k.connection_id::text) || ',' as ids
    from listing_links k join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id and n.provider = 'airbnb'
    where k.workspace_id = workspace and k.listing_id = any(listings) group by k.listing_id) h on h.listing_id = l.id
$$;
create function note_where_sold(workspace bigint, of_listings bigint[]) returns void language sql as $$
  update listings l set on_channels = s.on_channels, on_hosts = s.on_hosts from sold_where(workspace, of_listings) s
  where l.workspace_id = workspace and l.id = s.id and (l.on_channels, l.on_hosts) is distinct from (s.on_channels, s.on_hosts)
$$;
select note_where_sold(workspace_id, array_agg(id)) from listings group by workspace_id;

create function traits_of(r listings) returns text[] language sql immutable as $$
  select array[
    case when r.active then 'active' else 'inactive' end, case when r.archived_at is null then '' else 'archived' end,
    coalesce(r.lifecycle_status, ''), coalesce(r.account_id::text, ''), coalesce(r.connection_id::text, ''), r.on_channels, r.on_hosts]
$$;
create function counted_in(r listings) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint),
    ('change hour', floor(extract(epoch from r.updated_at) / 3600)::bigint),
    ('change day', floor(extract(epoch from r.updated_at) / 86400)::bigint),
    ('change month', month_number((r.updated_at at time zone 'UTC')::date))
$$;
call keep_counts('listings');

create function note_made_links() returns trigger language plpgsql as $$
begin
  perform note_where_sold(l.workspace_id, array_agg(l.listing_id)) from come l group by l.workspace_id;
  return null;
end $$;
create function note_gone_links() returns trigger language plpgsql as $$
begin
  perform note_where_sold(l.workspace_id, array_agg(l.listing_id)) from gone l group by l.workspace_id;
  return null;
end $$;
create function note_changed_links() returns trigger language plpgsql as $$
begin
  perform note_where_sold(l.workspace_id, array_agg(l.listing_id)) from (select workspace_id, listing_id from come union select workspace_id, listing_id from gone) l group by l.workspace_id;
  return null;
end $$;
create trigger channel_links_made after insert on channel_links referencing new table as come
  for each statement execute function note_made_links();
create trigger channel_links_gone after delete on channel_links referencing old table as gone
  for each statement execute function note_gone_links();
create trigger channel_links_changed after update on channel_links referencing old table as gone new table as come
  for each statement execute function note_changed_links();
create trigger listing_links_made after insert on listing_links referencing new table as come
  for each statement execute function note_made_links();
create trigger listing_links_gone after delete on listing_links referencing old table as gone
  for each statement execute function note_gone_links();
create trigger listing_links_changed after update on listing_links referencing old table as gone new table as come
  for each statement execute function note_changed_links();

-- What is asked for most; what is asked for besides is merged from those that are alike.
create index listings_active on listings (workspace_id, id) where active;
create index listings_shown on listings (workspace_id, id) where active and archived_at is null;
create index listings_alike on listings (workspace_id, listed_as, id);
create index listings_on_airbnb on listings (workspace_id, id) where on_hosts <> '' and active and archived_at is null;
create index listings_active_updated on listings (workspace_id, updated_at, id) where active;

-- At Vrbo: the links of listings that are shown.
create function traits_of(r channel_links) returns text[] language plpgsql stable as $$
begin
  if r.platform <> 'vrbo' then return null; end if;
  return (select array[case when r.active then 'active' else 'inactive' end, coalesce(l.connection_id::text, '')] from listings l
          where l.workspace_id = r.workspace_id and l.id = r.listing_id and l.active and l.archived_at is null);
end $$;
create function counted_in(r channel_links) returns table (counted_by text, bucket bigint) language sql immutable as $$
  values ('all', 0::bigint), ('listing', r.listing_id)
$$;
call keep_counts('channel_links');
create trigger listings_channel_links after update of active, archived_at, connection_id on listings for each row
  when ((old.active, old.archived_at, old.connection_id) is distinct from (new.active, new.archived_at, new.connection_id))
  execute function list_again_with_listing('channel_links');

drop index channel_links_vrbo;
create index channel_links_vrbo on channel_links (workspace_id, listing_id, external_id) where platform = 'vrbo' and listed_as is not null;
create index channel_links_vrbo_by_state on channel_links (workspace_id, active, listing_id, external_id)
  where platform = 'vrbo' and listed_as is not null;

-- As in 0311, but for tables whose id is no number, or that have none.
create or replace function record_count_differences(workspace bigint) returns table (
  list text, counted_by text, bucket bigint, traits text[], kept bigint, found bigint) language plpgsql stable as $$
declare
  counted text;
begin
  for counted in
    select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'listed_as' and a.atttypid = 'text[]'::regtype and c.relkind in ('r', 'p')
      and c.relnamespace = current_schema::regnamespace
  loop
    return query execute format($sql$
      with found as (
        select p.counted_by, p.bucket, t.traits, count(*) as n
        from %1$I r cross join lateral (select traits_of(r) as traits) t cross join lateral counted_in(r) p
        where r.workspace_id = $1 and t.traits is not null and p.bucket is not null
        group by 1, 2, 3
      )
      select %1$L, coalesce(k.counted_by, f.counted_by), coalesce(k.bucket, f.bucket), coalesce(k.traits, f.traits),
             coalesce(k.n, 0), coalesce(f.n, 0)
      from (select * from record_counts c where c.workspace_id = $1 and c.list = %1$L) k
      full join found f using (counted_by, bucket, traits)
      where k.n is distinct from f.n
      union all
      select %1$L, 'listed', 0::bigint, r.listed_as, 1, 0 from %1$I r
      where r.workspace_id = $1 and r.listed_as is distinct from traits_of(r)$sql$, counted) using workspace;
  end loop;
end $$;

-- Where listings are sold against their links: nothing when all is well.
create function sold_where_differences(workspace bigint) returns table (id bigint, kept text[], found text[]) language sql stable as $$
  select l.id, array[l.on_channels, l.on_hosts], array[s.on_channels, s.on_hosts]
  from sold_where(workspace, array(select id from listings where workspace_id = workspace)) s
  join listings l on l.workspace_id = workspace and l.id = s.id
  where (l.on_channels, l.on_hosts) is distinct from (s.on_channels, s.on_hosts)
$$;
