-- What is to be looked through for its keeping time is found without asking every workspace: each has a row that says when its histories
-- were looked through, and how old its audit log is.

-- No line of the audit log is from before this.
alter table retention add column audit_from timestamptz(3) not null default '-infinity';

update retention set history_looked_at = '-infinity' where history_looked_at is null;
alter table retention alter column history_looked_at set default '-infinity';
alter table retention alter column history_looked_at set not null;

create function begin_retention() returns trigger language plpgsql as $$
begin
  insert into retention (workspace_id) select id from come;
  return null;
end $$;
create trigger workspaces_retention after insert on workspaces
  referencing new table as come for each statement execute function begin_retention();
insert into retention (workspace_id) select id from workspaces on conflict do nothing;
-- It goes with its workspace as it came with it.
alter table retention drop constraint retention_workspace_id_fkey,
  add constraint retention_workspace_id_fkey foreign key (workspace_id) references workspaces (id) on delete cascade;

create index retention_audit on retention (audit_from);
-- Where a setting says how long histories are kept, those of every workspace; otherwise of those that say it themselves.
create index retention_history on retention (history_looked_at);
create index retention_own_history on retention (history_looked_at) where history_days is not null;
