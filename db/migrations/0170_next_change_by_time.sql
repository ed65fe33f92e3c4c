-- The next moment at which time itself changes a status: read for every answer that tells whether it is still the same.
create index reservations_completing on reservations (workspace_id, completes_at) where status = 'confirmed';
create index reservations_running_out on reservations (workspace_id, lapses_at) where status = 'pending';
