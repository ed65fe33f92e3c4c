-- A key may be for several connections, or for single listings; null: for all of them. What was restricted stays it. The old
-- column goes with it: a process from before that knew only that column would take a restricted key for an unrestricted one.
alter table api_keys
  add column connection_ids bigint[],
  add column listing_ids    bigint[],
  add constraint api_keys_restricted_check check (cardinality(connection_ids) > 0 and cardinality(listing_ids) > 0);
drop trigger api_keys_change on api_keys;
update api_keys set connection_ids = array[connection_id] where connection_id is not null;
alter table api_keys drop column connection_id;
create trigger api_keys_change after delete or update of
  workspace_id, connection_ids, listing_ids, hash, scopes, expires_at, revoked_at, previous_hash, previous_until on api_keys
  for each row execute function tell_of_key();
