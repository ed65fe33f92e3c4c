-- The night that can be sold twice for longest is asked for by every scrape of the metrics.
create index concurrently channel_nights_longest_exposed on channel_nights (exposed_since) where exposed_since is not null;
