-- As 0061 makes it by now: what is copied out of a database that applied it before is taken in by an owner who is no superuser, too.

create or replace function forget_audit_lines(workspace bigint, before timestamptz, at_most integer) returns integer language plpgsql as $$
declare
  gone integer;
begin
  perform set_config('lodgewire.forgets_audit_lines', 'yes', true);
  delete from audit_lines l using (
    select o.at, o.id from audit_lines o
    where o.workspace_id = workspace and o.at < before order by o.at limit at_most) old
  where l.workspace_id = workspace and l.at = old.at and l.id = old.id;
  get diagnostics gone = row_count;
  perform set_config('lodgewire.forgets_audit_lines', '', true);
  return gone;
end $$;
