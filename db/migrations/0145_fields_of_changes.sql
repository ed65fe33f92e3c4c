-- Which change of a record replaced which field: what a field read after any change is found by one look at the next change that
-- replaced it, however many changes lie in between.
create table history_fields (
  workspace_id bigint not null references workspaces (id),
  record_type  text not null,
  record_id    bigint not null,
  field        text not null,
  revision     integer not null,
  primary key (workspace_id, record_type, record_id, field, revision)
);

-- The history keeps it itself, whoever writes, erases or deletes it.
create function index_history() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from history_fields f
    using gone g cross join lateral jsonb_object_keys(g.previous) as k (field)
    where f.workspace_id = g.workspace_id and f.record_type = g.record_type and f.record_id = g.record_id
      and f.field = k.field and f.revision = g.revision;
  end if;
  if tg_op <> 'DELETE' then
    insert into history_fields (workspace_id, record_type, record_id, field, revision)
    select c.workspace_id, c.record_type, c.record_id, k.field, c.revision
    from come c cross join lateral jsonb_object_keys(c.previous) as k (field)
    on conflict do nothing;
  end if;
  return null;
end $$;

create trigger record_history_made after insert on record_history referencing new table as come
  for each statement execute function index_history();
create trigger record_history_changed after update on record_history referencing old table as gone new table as come
  for each statement execute function index_history();
create trigger record_history_gone after delete on record_history referencing old table as gone
  for each statement execute function index_history();

insert into history_fields (workspace_id, record_type, record_id, field, revision)
select h.workspace_id, h.record_type, h.record_id, k.field, h.revision
from record_history h cross join lateral jsonb_object_keys(h.previous) as k (field);
