-- Conversations are found by their guest.
create index concurrently conversations_guest on conversations (workspace_id, guest_id) where guest_id is not null;
