-- Ids of sandboxes have the numbers from 900000000 to 999999999999 for themselves. Live ids are the numbers below and, when those are
-- used up, the ones above: the rows of a table are no longer bounded by the place where sandboxes begin.
create function is_sandbox_id(id bigint) returns boolean language sql immutable parallel safe
  as $$ select id between 900000000 and 999999999999 $$;
comment on function is_sandbox_id(bigint) is 'Whether a record or a workspace with this id is of a sandbox.';

-- The nth number that is live.
create function live_id(n bigint) returns bigint language sql immutable parallel safe
  as $$ select case when n < 900000000 then n else n + 999100000000 end $$;

create or replace function next_id(workspace bigint, live_sequence regclass) returns bigint language sql
  as $$ select case when is_sandbox_id(workspace) then nextval('sandbox_id') else live_id(nextval(live_sequence)) end $$;

alter sequence sandbox_id maxvalue 999999999999;

do $$
declare
  one record;
begin
  -- No id is above what a double holds exactly, 9007199254740991: clients in JavaScript may read ids as numbers.
  for one in select sequencename as name from pg_sequences where schemaname = current_schema() and max_value = 899999999 loop
    execute format('alter sequence %I maxvalue %s', one.name, 9007199254740991 - 999100000000);
  end loop;
  for one in
    select conrelid::regclass as in_table, conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'c' and connamespace = current_schema()::regnamespace and pg_get_constraintdef(oid) like '%900000000%'
  loop
    execute format('alter table %s drop constraint %I', one.in_table, one.name);
    execute format('alter table %s add constraint %I %s', one.in_table, one.name,
      regexp_replace(
        regexp_replace(one.text, '(COALESCE\(\w+, \(0\)::bigint\)|\m\w+\M) >= 900000000', 'is_sandbox_id(\1)', 'g'),
        '(\m\w+\M) < 900000000', 'not is_sandbox_id(\1)', 'g'));
  end loop;
end $$;
