-- A key may be for one connection only: nothing else of the workspace is there for it. It outlives the connection and then
-- opens nothing, so that there is no reference that would empty it.
alter table api_keys add column connection_id bigint;
drop trigger api_keys_change on api_keys;
create trigger api_keys_change after delete or update of
  workspace_id, connection_id, hash, scopes, expires_at, revoked_at, previous_hash, previous_until on api_keys
  for each row execute function tell_of_key();
