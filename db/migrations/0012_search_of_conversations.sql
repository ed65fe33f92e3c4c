-- Conversations are found by their guest, and by a part of their subject as guests are by a part of their name.
create index conversations_guest on conversations (workspace_id, guest_id) where guest_id is not null;
create index conversations_letters on conversations using gin (letters_of(workspace_id, subject))
  with (gin_pending_list_limit = 256);
