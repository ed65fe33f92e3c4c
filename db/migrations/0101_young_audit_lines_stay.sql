-- Whoever ends the keeping time of lines may end that of old ones only, whatever else is said: the shortest AUDIT_RETENTION_DAYS is 31.

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome = 'begun' and new.outcome <> 'begun'
     and (new.workspace_id, new.id, new.at, new.actor, new.action, new.request_id, new.ip, new.details, new.once)
         is not distinct from
         (old.workspace_id, old.id, old.at, old.actor, old.action, old.request_id, old.ip, old.details, old.once)
     and new.targets @> old.targets then
    return new;
  end if;
  if tg_op = 'DELETE' and old.at < now() - interval '31 days'
     and current_setting('lodgewire.forgets_audit_lines', true) = 'yes' then
    return old;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
