-- Contacts that come with a guest that is new are no change of it: left out before anything is looked up for them, and not after. Each guest
-- is looked for by its key: a join would be planned while the table is still small, and kept.
create or replace function note_contacts() returns trigger language plpgsql as $$
begin
  perform note_changes(jsonb_agg(jsonb_build_object(
    'workspace_id', a.workspace_id, 'type', 'guest', 'id', a.guest_id, 'at', a.created_at,
    'previous', jsonb_build_object('contacts', coalesce((
      select jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value) order by c.type, c.value)
      from guest_contacts c
      where c.workspace_id = a.workspace_id and c.guest_id = a.guest_id
        and not exists (select from made m where m.workspace_id = c.workspace_id and m.guest_id = c.guest_id
                        and m.type = c.type and m.value = c.value)), '[]')))))
  from (select workspace_id, guest_id, max(created_at) as created_at from made group by workspace_id, guest_id) a
  where a.created_at <> (select g.created_at from guests g where g.workspace_id = a.workspace_id and g.id = a.guest_id)
  having count(*) > 0;
  return null;
end $$;
