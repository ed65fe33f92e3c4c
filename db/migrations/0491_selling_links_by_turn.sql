-- Of a long backlog the first link of each account is looked for.
create index selling_links_turn on selling_links (workspace_id, connection_id, wake_at);
