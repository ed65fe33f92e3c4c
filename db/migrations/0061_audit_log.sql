-- Who changed what, and who used a secret. A line is written before the work it tells of and completed once by its outcome;
-- apart from that nothing changes or deletes one but the function that ends its keeping time.

create table audit_lines (
  workspace_id bigint not null references workspaces (id),
  id           uuid not null,
  at           timestamptz(3) not null,
  -- `key:12`, `member:<uuid>`, `operator:12`, `link`, `vendor`, `cli`, `system`
  actor        text not null,
  -- The operation id of a route, a command (`cli.keys.create`), or the use of a secret (`secret.credentials.sync`).
  action       text not null,
  -- `listing:12`, `webhook:<uuid>`
  targets      text[] not null,
  outcome      text not null check (outcome in ('begun', 'done', 'repeated', 'refused', 'failed')),
  status       integer,
  code         text,
  request_id   text,
  ip           text,
  -- Plain values that say what was changed; never a secret.
  details      jsonb,
  -- Of what is told once for each of them: a connection, a purpose and an hour, say.
  once         text,
  primary key (workspace_id, at, id)
) with (fillfactor = 85);
create index audit_lines_action on audit_lines (workspace_id, action, at, id);
create index audit_lines_actor on audit_lines (workspace_id, actor, at, id);
create index audit_lines_targets on audit_lines using gin (targets);
create unique index audit_lines_once on audit_lines (workspace_id, once) where once is not null;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome = 'begun' and new.outcome <> 'begun'
     and (new.workspace_id, new.id, new.at, new.actor, new.action, new.request_id, new.ip, new.details, new.once)
         is not distinct from
         (old.workspace_id, old.id, old.at, old.actor, old.action, old.request_id, old.ip, old.details, old.once)
     and new.targets @> old.targets then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('lodgewire.forgets_audit_lines', true) = 'yes' then
    return old;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_lines_stay before update or delete on audit_lines
  for each row execute function refuse_audit_change();
create trigger audit_lines_are_not_emptied before truncate on audit_lines
  for each statement execute function refuse_audit_change();

-- Answers how many lines went. That the function sets it for itself, with a clause of its own, only a superuser may say.
-- Formerly 07bd3dee66c4665f9a3f7654d0e9b4f108e36120f3c76eb37992e3c7c1feee02: with that clause.
create function forget_audit_lines(workspace bigint, before timestamptz, at_most integer) returns integer language plpgsql as $$
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
