-- What is sold at Vrbo, in the order of its list.
create index channel_links_vrbo on channel_links (workspace_id, listing_id, external_id) where platform = 'vrbo';
