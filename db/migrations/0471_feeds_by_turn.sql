-- Of a long backlog the first rows of each workspace are looked for.
create index ical_feeds_turn on ical_feeds (workspace_id, next_fetch_at) where next_fetch_at is not null;
create index priced_listings_turn on priced_listings (workspace_id, due_at);
