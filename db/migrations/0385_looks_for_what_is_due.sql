-- What a look for what is due reads is what is due, and not what was, will be or is kept beside it.

-- Accounts that somebody began and nobody pays with stay due for ever, and nobody is asked about them.
drop index billing_accounts_due;
create index billing_accounts_due on billing_accounts (due_at) where customer_id is not null;

-- Requests that became part of another reservation lapse no more.
drop index reservations_lapsing;
create index reservations_lapsing on reservations (lapses_at)
  where status = 'pending' and merged_into is null and (lapse_told_at is null or lapses_at > lapse_told_at);

-- Links of invitations are kept; sessions end, and other keys do not.
drop index member_links_age;
create index member_links_age on member_links (created_at) where purpose = 'sign_in';
create index api_keys_sessions_over on api_keys (least(expires_at, revoked_at)) where member_id is not null;

-- A night that was told is in neither of them until it is over.
drop index channel_nights_exposed;
create index channel_nights_exposed on channel_nights (exposed_since, workspace_id)
  where exposed_since is not null and told_at is null;
create index channel_nights_over on channel_nights (workspace_id) where told_at is not null and exposed_since is null;

create index connections_callable on connections (provider, id) where status = 'active' and credentials is not null;

create index migration_watches_until on migration_watches (until) where ended_at is null;

-- Some kinds of acts are kept for ever.
drop index vendor_acts_ended;
create index vendor_acts_ended on vendor_acts (kind, updated_at) where next_look_at is null;

-- One look over all workspaces for entries whose time is over, and what it finds of one workspace.
drop index kv_entries_expiry;
create index kv_entries_expiry on kv_entries (expires_at, workspace_id) where expires_at is not null;
