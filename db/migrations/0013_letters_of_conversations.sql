-- Conversations are found by a part of their subject, as guests are by a part of their name.
create index concurrently conversations_letters on conversations using gin (letters_of(workspace_id, subject))
  with (gin_pending_list_limit = 256);
