-- Counts that are kept with the rows of any list (docs/decisions/0153). What a row is counted as are its traits: `listed_as`, null when
-- no list shows it. A list says with two functions, of its row, which traits these are and in which places a row is counted:
--   traits_of(r <table>) returns text[]
--   counted_in(r <table>) returns table (counted_by text, bucket bigint)
-- and `call keep_counts('<table>')` does the rest.

create table record_counts (
  workspace_id bigint not null references workspaces (id),
  -- The table whose rows are counted.
  list         text not null,
  -- 'all', or what the bucket is: 'listing', 'rating' and so on.
  counted_by   text not null,
  bucket       bigint not null,
  traits       text[] not null,
  n            bigint not null,
  primary key (workspace_id, list, counted_by, bucket, traits)
) with (fillfactor = 80);

-- In the order of the key, so that two that change the same counts wait instead of stopping each other.
create function add_to_counts(more record_counts[]) returns void language sql as $$
  insert into record_counts as c
  select * from unnest(more) order by 1, 2, 3, 4, 5
  on conflict (workspace_id, list, counted_by, bucket, traits) do update set n = c.n + excluded.n;
  delete from record_counts c using unnest(more) m
  where m.n < 0 and c.n = 0 and c.workspace_id = m.workspace_id and c.list = m.list and c.counted_by = m.counted_by
    and c.bucket = m.bucket and c.traits = m.traits
$$;

create function list_record() returns trigger language plpgsql as $$
begin
  new.listed_as := traits_of(new);
  return new;
end $$;

-- The triggers of a table are made from its name: a row that has come or gone does not know of which table it is.
create procedure keep_counts(kept regclass) language plpgsql as $$
declare
  -- What a statement did: n counts, the rows it made more and the rows it took away less.
  counting text := $sql$
    begin
      perform add_to_counts(array_agg(d::record_counts)) from (
        select r.workspace_id, '%s', r.counted_by, r.bucket, r.listed_as, sum(r.n)::bigint from (%s) r
        group by 1, 2, 3, 4, 5 having sum(r.n) <> 0) d
      having count(*) > 0;
      return null;
    end $sql$;
  rows_of text := $sql$
    select r.workspace_id, p.counted_by, p.bucket, r.listed_as, %s as n
    from %s r cross join lateral counted_in(r::%s) p where r.listed_as is not null and p.bucket is not null$sql$;
  come text := format(rows_of, 1, 'come', kept);
  gone text := format(rows_of, -1, 'gone', kept);
begin
  execute format('alter table %s add column listed_as text[]', kept);
  execute format('update %s r set listed_as = traits_of(r)', kept);
  execute format($sql$
    insert into record_counts
    select r.workspace_id, %L, r.counted_by, r.bucket, r.listed_as, count(*) from (%s) r
    group by 1, 2, 3, 4, 5$sql$, kept::text, format(rows_of, 1, kept, kept));
  execute format('create function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_made_' || kept, format(counting, kept, come));
  execute format('create function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_gone_' || kept, format(counting, kept, gone));
  execute format('create function %I() returns trigger language plpgsql as $f$%s$f$',
    'count_changed_' || kept, format(counting, kept, come || ' union all ' || gone));
  execute format('create trigger %I before insert or update on %s for each row execute function list_record()',
    kept || '_listed', kept);
  execute format('create trigger %I after insert on %s referencing new table as come
    for each statement execute function %I()', kept || '_counted_made', kept, 'count_made_' || kept);
  execute format('create trigger %I after delete on %s referencing old table as gone
    for each statement execute function %I()', kept || '_counted_gone', kept, 'count_gone_' || kept);
  execute format('create trigger %I after update on %s referencing old table as gone new table as come
    for each statement execute function %I()', kept || '_counted_changed', kept, 'count_changed_' || kept);
end $$;

-- A listing that is shown again, or no more, and one that changes hands, takes along what is listed with it.
create function list_again_with_listing() returns trigger language plpgsql as $$
begin
  execute format('update %I r set listing_id = r.listing_id where r.workspace_id = $1 and r.listing_id = $2', tg_argv[0])
    using new.workspace_id, new.id;
  return null;
end $$;

create procedure keep_counts_with_listing(kept regclass) language plpgsql as $$
begin
  call keep_counts(kept);
  execute format('create trigger %2$I after update of active, connection_id on listings for each row
    when ((old.active, old.connection_id) is distinct from (new.active, new.connection_id))
    execute function list_again_with_listing(%3$L)', kept, 'listings_' || kept, kept::text);
end $$;

-- The counts against the rows: what differs, and nothing when all is well. A row that is not listed as what it is differs by itself.
create function record_count_differences(workspace bigint) returns table (
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
      select %1$L, 'listed', r.id, r.listed_as, 1, 0 from %1$I r
      where r.workspace_id = $1 and r.listed_as is distinct from traits_of(r)$sql$, counted) using workspace;
  end loop;
end $$;

-- Whose a row is: the connection that it came through, or 'of' that of its listing. Null: its listing is not shown.
create function listed_under(workspace bigint, connection bigint, listing bigint) returns text language sql stable as $$
  select case when listing is null then coalesce(connection::text, '') else (
    select coalesce(connection::text, 'of ' || l.connection_id, '') from listings l
    where l.workspace_id = workspace and l.id = listing and l.active) end
$$;
