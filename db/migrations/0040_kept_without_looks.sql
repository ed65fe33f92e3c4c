-- Accounts whose access is kept for a rollback, though there is nothing in them to look at.
alter table migration_watches add column looks boolean not null default true;
-- What a deactivated workspace was half filled from is not sent on.
delete from imported_ids i using workspaces w where w.id = i.workspace_id and w.deactivated_at is not null;
