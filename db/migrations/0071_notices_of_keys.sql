-- Every process remembers keys; it hears of a change of one as soon as that is committed, whoever made it. What only tells
-- of use (last_used_at) is no change.
create function tell_of_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('lodgewire_keys', old.id::text);
  return null;
end $$;
create trigger api_keys_change after delete or update of
  workspace_id, hash, scopes, expires_at, revoked_at, previous_hash, previous_until on api_keys
  for each row execute function tell_of_key();

-- What a key may do follows from its workspace and its limits, too: all keys are looked up again.
create function tell_of_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('lodgewire_keys', '');
  return null;
end $$;
create trigger workspaces_change after update of plan, contact_confirmed, deactivated_at, sandbox_of, parent_id on workspaces
  for each statement execute function tell_of_keys();
create trigger limit_overrides_change after insert or update or delete on limit_overrides
  for each statement execute function tell_of_keys();
